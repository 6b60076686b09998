/** What is written for deployments fits the program: commands, flags, variables, ports, and times to stop. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { buildCliProgram } from "../src/cli/program/program.ts";
import { parseDuration } from "../src/config/durations.ts";

const ROOT = join(import.meta.dirname, "..");
const FILES = globSync("deploy/*", { cwd: ROOT }).toSorted();
const PAGES = ["docs/deployment.md", "docs/operations.md"];

function readRootText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly unknown[] };
  readonly stop_grace_period?: string;
  readonly deploy?: { readonly replicas: number };
}

const compose = parse(readRootText("deploy/compose.yaml"), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
};

/** Every call of the program that stands in a file, as its arguments. */
function callsIn(path: string): string[] {
  const text = readRootText(path).replace(/\\\n\s*/g, "");
  const patterns = [
    /^(?:#\s*)?(?:\$ )?(?:npx )?dissent (.+)$/gm,
    /\/dissent ((?:serve|team)\b.*)$/gm,
    /run --rm serve (.+)$/gm,
    ...(path.endsWith(".md") ? [/`(?:npx )?dissent ([^`]+)`/g] : []),
  ];
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, args = ""]) => args.replace(/\s+#.*$/, "").trim());
}

/** A command of the composition, with something in place of what comes from the environment. */
function spoken(command: readonly string[]): string {
  return command.map((word) => word.replace(/\$\{[^}]*\}/g, "https://team.example")).join(" ");
}

async function mistakeIn(args: readonly string[]): Promise<string | undefined> {
  let acted = false;
  const act = async (): Promise<void> => {
    acted = true;
  };
  try {
    await buildCliProgram({ version: "0", act }).parseAsync([...args], { from: "user" });
    return acted ? undefined : "does nothing";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("commands", () => {
  const written = [...FILES, ...PAGES].flatMap((path) =>
    [...new Set(callsIn(path))].map((call) => [path, call] as const),
  );
  const composed = Object.entries(compose.services).flatMap(([name, { command }]) =>
    command ? [[`deploy/compose.yaml ${name}`, spoken(command)] as const] : [],
  );

  test("there are some of each kind", () => {
    for (const word of ["serve ", "team worker", "team fleet drain", "team tokens create"]) {
      expect([...written, ...composed].filter(([, call]) => call.startsWith(word))).not.toEqual([]);
    }
  });

  test.each([...written, ...composed])("%s: dissent %s", async (_, call) => {
    expect(await mistakeIn(call.split(/\s+/))).toBeUndefined();
  });

  test("a flag that is none would be found", async () => {
    expect(await mistakeIn(["worker", "--health", "9464"])).toContain("unknown option");
  });
});

test("every variable is on a page", () => {
  const named = FILES.flatMap((path) => {
    const text = readRootText(path);
    const found = [
      ...text.matchAll(/\$\{([A-Z][A-Z_]+)/g),
      ...(/\.env$|Dockerfile$/.test(path) ? text.matchAll(/^(?:ENV )?([A-Z][A-Z_]+)=/gm) : []),
      ...(path.endsWith(".yaml") ? text.matchAll(/^ +([A-Z][A-Z_]+):/gm) : []),
    ];
    return found.map(([, name = ""]) => name);
  });
  const told = readRootText("docs/deployment.md");

  expect(named.length).toBeGreaterThan(8);
  expect([...new Set(named)].filter((name) => !told.includes(`\`${name}\``))).toEqual([]);
});

test("every file is on the page, or belongs to one that is", () => {
  const told = readRootText("docs/deployment.md");

  expect(FILES.filter((path) => !told.includes(basename(path)))).toEqual([
    "deploy/Dockerfile.dockerignore",
  ]);
});

describe("the composition", () => {
  const { database, serve, worker } = compose.services;

  test("publishes the server, on this machine alone, and nothing else", () => {
    const ports = Object.values(compose.services).flatMap((service) => service.ports ?? []);

    expect(ports).toEqual(["127.0.0.1:4777:4777"]);
  });

  test("asks everyone how they are, in words that YAML leaves alone", () => {
    const checks = [database, serve, worker].map((service) => service?.healthcheck?.test ?? []);

    for (const check of checks) {
      expect(check.length).toBeGreaterThan(2);
      expect(check.every((word) => typeof word === "string")).toBe(true);
    }
    expect(checks[1]?.at(-1)).toContain("127.0.0.1:4777/readyz");
    expect(checks[2]?.at(-1)).toContain("127.0.0.1:9464/healthz");
  });

  test("holds no secret, and has two workers", () => {
    const values = Object.values(compose.services).flatMap(({ environment = {} }) =>
      Object.entries(environment),
    );
    const secret = values.filter(([name]) => /PASSWORD|URL|KEY/.test(name));

    expect(secret.length).toBeGreaterThan(1);
    expect(secret.filter(([, value]) => !value.includes("${DISSENT_DATABASE_PASSWORD:?"))).toEqual(
      [],
    );
    expect(readRootText("deploy/example.env")).toMatch(/^DISSENT_DATABASE_PASSWORD=$/m);
    expect(readRootText("deploy/.gitignore").split("\n")).toContain(".env");
    expect(worker?.deploy?.replicas).toBe(2);
  });
});

test("whoever ends a worker waits longer than it drains", () => {
  const unit = readRootText("deploy/dissent-worker@.service");
  const readDrainTime = (text: string): number =>
    parseDuration(/--drain-time (\w+)/.exec(text)?.[1] ?? "") ?? Infinity;
  const unitStopMs = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1000;
  const { worker } = compose.services;

  expect(unitStopMs).toBeGreaterThan(readDrainTime(unit));
  expect(parseDuration(worker?.stop_grace_period ?? "")).toBeGreaterThan(
    readDrainTime(worker?.command?.join(" ") ?? ""),
  );
});

test.each(["deploy/dissent-serve.service", "deploy/dissent-worker@.service"])(
  "%s lets its process stop by itself, and it alone gets the signal",
  (path) => {
    const unit = readRootText(path);

    expect(unit).toMatch(/^KillMode=mixed$/m);
    expect(unit).toMatch(/^KillSignal=SIGTERM$/m);
    expect(unit).toMatch(/^Restart=on-failure$/m);
    expect(unit).toMatch(/^NoNewPrivileges=yes$/m);
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
  },
);

test("the proxies pass on to the server's port, at once", () => {
  const nginx = readRootText("deploy/nginx.conf");

  expect(nginx).toMatch(/server 127\.0\.0\.1:4777;/);
  expect(nginx).toMatch(/proxy_buffering off;/);
  expect(nginx).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/);
  expect(readRootText("deploy/Caddyfile")).toMatch(
    /reverse_proxy 127\.0\.0\.1:4777 \{[^}]*flush_interval -1/,
  );
});

test("the image runs what the package brings, and not as root", () => {
  const image = readRootText("deploy/Dockerfile");
  const { files, engines } = JSON.parse(readRootText("package.json")) as {
    files: string[];
    engines: { node: string };
  };

  expect(image).toMatch(/^USER node$/m);
  expect(image).toMatch(/^FROM node:24-slim$/m);
  expect(engines.node).toBe(">=22.19");
  for (const part of ["bin", "schema"]) {
    expect(files).toContain(part);
    expect(image).toMatch(new RegExp(`^COPY ${part} \\./${part}$`, "m"));
  }
  expect(image).toMatch(/^COPY --from=build \/build\/dist \.\/dist$/m);
});
