/** The packed package, as those meet it who install it: types, exports, examples and the command. */
import { execFile } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { makeRecording } from "../../src/app/demo/make-recording.ts";
import { type PackedPackage, packedPackage } from "../support/processes/packed-package.ts";
import { heldOffline } from "../support/protocols/offline-debates.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const MODULES = ["dissent", "dissent/protocol", "dissent/testing", "dissent/fleet"];

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

let packed: PackedPackage;
let manifest: Manifest;

beforeAll(async () => {
  packed = await packedPackage();
  manifest = JSON.parse(readFileSync(join(packed.installed, "package.json"), "utf8"));
  cpSync(join(ROOT, "examples"), join(packed.project, "examples"), { recursive: true });
});

afterAll(() => packed?.remove());

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function node(...args: readonly string[]): Promise<Ended> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...args], {
      cwd: packed.project,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as Ended;
  }
}

describe("exports", () => {
  test("every path that package.json names is in the archive, under every condition", () => {
    const named = [
      ...Object.values(manifest.bin),
      ...Object.values(manifest.exports).flatMap((target) =>
        typeof target === "string" ? [target] : Object.values(target),
      ),
    ];
    const missing = named.filter((path) => !packed.files.includes(path.replace(/^\.\//, "")));

    expect(named.length).toBeGreaterThan(8);
    expect(missing).toEqual([]);
  });

  test("no source and no test is in the archive", () => {
    expect(packed.files.filter((path) => /^src\/|\.test\.|^test\//.test(path))).toEqual([]);
  });
});

describe("types", () => {
  /** Modules that the declarations of the public modules need, by the specifiers they are imported with. */
  function packagesBehind(modules: readonly string[]): Set<string> {
    const seen = new Set<string>();
    const packages = new Set<string>();
    const open = modules.map((name) => join(packed.installed, "dist", `${name}.d.ts`));
    for (const file of open) {
      if (seen.has(file)) continue;
      seen.add(file);
      const text = readFileSync(file, "utf8");
      for (const [, name = ""] of text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
        if (name.startsWith(".")) open.push(join(dirname(file), name.replace(/\.[jt]s$/, ".d.ts")));
        else packages.add(name);
      }
    }
    expect(seen.size).toBeGreaterThan(50);
    return packages;
  }

  test("the only package whose types a consumer meets is zod, which protocols are written with", () => {
    expect(packagesBehind(["index", "protocol", "testing", "fleet"])).toEqual(new Set(["zod"]));
  });

  test.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])(
    "a strict consumer compiles against all of it without skipLibCheck (module %s, resolution %s)",
    async (module, moduleResolution) => {
      const names = MODULES.map((_, place) => `m${place}`);
      const imports = MODULES.map((from, place) => `import * as m${place} from "${from}";`);
      const again = MODULES.map((from, place) => `export * as e${place} from "${from}";`);
      const file = `every-export-${moduleResolution}.ts`;
      writeFileSync(
        join(packed.project, file),
        `${[...imports, ...again].join("\n")}\nexport const all = [${names.join(", ")}];\n`,
      );
      const config = `tsconfig.${moduleResolution}.json`;
      writeFileSync(
        join(packed.project, config),
        JSON.stringify({
          compilerOptions: {
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: false,
            noEmit: true,
            target: "es2024",
            lib: ["es2024", "dom", "dom.asynciterable"],
            types: [],
            module,
            moduleResolution,
          },
          files: [file],
        }),
      );

      const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
      const { code, stdout } = await node(tsc, "-p", config);

      expect(stdout).toBe("");
      expect(code).toBe(0);
    },
  );

  test("every name that a module exports can be imported when it runs", async () => {
    writeFileSync(
      join(packed.project, "names.js"),
      `for (const name of ${JSON.stringify(MODULES)}) console.log(name, Object.keys(await import(name)).length > 0);\n`,
    );

    expect(await node("names.js")).toEqual({
      code: 0,
      stdout: MODULES.map((name) => `${name} true\n`).join(""),
      stderr: "",
    });
  });
});

/** Made here from a debate of the built-in reader: what is tested is that the package finds and plays a recording. */
test("a packed package plays the recordings in its examples", async () => {
  const { record } = await heldOffline("judges");
  const files = await makeRecording(record, {
    from: "a test",
    label: "recorded replies of a test",
  });
  for (const [path, text] of files) {
    const file = join(packed.installed, "examples", "recordings", "packed", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const bin = join(packed.installed, manifest.bin["dissent"] ?? "");
  const played = await node(bin, "demo", "packed");
  const listed = await node(bin, "demo", "--list");
  const checked = await node(bin, "verify", "last");

  expect(played.stderr).toContain("recorded replies of a test");
  expect(played.stderr).not.toContain("since the recording");
  expect(listed.stdout).toMatch(/^ {2}packed /m);
  expect(checked.code).toBe(0);
});

describe("programs", () => {
  test("the program of docs/library.md runs and prints what the page says", async () => {
    const text = readFileSync(join(ROOT, "docs", "library.md"), "utf8");
    const [, program = ""] = /```ts\n([\s\S]*?)```/.exec(text) ?? [];
    const [, output = ""] = /It prints:\n\n```\n([\s\S]*?)```/.exec(text) ?? [];
    writeFileSync(join(packed.project, "library.ts"), program);

    const { code, stdout } = await node("library.ts");

    expect(stdout).toBe(output);
    expect(code).toBe(0);
  });

  test.each(globSync("examples/*/run.ts", { cwd: ROOT }).toSorted())(
    "%s runs and checks itself",
    async (path) => {
      const { code, stdout, stderr } = await node(path);

      expect({
        code,
        stderr: stderr.replaceAll(/^.*(?:ExperimentalWarning|--trace-warnings).*\n/gm, ""),
      }).toEqual({ code: 0, stderr: "" });
      expect(stdout).not.toBe("");
    },
  );
});
