/** The architecture as tests: who may import whom, how long a file may be, which names mean nothing. */
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

import { describe, expect, test } from "vitest";

import { PROTOCOL_NAMES } from "../src/protocols/names.ts";

const ROOT = join(import.meta.dirname, "..");

/** A layer may import itself and what it lists, nothing else. */
const MAY_IMPORT_IN_WORDS = {
  text: "",
  domain: "text",
  errors: "",
  statistics: "",
  clock: "",
  network: "undici node:*",
  contracts: "domain errors text zod",
  documents: "domain text mdast* micromark* node:crypto node:timers/promises",
  exchange: "domain contracts text zod",
  evidence: "domain contracts exchange text zod",
  repository: "config domain contracts errors clock evidence text node:*",
  "protocol-names": "",
  protocols: "domain contracts documents evidence exchange text zod",
  kernel: "domain contracts errors clock text zod node:crypto",
  readers: "domain contracts documents evidence protocols text",
  models:
    "network domain contracts documents errors clock kernel readers statistics text ai @ai-sdk/* " +
    "@pydantic/genai-prices zod node:*",
  loopback: "domain node:*",
  conformance: "domain contracts errors clock kernel loopback models text node:*",
  stores: "domain contracts errors clock postgres node:*",
  postgres: "network domain contracts errors clock stores pg node:*",
  fleet:
    "domain contracts errors clock kernel models text stores postgres @dbos-inc/dbos-sdk pg " +
    "node:*",
  tokens: "domain contracts errors clock stores postgres text node:*",
  audit: "domain contracts errors clock exchange kernel statistics text",
  reports: "domain audit text yaml",
  timeline: "domain audit text",
  page:
    "domain audit contracts reports documents timeline stores kernel composition debates " +
    "errors protocol-names text node:* zod mdast* micromark*",
  config: "domain contracts errors protocol-names text zod yaml node:*",
  debates: "domain contracts errors clock kernel composition stores text node:*",
  composition: "debates domain contracts errors clock kernel protocols text stores zod node:*",
  public:
    "composition debates domain contracts errors clock audit config fleet models postgres " +
    "reports repository stores telemetry",
  telemetry: "network domain contracts composition node:*",
  signing: "domain clock node:*",
  app:
    "page fleet postgres telemetry signing composition debates contracts domain errors clock " +
    "audit conformance config documents evidence exchange kernel models reports repository " +
    "stores text yaml zod node:*",
  eval:
    "app composition debates contracts domain errors clock audit statistics config models stores reports " +
    "protocols protocol-names text yaml zod node:*",
  server:
    "app page kernel composition debates contracts domain errors clock config stores text " +
    "tokens hono hono/* @hono/node-server yaml zod node:*",
  "team-server":
    "app server page fleet tokens postgres composition debates contracts domain errors clock " +
    "stores text hono hono/* @hono/node-server zod node:*",
  mcp:
    "app composition debates contracts domain errors clock audit documents config kernel " +
    "models reports text @modelcontextprotocol/server @modelcontextprotocol/server/stdio " +
    "@hono/node-server zod node:*",
  "team-commands":
    "cli app fleet tokens postgres team-server page signing composition domain errors clock " +
    "config models stores text node:*",
  cli:
    "network app eval team-commands mcp page server timeline telemetry signing composition debates " +
    "contracts domain errors clock audit conformance config documents kernel loopback models " +
    "protocol-names reports stores text commander jsonc-parser smol-toml yaml zod node:*",
};

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(MAY_IMPORT_IN_WORDS).map(([layer, words]) => [layer, words.match(/\S+/g) ?? []]),
);

/** Folders that are layers of their own inside of another. */
const INNER_LAYERS: Readonly<Record<string, string>> = {
  "team/fleet": "fleet",
  "team/tokens": "tokens",
  "team/postgres": "postgres",
  "team/server": "team-server",
  "team/commands": "team-commands",
  "testing/loopback": "loopback",
  "testing/conformance": "conformance",
  "audit/statistics": "statistics",
};

/** What a protocol brings along for a layer above it lies in its slice, and may import what that layer may. */
const SLICE_LAYERS: Readonly<Record<string, string>> = {
  readers: "readers",
  timeline: "timeline",
  view: "page",
  files: "app",
  command: "cli",
  mcp: "mcp",
};

/** What protocols bring along is collected in lists beside their slices: the only places that name them. */
const LIST_LAYERS: Readonly<Record<string, string>> = {
  "names.ts": "protocol-names",
  "readers.ts": "readers",
  "simulated.ts": "readers",
  "built-in.ts": "protocols",
  "load-protocol.ts": "composition",
  "step-titles.ts": "composition",
  "changes.ts": "app",
  "commands.ts": "cli",
  "examples.ts": "cli",
  "documents.ts": "app",
  "drafts.ts": "app",
  "finding-lines.ts": "app",
  "result-files.ts": "app",
  "form-words.ts": "page",
  "views.ts": "page",
  "view-shapes.ts": "page",
  "tools.ts": "mcp",
  "tool-handlers.ts": "mcp",
};

/** Where a file outside the slices may use a word that is also a protocol's name: path, words, reason. */
const NAMES_ELSEWHERE: readonly (readonly [start: string, names: string, reason: string])[] = [
  ["src/eval/", "review", "a kind of item: a text with planted flaws"],
  ["src/documents/", "merge", "compares and merges texts, whichever protocol asks for it"],
  ["src/protocol.ts", "judges", "the verb: a person's answer that judges the question itself"],
  ["src/kernel/floor.ts", "judges", "reads that field of the contract"],
  ["src/exchange/head-counts.ts", "judges board", "words with which models count heads in prose"],
  [
    "web/challenges/challenges-view.tsx",
    "challenge",
    "counts objections, which every protocol has",
  ],
];

/** Names of protocols that are words of every debate. */
const ORDINARY_WORDS: ReadonlySet<string> = new Set(["challenge", "review"]);

/** `model.ts` is the contract of what is in `models/`; so for the others. */
const CONTRACTS = ["protocol.ts", "model.ts", "store.ts", "engine.ts"];
const COMPOSITION = ["dissent.ts", "plan.ts"];
const PUBLIC = ["index.ts", "testing.ts", "fleet.ts"];

const LONGEST_FILE = 300;
const BANNED = new Set(
  (
    "utils util helpers helper common shared misc types manager service handler base impl data info item " +
    "process perform msg ctx cfg opts"
  ).split(" "),
);

/** Names ending in `Of` that JavaScript, JSON schema and the journal give. */
const NAMES_OF_OTHERS = new Set(
  "indexOf lastIndexOf valueOf instanceOf typeOf anyOf allOf oneOf multipleOf".split(" "),
);

const sources = globSync("src/**/*.ts", { cwd: ROOT }).filter((path) => !path.endsWith(".test.ts"));

function findLayer(path: string): string {
  const inside = relative("src", path);
  const [first = "", second = "", third = ""] = inside.split("/");
  if (first === "protocols") return LIST_LAYERS[second] ?? SLICE_LAYERS[third] ?? "protocols";
  if (inside !== first) return INNER_LAYERS[`${first}/${second}`] ?? first;
  if (CONTRACTS.includes(first)) return "contracts";
  if (COMPOSITION.includes(first)) return "composition";
  if (PUBLIC.includes(first)) return "public";
  return basename(first, ".ts");
}

/** The protocol whose slice a file belongs to. */
function findSlice(path: string): string | undefined {
  return /^src\/protocols\/(\w+)\//.exec(path)?.[1];
}

function isSliceOrList(path: string): boolean {
  const beside = /^src\/protocols\/([^/]+\.ts)$/.exec(path)?.[1];
  return beside === undefined ? /^(?:src|web)\/protocols\//.test(path) : beside in LIST_LAYERS;
}

/**
 * The protocols that a file names, in code, in comments or in its path. Anyone may challenge a claim or review a text,
 * so these words count only where they can be nothing else: as a string, a command, a folder, a version or a tool.
 */
function listProtocolNames(path: string): string[] {
  const text = `${path}\n${readFileSync(join(ROOT, path), "utf8")}`;
  return PROTOCOL_NAMES.filter((name) =>
    new RegExp(
      ORDINARY_WORDS.has(name)
        ? `["'\`]${name}["'\`]|\\bdissent ${name}\\b|protocols?(?:/|: ?)${name}\\b|\\b${name}(?:@|_| rules| protocol)`
        : `\\b${name}(?:\\b|_)`,
      "i",
    ).test(text),
  );
}

function listImports(path: string): string[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  const found = text.matchAll(
    /^(?:import|export)[^;"]*?from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...found].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? "");
}

/** The files of ours that a file makes Node load at once; types and what is loaded when needed are not. */
function listLoadedImports(path: string): string[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  const found = text.matchAll(/^(?:import|export) (?!type\b)[^;"]*?from "(\.[^"]+)"/gm);
  return [...found].map(([, name = ""]) => join(dirname(path), name));
}

/** A file with everything that is loaded along with it. */
function loadedWith(path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const target of listLoadedImports(path)) loadedWith(target, found);
  return found;
}

function findImportTarget(path: string, name: string): string {
  return name.startsWith(".") ? findLayer(join(dirname(path), name)) : name;
}

function isOwnSlice(path: string, name: string): boolean {
  const slice = findSlice(path);
  return (
    name.startsWith(".") && slice !== undefined && findSlice(join(dirname(path), name)) === slice
  );
}

function isAllowed(layer: string, target: string): boolean {
  const allowed = MAY_IMPORT[layer] ?? [];
  if (target === layer) return true;
  return allowed.some(
    (name) => name === target || (name.endsWith("*") && target.startsWith(name.slice(0, -1))),
  );
}

describe("layers", () => {
  test("every file belongs to a layer of the table", () => {
    expect(sources.filter((path) => !(findLayer(path) in MAY_IMPORT))).toEqual([]);
  });

  test("a layer imports only what is below it", () => {
    const wrong = sources.flatMap((path) =>
      listImports(path)
        .filter((name) => !isOwnSlice(path, name))
        .map((name) => findImportTarget(path, name))
        .filter((target) => !isAllowed(findLayer(path), target))
        .map((target) => `${path} imports ${target}`),
    );

    expect(wrong).toEqual([]);
  });

  test("what only looks at the list of debates, and the help, load no rules and no models", () => {
    const slow = ["src/cli/main.ts", "src/cli/cli-context.ts", "src/cli/commands/list.ts"]
      .flatMap((path) => [...loadedWith(path)])
      .filter((path) => /^src\/(?:protocols|models|kernel|audit|reports)\//.test(path))
      .filter((path) => !/\/command\/declare-[\w-]+\.ts$/.test(path))
      .filter((path) => !(basename(path) in LIST_LAYERS));

    expect(slow).toEqual([]);
  });

  test("what shows an ended debate loads no rules, no models and no engine", () => {
    const loaded = [...loadedWith("src/cli/commands/show.ts")];

    expect(loaded.filter((path) => /^src\/(?:models|dissent|plan)\b/.test(path))).toEqual([]);
    expect(
      loaded.filter((path) => path.startsWith("src/kernel/")).map((path) => basename(path)),
    ).toEqual(["intact-journal.ts", "hash-chain.ts"]);
    expect(
      loaded
        .filter((path) => findSlice(path) !== undefined)
        .filter((path) => basename(path) !== "titles.ts"),
    ).toEqual(["src/protocols/challenge/reply-values.ts"]);
  });

  test("what only a team needs is loaded when it is used", () => {
    const outside = sources.filter((path) => !path.startsWith("src/team/"));
    const loads = outside
      .filter((path) => path !== "src/fleet.ts")
      .filter((path) => listLoadedImports(path).some((target) => target.startsWith("src/team/")));
    const commands = ["main", "commands/run", "commands/list"]
      .flatMap((name) => [...loadedWith(`src/cli/${name}.ts`)])
      .filter((path) => path.startsWith("src/team/"));
    const doors = outside.filter((path) =>
      /\bimport\("[^"]*\/team\//.test(readFileSync(join(ROOT, path), "utf8")),
    );

    expect(loads).toEqual([]);
    expect(commands).toEqual([]);
    expect(doors.toSorted()).toEqual([
      "src/app/configured-engine.ts",
      "src/app/project/project-store.ts",
      "src/cli/program/team-commands.ts",
      "src/stores/postgres.ts",
    ]);
  });

  test("a debate over anything but documents loads nothing that reads them", () => {
    const slow = ["src/cli/commands/run.ts", "src/models/offline.ts"]
      .flatMap((path) => [...loadedWith(path)])
      .filter((path) => path.startsWith("src/documents/"))
      .filter((path) => path !== "src/documents/document.ts");

    expect(slow).toEqual([]);
  });

  test("sources run as they are on Node 22, which has no using declarations", () => {
    const wrong = sources.filter((path) =>
      /^\s*(?:await )?using \w+ =/m.test(readFileSync(join(ROOT, path), "utf8")),
    );

    expect(wrong).toEqual([]);
  });

  test("one protocol never imports another", () => {
    const wrong = sources
      .filter((path) => path.startsWith("src/protocols/"))
      .flatMap((path) =>
        listImports(path)
          .filter((name) => name.startsWith("."))
          .map((name) => join(dirname(path), name))
          .filter((target) => target.startsWith("src/protocols/"))
          .filter((target) => findSlice(path) !== undefined && findSlice(target) !== undefined)
          .filter((target) => findSlice(target) !== findSlice(path))
          // the built-in readers of all protocols read a brief as those of the judges do
          .filter(() => findLayer(path) !== "readers")
          // what a brief marks is read the same way for all of them
          .filter((target) => !(path.endsWith("/reader.ts") && findSlice(target) === undefined))
          .map((target) => `${path} imports ${target}`),
      );

    expect(wrong).toEqual([]);
  });

  test("protocols and domain reach no clock, chance, network or process", () => {
    const wrong = sources
      .filter((path) => /^src\/(?:protocols|domain)\//.test(path))
      .filter((path) =>
        /\b(?:Date\.now|Math\.random|setTimeout|fetch\(|process\.)/.test(
          readFileSync(join(ROOT, path), "utf8"),
        ),
      );

    expect(wrong).toEqual([]);
  });

  test("only a protocol's slices and the lists beside them name it", () => {
    const shown = globSync("web/**/*.{css,ts,tsx}", { cwd: ROOT });
    const outside = [...sources, ...shown].filter(
      (path) => !/\.test\.tsx?$/.test(path) && !isSliceOrList(path),
    );
    const named = outside.flatMap((path) =>
      listProtocolNames(path).map((name) => ({ path, name, place: `${path} names ${name}` })),
    );
    const allowed = NAMES_ELSEWHERE.map(([start, names]) => ({ start, names: names.split(" ") }));
    const isCovered = (path: string, name: string): boolean =>
      allowed.some(({ start, names }) => path.startsWith(start) && names.includes(name));
    const unused = allowed.flatMap(({ start, names }) =>
      names
        .filter((name) => !named.some((one) => one.name === name && one.path.startsWith(start)))
        .map((name) => `${start} ${name}`),
    );

    expect(outside.length).toBeGreaterThan(500);
    expect(
      named.filter(({ path, name }) => !isCovered(path, name)).map(({ place }) => place),
    ).toEqual([]);
    expect(unused).toEqual([]);
    expect(NAMES_ELSEWHERE.length).toBeLessThanOrEqual(6);
  });
});

describe("habits", () => {
  test(`no source file has more than ${LONGEST_FILE} lines`, () => {
    const shown = globSync("web/**/*.{css,ts,tsx}", { cwd: ROOT });
    const long = [...sources, ...shown].filter(
      (path) => readFileSync(join(ROOT, path), "utf8").split("\n").length > LONGEST_FILE + 1,
    );

    expect(long).toEqual([]);
  });

  test("a protocol's flow fits in 120 lines", () => {
    const flows = sources.filter((path) => /^src\/protocols\/(\w+)\/\1\.ts$/.test(path));

    expect(flows.length).toBeGreaterThan(0);
    expect(
      flows.filter((path) => readFileSync(join(ROOT, path), "utf8").split("\n").length > 121),
    ).toEqual([]);
  });

  test("K20 the built-in readers of all protocols stay within 1,500 lines", () => {
    const readers = sources.filter((path) =>
      /^src\/protocols\/(?:\w+\/reader|readers|marked-brief|brief-passages)\.ts$/.test(path),
    );
    const lines = readers.map(
      (path) => readFileSync(join(ROOT, path), "utf8").split("\n").length - 1,
    );

    expect(readers.length).toBeGreaterThanOrEqual(9);
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1_500);
  });

  test("a file begins with what it is for, and every other comment stands at what it describes", () => {
    const files = [...sources, ...globSync("web/**/*.{ts,tsx}", { cwd: ROOT })]
      .filter((path) => !path.endsWith(".test.ts"))
      .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
    const bare = files.filter(({ text }) => !text.startsWith("/**"));
    const hanging = files.filter(({ text }) => /[^]\n\/\*\*(?:(?!\*\/)[^])*\*\/\n\n/.test(text));

    expect([...bare, ...hanging].map(({ path }) => path)).toEqual([]);
  });

  test("files are named for what they hold", () => {
    const named = sources.filter((path) => BANNED.has(basename(path, ".ts")));
    const shouting = sources.filter((path) => !/^[a-z0-9-]+\.ts$/.test(basename(path)));

    expect([...named, ...shouting]).toEqual([]);
  });

  test("an exported type name is declared once", () => {
    const declared = new Map<string, Set<string>>();
    const shown = globSync("web/**/*.{ts,tsx}", { cwd: ROOT });
    for (const path of [...sources, ...shown].filter((path) => !path.endsWith(".test.ts"))) {
      const text = readFileSync(join(ROOT, path), "utf8");
      for (const [, name = ""] of text.matchAll(/^export (?:type|interface|class) (\w+)/gm)) {
        declared.set(name, (declared.get(name) ?? new Set()).add(path));
      }
    }

    expect(declared.size).toBeGreaterThan(500);
    expect([...declared].filter(([, paths]) => paths.size > 1)).toEqual([]);
  });

  test("a name begins with what it does, so none ends in Of", () => {
    const folders = "{src,web,test,bench,scripts,examples}/**/*.{ts,tsx}";
    const files = globSync(folders, { cwd: ROOT }).filter((path) => !path.includes("node_modules"));
    const declared =
      /(?:\b(?:function\*?|const|let|type|interface|class) |[{(,]\s*|^\s+(?:readonly |async )*)(\w*[a-z]Of)(?=\??[:(,<=]| [=}])/gm;
    const wrong = files.flatMap((path) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(declared)]
        .map(([, name = ""]) => name)
        .filter((name) => !NAMES_OF_OTHERS.has(name))
        .map((name) => `${path}: ${name}`),
    );

    expect(files.length).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
  });

  test("no two invariants have one id, and none has an id of the protocols' rules", () => {
    const pages = globSync("web/**/*.{ts,tsx}", { cwd: ROOT });
    const places = new Map<string, string[]>();
    for (const path of [...sources, ...pages]) {
      const text = readFileSync(join(ROOT, path), "utf8");
      for (const [, id = ""] of text.matchAll(/^\s*(?:\*|\/\/) ([A-Z]+\d+)\. /gm)) {
        places.set(id, [...(places.get(id) ?? []), path]);
      }
    }

    expect(places.size).toBeGreaterThan(100);
    expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
    // rules of the specification have one letter: K, J, H, F, T, A, R
    expect([...places.keys()].filter((id) => /^[A-Z]\d/.test(id))).toEqual([]);
  });

  test("a file begins with the comment that says what it is for", () => {
    const pages = globSync("web/**/*.{ts,tsx}", { cwd: ROOT });
    const wrong = [...sources, ...pages]
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .filter((path) => !/^(?:#!.*\n)?\/\*\*/.test(readFileSync(join(ROOT, path), "utf8")));

    expect(wrong).toEqual([]);
  });

  test("nothing is exported wholesale or by default", () => {
    const wrong = sources.filter((path) =>
      /^export (?:\*|default)/m.test(readFileSync(join(ROOT, path), "utf8")),
    );

    expect(wrong).toEqual([]);
  });

  test("no test measures time, sleeps, draws lots or mocks a module", () => {
    const tests = [
      ...globSync("{src,web}/**/*.test.{ts,tsx}", { cwd: ROOT }),
      ...globSync("test/**/*.ts", { cwd: ROOT }),
    ].filter((path) => path !== "test/architecture.test.ts");
    const wrong = tests.filter((path) =>
      /performance\.now\(\)[^]{0,200}\.toBe(?:Less|Greater)|Math\.random|\bvi\.mock\(|\(resolve\) =>\s*\{?\s*setTimeout\(/.test(
        readFileSync(join(ROOT, path), "utf8"),
      ),
    );

    expect(tests.length).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });
});
