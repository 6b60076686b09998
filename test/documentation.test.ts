/** The pages say what the code does: every code, command, key, event and rule is there, and no ghost is. */
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";

import { cliPage } from "../scripts/write-cli-docs.ts";
import { OUTCOME_GATES } from "../src/app/outcome-gates.ts";
import { readBrief } from "../src/config/briefs/read-brief.ts";
import { listEnvironmentOverrides } from "../src/config/config-layers.ts";
import { listSettingKeys } from "../src/config/config-schema.ts";
import { explainConfig, resolveConfig } from "../src/config/config.ts";
import { BUILT_IN_DENY_PATTERNS } from "../src/config/context/find-files.ts";
import { PROTOCOLS } from "../src/dissent.ts";
import { ALL_CODES, SetupError } from "../src/errors.ts";
import { exchangeSettings } from "../src/exchange/exchange-settings.ts";
import { BoardSettings } from "../src/protocols/board/settings.ts";
import { ChallengeSettings } from "../src/protocols/challenge/settings.ts";
import { JudgesSettings } from "../src/protocols/judges/settings.ts";
import { MergeSettings } from "../src/protocols/merge/settings.ts";
import { ReviewSettings } from "../src/protocols/review/settings.ts";
import { RoundtableSettings } from "../src/protocols/roundtable/settings.ts";

const ROOT = join(import.meta.dirname, "..");

function page(path: string): string {
  return readFileSync(join(ROOT, "docs", path), "utf8");
}

/** Everything under a heading, up to the next one of its level or above. */
function readSection(text: string, heading: string): string {
  const start = text.indexOf(`\n${heading}\n`);
  if (start === -1) throw new Error(`There is no heading ${heading}.`);
  const level = heading.indexOf(" ");
  const rest = text.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${level}} `, "m"));
  return end === -1 ? rest : rest.slice(0, end);
}

/** The cells of the tables in a text, without their headings. */
function parseTableRows(text: string): string[][] {
  return text
    .split("\n")
    .filter((line, index, lines) => {
      const isRow = line.startsWith("| ") && !line.startsWith("| ---");
      return isRow && !lines[index + 1]?.startsWith("| ---");
    })
    .map((line) =>
      line
        .slice(2, -2)
        .split(/ \| /)
        .map((cell) => cell.trim()),
    );
}

function bare(cell: string | undefined): string {
  return (cell ?? "").replaceAll("`", "");
}

/** The codes or names in headings such as "### `usage`". */
function namedHeadings(text: string): string[] {
  return [...text.matchAll(/^### `([^`]+)`$/gm)].map(([, name]) => name ?? "");
}

describe("errors", () => {
  test("every code has a section, and every section a code", () => {
    expect(namedHeadings(page("errors.md")).toSorted()).toEqual(ALL_CODES.toSorted());
  });

  test("every section has an example and says what to do", () => {
    const text = page("errors.md");

    const silent = ALL_CODES.filter((code) => {
      const section = readSection(text, `### \`${code}\``);
      return !/\nExample: ``.+``\nWhat to do: /.test(section);
    });

    expect(silent).toEqual([]);
  });

  test("the example lists the protocols there are", () => {
    const ids = PROTOCOLS.map(({ id }) => id).join(", ");

    expect(page("errors.md")).toContain(`  Choose one of: ${ids}.\n`);
  });
});

describe("command line", () => {
  test("every gate that --fail-on knows is in the help of gate, and has its row", () => {
    const rows = parseTableRows(readSection(page("gate.md"), "## What fails a build"));
    const flags = parseTableRows(readSection(page("cli.md"), "### dissent gate"));
    const failOn = flags.find(([flag = ""]) => flag.startsWith("`--fail-on"))?.[1] ?? "";

    expect(failOn.split(": ")[1]?.split(", ")).toEqual([...OUTCOME_GATES]);
    expect(rows.map(([gate]) => bare(gate))).toEqual(expect.arrayContaining([...OUTCOME_GATES]));
  });

  test("docs/cli.md is what the command tree says; write it with: node scripts/write-cli-docs.ts", () => {
    expect(page("cli.md")).toBe(cliPage());
  });
});

/** Mappings whose keys are the person's own. */
const NAMES: Readonly<Record<string, string>> = {
  participants: "<seat>",
  endpoints: "<name>",
  agents: "<name>",
  providers: "<vendor>",
};

describe("settings", () => {
  const rows = parseTableRows(readSection(page("configuration.md"), "## Keys"));

  test("every key of dissent.yaml is in the table, and no ghost is", () => {
    const keys = listSettingKeys([]).flatMap((key) => {
      const below = listSettingKeys([key]);
      if (key === "settings") return ["settings.<name>"];
      if (below.length === 0) return [key];
      const name = NAMES[key];
      const above = name === undefined ? key : `${key}.${name}`;
      return below.flatMap((leaf) => {
        const inside = name === undefined ? [] : listSettingKeys([key, name, leaf]);
        return inside.length === 0
          ? [`${above}.${leaf}`]
          : inside.map((inner) => `${above}.${leaf}.${inner}`);
      });
    });

    expect(rows.map(([key]) => bare(key)).toSorted()).toEqual(keys.toSorted());
  });

  test("the defaults are those that config explain prints", async () => {
    const empty = mkdtempSync(join(tmpdir(), "dissent-docs-"));
    mkdirSync(join(empty, ".git"));
    const request = { flags: [], env: {}, brief: null, configPath: null };
    const config = await resolveConfig({ ...request, cwd: empty, homeDir: empty });
    rmSync(empty, { recursive: true });

    const told = new Map(rows.map(([key, , fallback]) => [bare(key), bare(fallback)]));
    const wrong = explainConfig(config).filter(({ key, value }) => {
      const shown = key === "context.deny" ? "the built-in list" : value;
      return told.get(key) !== shown;
    });

    expect(wrong).toEqual([]);
  });

  test("every environment variable is in the table, and no ghost is", () => {
    const source = readFileSync(join(ROOT, "src/config/config-layers.ts"), "utf8");
    const named = [...source.matchAll(/^ {2}(DISSENT_[A-Z_]+): /gm)].map(([, name]) => name ?? "");
    const known = named.flatMap((name) =>
      listEnvironmentOverrides({ [name]: "x" }).map(({ from, key }) => [from, key] as const),
    );

    const table = parseTableRows(readSection(page("configuration.md"), "## Environment variables"));
    const told = new Map(table.map(([name, key]) => [bare(name), bare(key)]));
    const seat = told.get("DISSENT_SEAT_<SEAT>");
    told.delete("DISSENT_SEAT_<SEAT>");

    expect(known.length).toBeGreaterThan(0);
    expect(told).toEqual(new Map(known));
    expect(seat).toContain("participants.<seat>.model");
  });

  test("every dissent.yaml that a page shows is accepted", async () => {
    const blocks = globSync("docs/**/*.md", { cwd: ROOT }).flatMap((path) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(
        ([, text = ""]) => ({ path, text, keys: Object.keys(parse(text) ?? {}) }),
      ),
    );
    const known = listSettingKeys([]);
    const shown = blocks.filter(({ keys }) => keys.every((key) => known.includes(key)));
    const refused: string[] = [];
    for (const { path, text } of shown) {
      const dir = mkdtempSync(join(tmpdir(), "dissent-docs-"));
      mkdirSync(join(dir, ".git"));
      // a person's own file may hold all that a project's may, and more
      mkdirSync(join(dir, ".config", "dissent"), { recursive: true });
      writeFileSync(join(dir, ".config", "dissent", "config.yaml"), text);
      const request = { flags: [], env: {}, brief: null, configPath: null };
      const read = resolveConfig({ ...request, cwd: dir, homeDir: dir });
      await read.catch((error: unknown) => refused.push(`${path}: ${String(error)}\n${text}`));
      rmSync(dir, { recursive: true });
    }

    expect(shown.length).toBeGreaterThan(6);
    expect(refused).toEqual([]);
  });

  function settingsIn(schema: z.ZodType): (string | undefined)[][] {
    const { properties = {} } = z.toJSONSchema(schema, { io: "input" });
    return Object.entries(properties).map(([name, one]) => {
      const { default: fallback, description } = one as { default: unknown; description: string };
      return [name, JSON.stringify(fallback), description];
    });
  }

  test.each([
    ["judges", JudgesSettings],
    ["challenge", ChallengeSettings],
    ["review", ReviewSettings],
    ["board", BoardSettings],
    ["roundtable", RoundtableSettings],
  ])("the settings of %s are in their table with default and meaning", (id, schema) => {
    const told = parseTableRows(readSection(page(`protocols/${id}.md`), "## Settings"));

    expect(told.map((row) => row.map(bare))).toEqual(settingsIn(schema));
  });

  test.each([
    ["judges", JudgesSettings],
    ["challenge", ChallengeSettings],
    ["board", BoardSettings],
    ["roundtable", RoundtableSettings],
  ])(
    "R2-R4 the settings of the exchange are in the table of %s, and a section says what they do",
    (id, schema) => {
      const text = page(`protocols/${id}.md`);
      const told = parseTableRows(readSection(text, "## Settings")).map((row) => row.map(bare));
      const owed = settingsIn(schema).filter(([name = ""]) => name in exchangeSettings);

      expect(owed).toHaveLength(3);
      for (const row of owed) expect(told).toContainEqual(row);
      expect(readSection(text, "## Anonymous exchange")).toContain("audit.md#anonymous-exchange");
    },
  );

  test.each(["judges", "challenge", "board", "roundtable"])(
    "the drawing of %s is the one at the top of its flow",
    (id) => {
      const flow = readFileSync(join(ROOT, "src", "protocols", id, `${id}.ts`), "utf8");
      const head = flow.slice(0, flow.indexOf("*/")).replace(/^ \* {0,3}/gm, "");
      const told = /```\n([^`]*─▶[^`]*)```/.exec(page(`protocols/${id}.md`))?.[1] ?? "";

      expect(told.length).toBeGreaterThan(200);
      expect(head).toContain(told.trimEnd());
    },
  );

  test("K21 docs/models.md shows lines that a model is really told", () => {
    const told = readFileSync(join(ROOT, "test", "__prompts__", "agent-judges.md"), "utf8");
    const [, shown = ""] =
      /### What a model is told[^]*?```\n([^]*?)```/.exec(page("models.md")) ?? [];
    const lines = shown.split("\n").filter((line) => line.trim() !== "" && line.trim() !== "…");

    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(told).toContain(line);
  });

  test("the settings of merge are in their table with default and meaning", () => {
    const told = parseTableRows(readSection(page("protocols/merge.md"), "## Settings"));

    expect(told.map(([name, , ...rest]) => [name, ...rest].map(bare))).toEqual(
      settingsIn(MergeSettings),
    );
  });
});

describe("briefs", () => {
  test("every field is in the table, and no ghost is", async () => {
    const refused = await readBrief({
      from: "-",
      options: [],
      context: [],
      cwd: ROOT,
      stdin: async () => "---\nqqqqqqqqqqqq: 1\n---\n",
      contextRules: { include: [], deny: [], maxBytes: 1 },
    }).catch((error: unknown) => error);
    const hint = refused instanceof SetupError ? (refused.hint ?? "") : "";
    const known = /Use one of: ([^.]+)\./.exec(hint)?.[1]?.split(", ") ?? [];

    const told = parseTableRows(readSection(page("briefs.md"), "## Fields")).map(([name]) =>
      bare(name),
    );

    expect(known.length).toBeGreaterThan(0);
    expect(told.toSorted()).toEqual(known.toSorted());
  });

  test("the deny list is printed whole", () => {
    const block = /```\n(\.env\*[\s\S]*?)```/.exec(page("briefs.md"))?.[1] ?? "";

    expect(block.split(/\s+/).filter((word) => word !== "")).toEqual([...BUILT_IN_DENY_PATTERNS]);
  });
});

describe("journal", () => {
  const source = ["event.ts", "annotation-facts.ts"]
    .map((name) => readFileSync(join(ROOT, "src/domain/journal", name), "utf8"))
    .join("\n");
  const facts = new Map(
    [...source.matchAll(/^export interface \w+ \{\n([\s\S]*?)^\}/gm)].flatMap(([, body = ""]) => {
      const type = /^ {2}readonly type: "([^"]+)";$/m.exec(body)?.[1];
      const fields = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name ?? "");
      return type === undefined ? [] : [[type, fields.filter((name) => name !== "type")] as const];
    }),
  );
  const text = page("journal.md");

  test("every event type has a section, and no ghost has", () => {
    expect(facts.size).toBeGreaterThan(10);
    expect(namedHeadings(text).toSorted()).toEqual([...facts.keys()].toSorted());
  });

  test.each([...facts])("the fields of %s are in its table, and no ghost is", (type, fields) => {
    const told = parseTableRows(readSection(text, `### \`${type}\``)).map(([name]) => bare(name));

    expect(told.toSorted()).toEqual(fields.toSorted());
  });
});

describe("rules", () => {
  test.each([
    ["J", 33, "protocols/judges.md"],
    ["A", 48, "protocols/merge.md"],
    ["L", 11, "protocols/review.md"],
    ["K", 18, "guarantees.md"],
  ])("%s1 to %s%i are in %s", (letter, count, path) => {
    const text = page(path);
    const ids = Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

    expect(ids.filter((id) => !new RegExp(`\\b${id}\\b`).test(text))).toEqual([]);
  });

  test("every protocol has a page", () => {
    const missing = PROTOCOLS.filter(
      ({ id }) => !existsSync(join(ROOT, "docs", "protocols", `${id}.md`)),
    );

    expect(missing.map(({ id }) => id)).toEqual([]);
  });
});

describe("what others read from files", () => {
  test("every input and output of the action is on its page", () => {
    const { inputs, outputs } = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));
    const told = parseTableRows(page("github-action.md")).flatMap(([cell = ""]) =>
      bare(cell).split(", "),
    );

    expect(told.toSorted()).toEqual([...Object.keys(inputs), ...Object.keys(outputs)].toSorted());
  });

  test("every module of the package is in the table of the library, and no ghost is", () => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const modules = Object.keys(exports).filter((name) => exports[name].types !== undefined);
    const told = parseTableRows(page("library.md").split("\n## ")[0] ?? "");

    expect(told.map(([name]) => bare(name))).toEqual(
      modules.map((name) => name.replace(/^\./, "dissent")),
    );
  });

  test("the contract of a model on its page has the members of the interface", () => {
    const membersIn = (text: string): string[] => {
      const body = /interface Model \{\n([\s\S]*?)^\}/m.exec(text)?.[1] ?? "";
      return [...body.matchAll(/^ {2}(?:readonly )?(\w+\??)[:(]/gm)].map(([, name]) => name ?? "");
    };
    const members = membersIn(readFileSync(join(ROOT, "src/model.ts"), "utf8"));

    expect(members.length).toBeGreaterThan(5);
    expect(membersIn(page("models.md"))).toEqual(members);
  });

  test("every variable of OpenTelemetry that is read is on its page", () => {
    const source = readFileSync(join(ROOT, "src/telemetry/otlp-exporter.ts"), "utf8");
    const names = [...source.matchAll(/env\["(OTEL_\w+)"\]/g)].map(([, name]) => name ?? "");

    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !page("telemetry.md").includes(name))).toEqual([]);
  });

  test("every format of a report is in the table of getting started", () => {
    const told = parseTableRows(readSection(page("getting-started.md"), "## A record")).flatMap(
      ([cell = ""]) => bare(cell).split(", "),
    );
    const flags = parseTableRows(readSection(page("cli.md"), "### dissent report"));
    const formats = flags.find(([flag = ""]) => flag.includes("--format"))?.[1] ?? "";

    expect(told.toSorted()).toEqual(formats.replace("format: ", "").split(", ").toSorted());
  });
});

describe("words", () => {
  const pages = globSync("docs/**/*.md", { cwd: ROOT });

  test.each(pages)("%s puts nothing off to another version", (path) => {
    const text = readFileSync(join(ROOT, path), "utf8");

    expect(text.match(/\bin this version\b|\bthis version (?:has|computes|does)\b/gi)).toBeNull();
  });

  test("the glossary is in order", () => {
    const words = parseTableRows(page("glossary.md")).map(([word = ""]) => word);

    expect(words).toEqual(words.toSorted());
    // a newcomer learns about ten words: a longer list means that we made words up
    expect(words.length).toBeLessThanOrEqual(20);
  });

  test.each(pages)("%s sells nothing and names no machine", (path) => {
    const text = readFileSync(join(ROOT, path), "utf8");

    expect(text.match(/\b(?:simply|just|easy|easily|powerful|seamless(?:ly)?)\b/gi)).toBeNull();
    expect(
      text.match(/(?:^|[\s"'`(])\/(?:work|tmp|home|root|Users|var)\/|registry\.\w+/m),
    ).toBeNull();
    expect(
      text.match(/\p{Extended_Pictographic}/gu)?.filter((sign) => !"✓▶".includes(sign)) ?? [],
    ).toEqual([]);
  });
});

describe("links", () => {
  const pages = globSync("**/*.md", {
    cwd: ROOT,
    exclude: (path) => /(?:^|\/)(?:node_modules|\.dissent|\.git|dist|sadd)$/.test(path),
  }).filter((path) => !/(?:^|\/)(?:node_modules|\.dissent|dist)\//.test(path));

  test.each(pages)("every relative link of %s leads somewhere", (path) => {
    const text = readFileSync(join(ROOT, path), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link]) => link ?? "")
      .filter((link) => !/^[a-z]+:/.test(link));

    const dead = links.filter((link) => {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !listAnchors(target).includes(anchor);
    });

    expect(dead).toEqual([]);
  });

  test.each(pages)("every file of ours that %s names is there", (path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    const named = [...text.matchAll(/`((?:src|web|test|scripts|bench)\/[\w./*-]+)`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !name.endsWith("/node_modules"))
      .filter((name) => globSync(name, { cwd: ROOT }).length === 0);

    expect(named).toEqual([]);
  });

  test("the index has every page", () => {
    const listed = [...page("index.md").matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link);
    const pages = globSync("docs/**/*.md", { cwd: ROOT })
      .map((path) => relative("docs", path))
      .filter((path) => path !== "index.md" && !path.startsWith("decisions/"));

    expect(pages.filter((path) => !listed.includes(path))).toEqual([]);
  });
});

/** Headings as the anchors that Markdown viewers make of them. */
function listAnchors(path: string): string[] {
  const text = readFileSync(join(ROOT, path), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}

describe("examples on the pages", () => {
  test("docs/protocols/own.md quotes the example as it is", () => {
    const example = globSync("examples/own-protocol/*.ts", { cwd: ROOT })
      .map((path) => readFileSync(join(ROOT, path), "utf8"))
      .join("\n");
    const quoted = [...page("protocols/own.md").matchAll(/```ts\n([\s\S]*?)```/g)];

    expect(quoted.length).toBeGreaterThan(3);
    expect(quoted.map(([, code]) => code ?? "").filter((code) => !example.includes(code))).toEqual(
      [],
    );
  });
});
