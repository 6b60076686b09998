/** Merging documents through the real command line: merge, blame, revert, stops, generated drafts, refusals. */
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  EXAMPLES,
  expectHarmless,
  expectRefusal,
  NO_TERMINAL,
  project,
  type Project,
  type Ran,
  run,
  startInTerminal,
} from "../support/processes/cli.ts";

const readExample = (name: string): string =>
  readFileSync(join(EXAMPLES, "merge-plan", `draft-${name}.md`), "utf8");

/** Three versions of one plan: each changes something alone, and two change one paragraph in different ways. */
const OLD = readExample("ops");
const OPS = OLD.replace("today it takes 900 ms", "today it takes 950 ms");
const PRODUCT = OLD.replace("within 60 seconds", "within 45 seconds")
  .replace("its 6 machines are returned", "its 8 machines are returned")
  .replace("one step a day", "two steps a day")
  .concat(
    "\n## Who is affected\n\nShops with more than 10,000 products notice the switch first.\n",
  );
const DATA = OLD.replace("above 3 % of queries", "above 2 % of queries")
  .replace("its 6 machines are returned", "its 5 machines are sold")
  .replace("one step a day", "one step a week")
  .replace("\n\n## Plan", "\n- R-2: Every result carries its source.\n\n## Plan");

const drafts = (): Project =>
  project({ "old.md": OLD, "ops.md": OPS, "product.md": PRODUCT, "data.md": DATA });
const FILES = ["ops.md", "product.md", "data.md"];
const ANCESTOR = ["--ancestor", "old.md"];

interface Result {
  readonly status: string;
  readonly base_variant: number;
  readonly reasons: readonly string[];
  readonly changes: readonly { readonly number: number; readonly status: string }[];
  readonly overrides: readonly Record<string, string>[];
}

async function readResult(at: Project): Promise<Result> {
  const { stdout } = await run(at, ["report", "last", "-f", "json"]);
  return (JSON.parse(stdout) as { transcript: { outcome: { result: Result } } }).transcript.outcome
    .result;
}

function parseJsonLines({ stdout }: Ran): Record<string, unknown>[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("merge", () => {
  test("A1 K9 several drafts in, one document out, every artifact beside it, and it verifies", async () => {
    const at = drafts();

    const { code, stdout, stderr } = await run(at, [
      "merge",
      ...FILES,
      ...ANCESTOR,
      "-o",
      "out.md",
    ]);
    const verified = await run(at, ["verify", "last"]);

    expect(code).toBe(10);
    expect(stdout).toContain("out.md");
    expect(stderr).toMatch(/^notice offline: built-in readers/m);
    expect(verified.stdout).toContain("outcome recomputed, no difference");
    for (const name of [
      "variant-1-original.md",
      "variant-2-original.md",
      "variant-3-original.md",
      "diff-analysis.md",
      "debate-transcript.md",
      "base-selection.md",
      "refactor-plan.md",
      "merge-log.md",
      "provenance.json",
      "result.yaml",
      "debate-out.md",
    ]) {
      expect(existsSync(join(at.dir, "adversarial", name)), name).toBe(true);
    }
    expect(at.read("out.md")).toMatch(/<!-- Source: Variant [ABC] \([a-z]+\.md\), Section /);
    // the drafts are untouched
    expect(FILES.map((file) => at.read(file))).toEqual([OPS, PRODUCT, DATA]);
  });

  test("A0b what one side changed is taken, what two changed is a point, and the base keeps its own", async () => {
    const at = drafts();

    await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-q"]);

    const merged = at.read("out.md");
    for (const words of ["950 ms", "45 seconds", "above 2 %", "Who is affected"])
      expect(merged).toContain(words);
    expect(merged.match(/machines are/g)).toHaveLength(1);
    const { points } = (await readResult(at)) as unknown as { points: { point: string }[] };
    expect(points.map(({ point }) => point)).toEqual(["C-001"]);
  });

  test("A9 the planted contradiction is found, and a reader that judges nothing takes no side", async () => {
    const [ops, product, data] = ["ops", "product", "data"].map(readExample);
    const at = project({ "ops.md": ops ?? "", "product.md": product ?? "", "data.md": data ?? "" });

    await run(at, ["merge", ...FILES, "-o", "out.md", "-q"]);

    const found = at.read("adversarial/diff-analysis.md");
    expect(found).toMatch(/14 days/);
    expect(found).toMatch(/7 days/);
    expect([ops, product, data]).toContain(at.read("out.md"));
  });

  test("A16 A17 identical drafts give the first back byte for byte, marks and line ends included", async () => {
    const text = `\ufeff---\r\ntitle: x\r\n---\r\n# Plan\r\n\r\nWords.  \r\n\r\n| a | b |\r\n| --- | --- |\r\n| 1 | 2 |\r\n`;
    const at = project({ "a.md": text, "b.md": `${text}\r\n` });

    const { code } = await run(at, ["merge", "a.md", "b.md", "-o", "out.md", "-q"]);

    expect(code).toBe(0);
    expect(at.read("out.md")).toBe(text);
    expect(await readResult(at)).toMatchObject({ status: "partial", reasons: ["skipped_debate"] });
  });

  test("without -o everything goes to a directory of its own, and a pipe gets the document", async () => {
    const at = project({ "plan-a.md": OPS, "plan-b.md": DATA });

    const { stdout } = await run(at, ["merge", "plan-a.md", "plan-b.md", "-q"]);

    const [name = ""] = ["merged.md", "merged.partial.md"].filter((one) =>
      existsSync(join(at.dir, "plan-merged", one)),
    );
    expect(stdout).toBe(at.read(join("plan-merged", name)));
    expect(existsSync(join(at.dir, "plan-merged", "adversarial", "result.yaml"))).toBe(true);
  });

  test("--json begins with launch, ends with done, and names the document first", async () => {
    const at = drafts();

    const ran = await run(at, [
      "merge",
      ...FILES,
      ...ANCESTOR,
      "-o",
      "sub/Final Plan.md",
      "--json",
      "-q",
    ]);

    const lines = parseJsonLines(ran);
    expect(lines[0]).toMatchObject({ event: "launch" });
    expect(lines.at(-1)).toMatchObject({
      event: "done",
      wrote: expect.arrayContaining([join("sub", "adversarial", "provenance.json")]),
      exit: ran.code,
    });
    const [first] = (lines.at(-1) as { wrote: string[] }).wrote;
    expect(first).toMatch(/^sub.Final Plan(?:\.partial)?\.md$/);
  });

  test("--no-comments and --base are obeyed", async () => {
    const at = drafts();

    await run(at, [
      "merge",
      ...FILES,
      ...ANCESTOR,
      "-o",
      "out.md",
      "--no-comments",
      "--base",
      "product.md",
      "-q",
    ]);

    expect((await readResult(at)).base_variant).toBe(2);
    const out = existsSync(join(at.dir, "out.md")) ? "out.md" : "out.partial.md";
    expect(at.read(out)).not.toContain("<!-- Source");
  });

  test("--dry-run shows what would be asked, and writes nothing", async () => {
    const at = drafts();
    const before = at.listing();

    const { code, stdout } = await run(at, [
      "merge",
      ...FILES,
      ...ANCESTOR,
      "-o",
      "out.md",
      "--dry-run",
    ]);

    expect(code).toBe(0);
    expect(stdout).toContain("Advocate C");
    expect(stdout).toContain("product.md");
    expect(at.listing()).toEqual(before);
  });

  test("settings and seats that are configured for another protocol do not get in the way", async () => {
    const at = drafts();
    at.write(
      "dissent.yaml",
      "protocol: judges\nparticipants:\n  lawyer: { model: offline, stance: contracts }\nsettings: { max_rounds: 1 }\n",
    );

    const { code, stderr } = await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-q"]);

    expect(stderr).toBe("");
    expect(code).toBe(10);
  });
});

describe("plain text", () => {
  const ONE =
    "Notes on the move\n\nThe van comes on Monday at 9:00.\n\nBoxes are labelled by room.\n";
  const TWO =
    "Notes on the move\n\nThe van comes on Monday at 9:00.\n\nThe lift is booked from 8:00 to 12:00 because the stairs are narrow.\n";

  test("w merges by paragraphs, without comments, with a map beside it", async () => {
    const at = project({ "old.txt": ONE, "one.txt": ONE, "two.txt": TWO });

    const ancestor = ["--ancestor", "old.txt"];
    const { stderr } = await run(at, ["merge", "one.txt", "two.txt", ...ancestor, "-o", "all.txt"]);
    const blamed = await run(at, ["merge", "--blame", "all.txt"]);

    expect(stderr).toContain("one.txt is not Markdown, so it is merged by paragraphs");
    expect(at.read("all.txt")).toContain("The van comes on Monday at 9:00.");
    expect(at.read("all.txt")).toContain("The lift is booked");
    expect(at.read("all.txt")).not.toContain("<!--");
    expect(blamed.code).toBe(0);
    expect(blamed.stdout).toContain("two.txt");
  });
});

describe("blame", () => {
  test("A39 every paragraph has a source, and what was left out has a reason", async () => {
    const at = drafts();
    await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-q"]);

    const { code, stdout } = await run(at, ["merge", "--blame", "out.md"]);
    const json = await run(at, ["merge", "--blame", "out.md", "--json"]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/ops\.md/);
    expect(stdout).toMatch(/#\d+ (?:replace|insert) [CXU]-\d{3}/);
    expectHarmless(stdout.replaceAll("\n", ""));
    const { rows, left_out: left } = JSON.parse(json.stdout) as {
      rows: { lines: unknown; variant: number | null }[];
      left_out: { reason: string }[];
    };
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every(({ variant }) => variant !== null)).toBe(true);
    expect(left.every(({ reason }) => reason !== "")).toBe(true);
  });

  test("what was edited since is told apart, and --line shows one paragraph", async () => {
    const at = drafts();
    await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-q"]);
    const text = at.read("out.md");
    const edited = text
      .replace("We move product search", "We carefully move product search")
      .replace(
        "The new index is built from the product feed",
        "The new index is really built from the product feed",
      );
    expect(edited).not.toBe(text);
    at.write("out.md", edited);
    const line = edited.split("\n").findIndex((one) => /carefully|really/.test(one)) + 1;

    const all = await run(at, ["merge", "--blame", "out.md"]);
    const one = await run(at, ["merge", "--blame", "out.md", "--line", String(line)]);

    expect(all.stdout).toMatch(/changed since/);
    expect(one.stdout).toMatch(/changed since/);
    expect(one.stdout.split("\n").length).toBeLessThan(all.stdout.split("\n").length);
  });

  test("a document without a map, a broken map and a line that is not there are refused", async () => {
    const at = drafts();
    expectRefusal(await run(at, ["merge", "--blame", "ops.md"]), {
      says: /ops\.md/,
      as: "file-unreadable",
    });
    expectRefusal(await run(at, ["merge", "--blame", "none.md"]), {
      says: /none\.md/,
      as: "file-unreadable",
    });
    await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-q"]);

    expectRefusal(await run(at, ["merge", "--blame", "out.md", "--line", "99999"]), {
      says: /99999/,
      as: "usage",
    });
    expectRefusal(await run(at, ["merge", "--blame", "ops.md"]), {
      says: /ops\.md/,
      as: "file-unreadable",
    });
    at.write("adversarial/provenance.json", '{"version": 1, "units": [{"\u001b[31m": 1}]}');
    expectRefusal(await run(at, ["merge", "--blame", "out.md"]), {
      says: /provenance\.json/,
      as: "bad-journal",
    });
  });
});

describe("--revert", () => {
  async function merged(): Promise<{ at: Project; all: number[]; made: number[] }> {
    const at = drafts();
    await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-q"]);
    const { changes } = await readResult(at);
    const numbers = (given: typeof changes): number[] => given.map(({ number }) => number);
    const made = numbers(changes.filter(({ status }) => status === "applied"));
    expect(made.length).toBeGreaterThan(2);
    return { at, all: numbers(changes), made };
  }

  test("A39 leaves one change out, asks nobody, and verifies", async () => {
    const { at, made: numbers } = await merged();
    const before = at.read("out.md");

    const ran = await run(at, [
      "merge",
      "--revert",
      String(numbers[0]),
      "out.md",
      "-m",
      "not ours",
    ]);
    const verified = await run(at, ["verify", "last"]);
    const shown = await run(at, ["show", "last"]);

    expect(ran.code).toBe(10);
    expect(at.read("out.md")).not.toBe(before);
    expect(verified.stdout).toContain("outcome recomputed, no difference");
    expect(shown.stdout).toContain(`without Change #${numbers[0]}, taken back by tester: not ours`);
    const again = await run(at, ["merge", "--revert", String(numbers[1]), "out.md", "-q"]);
    expect(again.code).toBe(10);
    const { changes } = await readResult(at);
    const struck = changes.filter(({ status }) => status !== "applied").map(({ number }) => number);
    expect(struck).toEqual(expect.arrayContaining([numbers[0], numbers[1]]));
  });

  test("A39 of all changes gives the base back byte for byte", async () => {
    const { at, all: numbers } = await merged();
    const { base_variant: base } = await readResult(at);

    await run(at, ["merge", "--revert", numbers.join(","), "last", "-q"]);

    expect(at.read("out.md")).toBe([OPS, PRODUCT, DATA][base - 1]);
  });

  test("needs no model: those that spoke may be gone", async () => {
    const at = drafts();
    const silent = { "*": { crash: "down" } };
    at.write("gone.yaml", JSON.stringify(silent));
    await run(at, [
      "merge",
      ...FILES,
      ...ANCESTOR,
      "-o",
      "out.md",
      "-q",
      "--seat",
      "analyst=scripted/gone.yaml",
    ]);
    at.write("gone.yaml", "not a script");

    const { code, stderr } = await run(at, ["merge", "--revert", "1", "out.md", "-q"]);

    expect(stderr).toMatch(/^Without Change #1/);
    expect(code).toBe(10);
  });

  test("refuses what was not planned, what is no merge, and a document it did not make", async () => {
    const { at } = await merged();

    expectRefusal(await run(at, ["merge", "--revert", "99", "out.md"]), {
      says: /no Change #99/,
      as: "bad-option",
    });
    expectRefusal(await run(at, ["merge", "--revert", "x", "out.md"]), {
      says: /"x"/,
      as: "usage",
    });
    expectRefusal(await run(at, ["merge", "--revert", "1", "out.md", "ops.md"]), {
      says: /one merge/,
      as: "usage",
    });
    at.write("elsewhere/other.md", "# Not ours\n");
    expectRefusal(await run(at, ["merge", "--revert", "1", "elsewhere/other.md"]), {
      says: /No merge of this project made/,
      as: "unknown-debate",
    });
    await run(at, ["run", join(EXAMPLES, "two-options.md"), "-q"]);
    expectRefusal(await run(at, ["merge", "--revert", "1", "two-options"]), {
      says: /two-options/,
      as: "unknown-debate",
    });
  });
});

describe("what is there already", () => {
  test("an edited document is not written over without a word", async () => {
    const at = drafts();
    await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-q"]);
    const again = await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-q"]);
    expect(again.code).toBe(10);

    at.write("out.md", `${at.read("out.md")}\nMy own words.\n`);

    expectRefusal(await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md"]), {
      says: /out\.md is not what a merge left there/,
      as: "needs-confirmation",
    });
    expectRefusal(await run(at, ["merge", "--revert", "1", "out.md"]), {
      says: /out\.md is not what a merge left there/,
      as: "needs-confirmation",
    });
    expect(at.read("out.md")).toContain("My own words.");
    await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-q", "--yes"]);
    expect(at.read("out.md")).not.toContain("My own words.");
  });

  test("an edited file about the merge is not written over without a word either", async () => {
    const at = drafts();
    await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-q"]);
    at.write("adversarial/merge-log.md", `${at.read("adversarial/merge-log.md")}\nMy note.\n`);

    expectRefusal(await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md"]), {
      says: /adversarial\/merge-log\.md is not what a merge left there/,
      as: "needs-confirmation",
    });
    expect(at.read("adversarial/merge-log.md")).toContain("My note.");
  });

  test("what is known of another document in the same directory is not written over without a word", async () => {
    const at = drafts();
    await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "one.md", "-q"]);
    const map = at.read("adversarial/provenance.json");

    expectRefusal(await run(at, ["merge", ...FILES.slice(0, 2), ...ANCESTOR, "-o", "two.md"]), {
      says: /adversarial is about one\.md, another merge/,
      as: "needs-confirmation",
    });
    expect(at.read("adversarial/provenance.json")).toBe(map);

    await run(at, ["merge", ...FILES.slice(0, 2), ...ANCESTOR, "-o", "two.md", "-q", "--yes"]);
    const made = (JSON.parse((await run(at, ["list", "--json"])).stdout) as { id: string }[])[1];
    const back = await run(at, ["merge", "--revert", "1", "one.md", "-o", "back/"]);
    expect(back.stderr).toContain(`forked from ${made?.id}`);
  });

  test("K11 A44 a decision about a merge that did not converge is recorded, and an edited document stays", async () => {
    const day = (when: string): string =>
      `# P\n\n## Days\n\nThe team meets on ${when} in Berlin.\n`;
    const at = project({ "a.md": day("Monday at 9:00"), "b.md": day("Friday at 8:00") });
    const ran = await run(at, ["merge", "a.md", "b.md", "-o", "out.md", "-q"]);
    expect(ran.code).toBe(10);
    expect((await readResult(at)).reasons).toContain("not_converged");
    const [name = ""] = ["out.md", "out.partial.md"].filter((one) => existsSync(join(at.dir, one)));
    at.write(name, "My own words.\n");

    const decided = await run(at, ["decide", "last", "accept", "-m", "fine with us"]);

    expect(decided.code).toBe(0);
    expect(at.read(name)).toBe("My own words.\n");
    expect(at.read("adversarial/debate-out.md")).toContain("fine with us");
  });

  test("a draft is never the place for the result", async () => {
    const at = drafts();

    expectRefusal(await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "ops.md", "--yes"]), {
      says: /ops\.md is one of the drafts/,
      as: "usage",
    });
    expect(at.read("ops.md")).toBe(OPS);
  });
});

describe("stops", () => {
  test("A48 with --json the debate waits, tells question and choices, and decide goes on", async () => {
    const at = drafts();
    const waiting = (ran: Ran) =>
      (
        parseJsonLines(ran).at(-1) as {
          waiting: { key: string; many?: true; choices: { id: string }[] };
        }
      ).waiting;

    const first = await run(at, [
      "merge",
      ...FILES,
      ...ANCESTOR,
      "-o",
      "out.md",
      "-i",
      "--json",
      "-q",
    ]);
    expect(first.code).toBe(10);
    expect(waiting(first)).toMatchObject({ key: "after-diff", many: true });
    const [, one] = waiting(first).choices;
    expect((await run(at, ["resume", "last"])).stderr).toMatch(/waits for a person/);

    const wrong = await run(at, ["decide", "last", `${one?.id},nothing`, "-m", "x"]);
    expectRefusal(wrong, { says: /"nothing" is not among/, as: "bad-option" });
    const second = await run(at, [
      "decide",
      "last",
      `${one?.id}`,
      "-m",
      "these first",
      "--json",
      "-q",
    ]);
    expect(waiting(second)).toMatchObject({ key: "after-debate" });
    expect(waiting(second)).not.toHaveProperty("many");
    const third = await run(at, ["decide", "last", "accept", "-m", "good enough", "--json", "-q"]);
    expect(waiting(third)).toMatchObject({ key: "after-base" });
    const fourth = await run(at, [
      "decide",
      "last",
      "variant-2",
      "-m",
      "customers first",
      "--json",
      "-q",
    ]);
    expect(waiting(fourth)).toMatchObject({ key: "after-plan", many: true });
    const last = await run(at, [
      "decide",
      "last",
      "strike-1",
      "-m",
      "not this one",
      "--json",
      "-q",
    ]);

    expect(parseJsonLines(last).at(-1)).toMatchObject({
      event: "done",
      outcome: expect.any(String),
    });
    const result = await readResult(at);
    expect(result.base_variant).toBe(2);
    expect(result.overrides.map(({ stop, by, reason }) => [stop, by, reason])).toEqual([
      ["after-diff", "tester", "these first"],
      ["after-debate", "tester", "good enough"],
      ["after-base", "tester", "customers first"],
      ["after-plan", "tester", "not this one"],
    ]);
    expect(result.changes.find(({ number }) => number === 1)?.status).not.toBe("applied");
    // it was told where to write when it began
    expect(["out.md", "out.partial.md"].some((name) => existsSync(join(at.dir, name)))).toBe(true);
    expect((await run(at, ["verify", "last"])).stdout).toContain("no difference");
  });

  test.skipIf(NO_TERMINAL)(
    "A48 in a terminal choices are numbered and answered in place",
    async () => {
      const at = drafts();
      const shell = startInTerminal(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-i"], {
        columns: 100,
      });
      const type = (line: string): void => void shell.child.stdin?.write(`${line}\n`);

      await shell.said(/Which of them should the advocates look at first\?/);
      await shell.said("q leaves it open.");
      type("77 no such number");
      await shell.said('There is no "77" among the choices.');
      type("1");
      await shell.said("Why?");
      type("no favourites");
      await shell.said("Is that enough?");
      type("accept enough for a draft");
      await shell.said("Which should it be?");
      type("1 ours");
      await shell.said("strike some out?");
      type("2,3 they repeat us");
      const { code } = await shell.ended;

      expect(code).toBe(0);
      const { overrides } = await readResult(at);
      expect(overrides.map(({ choice }) => choice)).toEqual([
        "all",
        "accept",
        "variant-1",
        "strike-1,strike-2",
      ]);
      expect(overrides[0]).toMatchObject({ reason: "no favourites", by: "tester" });
    },
  );

  test.skipIf(NO_TERMINAL)("A48 who leaves it open finds it waiting", async () => {
    const at = drafts();
    const shell = startInTerminal(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-i"]);

    await shell.said("q leaves it open.");
    shell.child.stdin?.write("q\n");
    const { code } = await shell.ended;

    expect(code).toBe(10);
    expect((await run(at, ["list"])).stdout).toMatch(/waiting/);
  });
});

describe("generated drafts", () => {
  const SOURCE = "# Spec\n\n- R-1: Orders are kept.\n- R-2: Mails are sent within 5 minutes.\n";
  const seats = ["advocate-1", "advocate-2", "analyst", "evaluator"].flatMap((seat) => [
    "--seat",
    `${seat}=offline`,
  ]);
  const document = (text: string) => ({ reply: { document: text } });

  function agents(at: Project, second: object): string[] {
    at.write("spec.md", SOURCE);
    at.write("one.yaml", JSON.stringify({ "variants/author-1": document(OPS) }));
    at.write("two.yaml", JSON.stringify({ ...second }));
    const specs = 'scripted/one.yaml:architect,scripted/two.yaml:qa:"be brief, and exact"';
    return ["merge", "--generate", "plan", "--source", "spec.md", "--agents", specs, ...seats];
  }

  test("A4 agents write, their drafts are merged, and copies carry their names", async () => {
    const at = project();

    const { code } = await run(at, [
      ...agents(at, { "variants/author-2": document(DATA) }),
      "-o",
      "out",
      "-q",
    ]);

    expect(code).toBe(10);
    expect(
      existsSync(join(at.dir, "out", "adversarial", "variant-1-scripted-one-yaml-architect.md")),
    ).toBe(true);
    expect(
      existsSync(join(at.dir, "out", "adversarial", "variant-2-scripted-two-yaml-qa.md")),
    ).toBe(true);
    const [name = ""] = ["plan.md", "plan.partial.md"].filter((one) =>
      existsSync(join(at.dir, "out", one)),
    );
    expect(at.read(join("out", name))).toContain("# Rollout of the new search index");
    expect((await run(at, ["verify", "last"])).stdout).toContain("no difference");
  });

  test("A43 who fails is asked once more; A46 one draft alone is returned and nothing is merged", async () => {
    const at = project();
    const again = {
      "variants/author-2": { crash: "down" },
      "variants-again/author-2": document(DATA),
    };
    expect((await run(at, [...agents(at, again), "-o", "one", "-q"])).code).toBe(10);

    const dead = await run(at, [...agents(at, { "*": { crash: "down" } }), "-o", "two", "-q"]);

    expect(dead.code).toBe(3);
    expect(at.read("two/adversarial/variant-1-scripted-one-yaml-architect.md")).toContain(
      "# Rollout",
    );
    expect(existsSync(join(at.dir, "two", "plan.md"))).toBe(false);
  });

  test("the built-in readers cannot write, and that is said before anything is opened", async () => {
    const at = project({ "spec.md": SOURCE });

    expectRefusal(
      await run(at, ["merge", "-g", "roadmap", "--source", "spec.md", "-a", "offline:qa,offline"]),
      { says: /offline cannot write a roadmap/, as: "bad-settings" },
    );
    expect(existsSync(join(at.dir, ".dissent"))).toBe(false);
  });
});

describe("refusals", () => {
  const CASES: readonly (readonly [string, readonly string[], RegExp, string])[] = [
    ["nothing to merge", [], /nothing to merge/, "usage"],
    ["one file", ["ops.md"], /at least 2 files/, "usage"],
    ["a missing file", ["ops.md", "none.md"], /no file none\.md/, "file-unreadable"],
    ["the same file twice", ["ops.md", "./ops.md"], /named twice/, "usage"],
    ["a program", ["ops.md", "main.ts"], /main\.ts is a program/, "bad-brief"],
    ["an empty file", ["ops.md", "empty.md"], /empty\.md is empty/, "bad-brief"],
    ["both modes", ["ops.md", "product.md", "-g", "plan"], /not both/, "usage"],
    ["a missing flag", ["-g", "plan", "--source", "ops.md"], /--generate needs --agents/, "usage"],
    [
      "an unknown model",
      ["-g", "plan", "--source", "ops.md", "-a", "nobody/x,nobody/y"],
      /nobody\/x/,
      "unknown-model",
    ],
    [
      "an unquoted instruction",
      ["-g", "plan", "--source", "ops.md", "-a", "a/x:qa:be brief"],
      /not in quotation marks/,
      "usage",
    ],
    ["an unknown base", ["ops.md", "data.md", "--base", "C"], /no variant "C"/, "usage"],
    ["an unknown seat", ["ops.md", "data.md", "--seat", "risk=offline"], /risk/, "unknown-seat"],
  ];

  test.each(CASES)(
    "%s stops with one clear line, and nothing is left behind",
    async (_, args, says, as) => {
      const at = drafts();
      at.write("main.ts", "export const a = 1;\n");
      at.write("empty.md", "\n");
      const before = at.listing();

      expectRefusal(await run(at, ["merge", ...args]), { says, as });
      expect(at.listing()).toEqual(before);
    },
  );

  test("a bad depth and convergence are warned of, and the merge goes on", async () => {
    const at = drafts();

    const { stderr, code } = await run(at, [
      "merge",
      ...FILES,
      ...ANCESTOR,
      "-o",
      "out.md",
      "-q",
      "--depth",
      "abyss",
      "--convergence",
      "2",
    ]);

    expect(code).toBe(10);
    expect(stderr).toContain(
      'dissent: --depth knows quick, standard, deep and not "abyss", so it is standard',
    );
    expect(stderr).toContain(
      'dissent: --convergence is between 0.50 and 0.99 and not "2", so it is 0.80',
    );
  });

  test("K17 names and words of a draft move no cursor", async () => {
    const at = project();
    const evil = "# Title \u001b[31m\n\n## Plan\n\nRun \u001b]0;x\u0007 now --> <!-- in 5 days.\n";
    at.write("evil \u001b[2J.md", evil);
    at.write("b.md", OPS);

    const ran = await run(at, ["merge", "evil \u001b[2J.md", "b.md", "-o", "out.md"]);
    const blamed = await run(at, [
      "blame",
      existsSync(join(at.dir, "out.md")) ? "out.md" : "out.partial.md",
    ]);

    expectHarmless(ran.stderr.replaceAll("\n", ""), ran.stdout.replaceAll("\n", ""));
    expectHarmless(blamed.stdout.replaceAll("\n", ""));
  });

  test("K17 a link planted beside the document leads nothing elsewhere", async () => {
    const at = drafts();
    symlinkSync(at.outside, join(at.dir, "adversarial"));
    const before = at.listing().filter((path) => path.startsWith("outside"));

    const { code, stderr } = await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-q"]);

    expect(code).toBe(2);
    expect(stderr).toMatch(/unsafe-path/);
    expect(at.listing().filter((path) => path.startsWith("outside"))).toEqual(before);
  });
});

test("K12 a merge that met a limit is resumed and writes where it was told to", async () => {
  const at = drafts();
  const limited = await run(at, [
    "merge",
    ...FILES,
    ...ANCESTOR,
    "-o",
    "out.md",
    "-q",
    "--max-calls",
    "2",
  ]);
  expect(limited.code).toBe(4);

  const { code } = await run(at, ["resume", "last", "--max-calls", "100", "-q"]);

  expect(code).toBe(10);
  expect(["out.md", "out.partial.md"].some((name) => existsSync(join(at.dir, name)))).toBe(true);
});

test("what came to its place while a merge was paused is not written over without a word", async () => {
  const at = drafts();
  const limited = ["merge", ...FILES, ...ANCESTOR, "-o", "one.md", "-q", "--max-calls", "2"];
  expect((await run(at, limited)).code).toBe(4);
  const paused = (JSON.parse((await run(at, ["list", "--json"])).stdout) as { id: string }[])[0]
    ?.id;
  await run(at, ["merge", ...FILES.slice(0, 2), ...ANCESTOR, "-o", "two.md", "-q"]);
  const map = at.read("adversarial/provenance.json");
  const going = ["resume", paused ?? "", "--max-calls", "100", "-q"];

  expectRefusal(await run(at, going), {
    says: /adversarial is about two\.md, another merge/,
    as: "needs-confirmation",
  });
  expect((await run(at, [...going, "-o", "elsewhere/one.md"])).code).toBe(10);

  expect(at.read("adversarial/provenance.json")).toBe(map);
  expect(existsSync(join(at.dir, "elsewhere", "adversarial", "provenance.json"))).toBe(true);
});

test("what came to its place while a merge waited for a person stays, and the merge is kept with its debate", async () => {
  const at = drafts();
  const json = ["--json", "-q"];
  let ran = await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-i", ...json]);
  at.write("out.md", "My own words.\n");

  for (;;) {
    const { waiting } = parseJsonLines(ran).at(-1) as { waiting?: { choices: { id: string }[] } };
    if (!waiting) break;
    ran = await run(at, ["decide", "last", waiting.choices[0]?.id ?? "", "-m", "good", ...json]);
  }

  expect(ran.stderr).toMatch(
    /^dissent: out\.md is not what a merge left there and stays as it is; this merge is in \.dissent\/debates\//m,
  );
  expect(at.read("out.md")).toBe("My own words.\n");
  expect(existsSync(join(at.dir, "adversarial"))).toBe(false);
  const { debate, wrote } = parseJsonLines(ran).at(-1) as { debate: string; wrote: string[] };
  expect(wrote[0]).toMatch(new RegExp(`^\\.dissent/debates/${debate}/out(\\.partial)?\\.md$`));
  expect((await run(at, ["merge", "--blame", wrote[0] ?? ""])).code).toBe(0);

  const later = await run(at, ["decide", debate, "accept", "-m", "on second thoughts"]);
  expect(later).toMatchObject({ code: 0, stderr: "" });
  expect(existsSync(join(at.dir, "adversarial"))).toBe(false);
  const record = `.dissent/debates/${debate}/adversarial/debate-out.md`;
  expect(at.read(record)).toContain("on second thoughts");
});

test("a decision about an earlier merge leaves the map of the one that took its place alone", async () => {
  const at = drafts();
  await run(at, ["merge", ...FILES, ...ANCESTOR, "-o", "out.md", "-q"]);
  const [first] = JSON.parse((await run(at, ["list", "--json"])).stdout) as { id: string }[];
  await run(at, ["merge", ...FILES.slice(0, 2), ...ANCESTOR, "-o", "out.md", "-q"]);
  const map = at.read("adversarial/provenance.json");

  const decided = await run(at, ["decide", first?.id ?? "", "accept", "-m", "the first one"]);

  expect(decided.code).toBe(0);
  expect(decided.stderr).toMatch(
    /^dissent: adversarial is about another merge and stays as it is/m,
  );
  expect(at.read("adversarial/provenance.json")).toBe(map);
  expect((await run(at, ["merge", "--blame", "out.md"])).code).toBe(0);
});
