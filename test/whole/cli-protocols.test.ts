/** Every protocol through the real command line, with the built-in readers, people and decision records. */
import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  EXAMPLES,
  expectRefusal,
  NO_TERMINAL,
  project,
  run,
  startInTerminal,
} from "../support/processes/cli.ts";

const ENDINGS: Readonly<Record<string, RegExp>> = {
  "event-schema.md": /^Consensus \(built-in readers only\): /m,
  "offline-sync.md": /^Contested \(built-in readers only\): /m,
  "open-source-it.md": /^Synthesized \(built-in readers only\): /m,
  "queue-or-cron.md": /^Contested \(built-in readers only\): /m,
  "rewrite-billing.md": /^Contested \(built-in readers only\): /m,
  "session-store.md": /^Tradeoff \(built-in readers only\): /m,
  "two-options.md": /^Consensus \(built-in readers only\): /m,
};

test("every example brief is in the table below", () => {
  expect(globSync("*.md", { cwd: EXAMPLES }).sort()).toEqual(Object.keys(ENDINGS));
});

test.each(Object.entries(ENDINGS))(
  "K9 K20 %s runs offline, ends as told with exit 10, and verifies",
  async (name, word) => {
    const at = project();

    const { code, stdout } = await run(at, ["run", join(EXAMPLES, name), "-q"]);
    const verified = await run(at, ["verify", "last"]);
    const shown = await run(at, ["show", "last"]);

    expect(code).toBe(10);
    expect(shown.stdout).not.toMatch(/^[a-z][a-z-]*(?:-\d+)?$/m); // a step by its name in the journal
    expect(stdout).toMatch(word);
    expect(verified.stdout).toContain("outcome recomputed, no difference");
  },
);

test.each(["judges", "board", "roundtable"])(
  "F1 T1 J6 -p %s debates the same question by its own rules",
  async (protocol) => {
    const at = project();

    const { code, stderr } = await run(at, [
      "run",
      join(EXAMPLES, "queue-or-cron.md"),
      "-p",
      protocol,
    ]);

    expect(code).toBe(10);
    expect(stderr).toMatch(protocol === "roundtable" ? /^r1 security /m : /^r1 \w+ /m);
  },
);

describe("challenge", () => {
  const PLAN =
    "We will drop the nightly backup next week because it takes an hour. Restores have never been needed. " +
    "An outage of the disk would lose every order of the day, and nobody has tested a restore.";

  test("H6 a plan in a file without front matter is attacked in the person's own words", async () => {
    const at = project({ "plan.md": `# Drop the nightly backup\n\n${PLAN}\n` });

    const { code } = await run(at, ["challenge", "plan.md", "-q"]);
    const record = await run(at, ["report", "last"]);
    const show = await run(at, ["report", "last", "-f", "json"]);

    expect(code).toBe(10);
    expect(record.stdout).toContain("# Drop the nightly backup");
    expect(show.stdout).toContain("We will drop the nightly backup next week");
  });

  test("H6 a plan in quotes and from standard input are read too", async () => {
    const at = project();

    const quoted = await run(at, ["challenge", PLAN, "-q"]);
    const piped = await run(at, ["challenge", "-", "-q"], { stdin: PLAN });

    for (const { code } of [quoted, piped]) expect(code).toBe(10);
  });

  test("a file that is not there is no plan", async () => {
    expectRefusal(await run(project(), ["challenge", "plan.md"]), {
      says: /There is no file plan\.md/,
      as: "file-unreadable",
    });
  });

  test("H7 --blind-first asks for a blind answer before the opening is shown", async () => {
    const at = project({ "plan.md": PLAN });

    const { stderr } = await run(at, ["challenge", "plan.md", "--blind-first"]);
    const { stdout } = await run(at, ["report", "last", "-f", "jsonl"]);

    expect(stderr).toMatch(/^r1 architect/m);
    expect(stdout).toContain('"step":"blind","blind":true');
  });

  test("K11 a tradeoff is decided between its sides, days later, with a reason", async () => {
    const at = project();
    await run(at, ["run", join(EXAMPLES, "session-store.md"), "-q"]);

    const decided = await run(at, ["decide", "last", "adversary", "-m", "A second server first"]);
    const shown = await run(at, ["show", "last"]);

    expect(decided.code).toBe(0);
    expect(shown.stdout).toContain("Decided    adversary");
  });
});

describe("flags of one protocol", () => {
  test("--preset and --class seat a board by what the brief and the project need", async () => {
    const at = project({
      "src/main.py": "",
      "q.md": "---\nquestion: Which queue library?\n---\nThe worker crashes.",
    });

    const { code, stdout } = await run(at, [
      "run",
      "q.md",
      "-p",
      "board",
      "--preset",
      "planning-2",
      "--dry-run",
    ]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/python/i);
    expect(stdout).toMatch(/Contrarian/);
    expect(stdout).toMatch(/Moonshot/);
  });

  test("T1 --specialists and --mandatory seat further people at a roundtable", async () => {
    const at = project();
    const brief = join(EXAMPLES, "event-schema.md");

    const { stdout } = await run(at, [
      "run",
      brief,
      "--specialists",
      "database,legal",
      "--mandatory",
      "legal",
      "--dry-run",
    ]);

    expect(stdout).toMatch(/Database/);
    expect(stdout).toMatch(/Legal/);
  });

  test("a flag of another protocol is refused before anything is asked", async () => {
    const at = project();

    expectRefusal(await run(at, ["run", join(EXAMPLES, "offline-sync.md"), "--preset", "board"]), {
      says: /judges has no preset/,
      as: "bad-settings",
    });
  });
});

describe("people", () => {
  test("T27 K11 an escalated roundtable sleeps, and a decision from another terminal wakes it", async () => {
    const at = project();
    writeFileSync(
      join(at.dir, "billing.md"),
      [
        "---\nquestion: What should happen to the billing code?",
        "options: { A: Patch it, B: Rewrite it }\n---\n",
        "## A Patch it\n\nPros:\n- every fix can be rolled back\n- nothing changes for customers\n",
        "Cons:\n- access to personal data stays open to all\n",
      ].join("\n"),
    );

    const waiting = await run(at, ["run", "billing.md", "-p", "roundtable", "-q"]);
    const listed = await run(at, ["list"]);
    const deferred = await run(at, ["decide", "last", "defer", "-m", "after the audit"]);

    expect(waiting.code).toBe(10);
    expect(waiting.stderr).toContain("dissent decide");
    expect(listed.stdout).toContain("waiting");
    expect(deferred.code).toBe(10);
    expect(deferred.stdout).toContain("Escalated");
  });

  test("KP1 KP2 K1 a person's seat waits, takes a filled form, and sends a bad one back with the problem", async () => {
    const at = project();
    at.write("mails.md", MARKED_BRIEF);
    const waiting = await run(at, ["run", "mails.md", "--seat", "risk=person"]);
    const early = await run(at, ["decide", "last", "B", "-m", "why"]);
    const { stdout: form } = await run(at, ["resume", "--answer", "last", "--template"]);
    at.write("bad.yaml", form);
    const again = await run(at, ["resume", "--answer", "last", "--file", "bad.yaml"]);
    const { stdout: second } = await run(at, ["resume", "--answer", "last", "--template"]);
    at.write("good.yaml", filled(form));
    const done = await run(at, [
      "resume",
      "--answer",
      "last",
      "--file",
      "good.yaml",
      "--by",
      "Ada",
    ]);
    const verified = await run(at, ["verify", "last"]);

    expect(waiting.code).toBe(10);
    expect(waiting.stderr).toContain("--answer");
    expectRefusal(early, { says: /dissent resume \S+ --answer --seat risk/, as: "not-decidable" });
    for (const { stderr } of [waiting, again]) {
      expect(stderr).toContain("value has answered, sealed until risk has answered\n");
      expect(stderr).not.toMatch(/^r1 (?:value|effort) .*B /m);
    }
    expect(done.stderr).toMatch(/^r1 value +B .*\nr1 effort +B .*\nr1 risk +B /m);
    expect(again.code).toBe(10);
    expect(second).toContain("# It could not be accepted:");
    expect(done.code).toBe(0);
    expect(done.stdout).toMatch(/^Consensus +B /m);
    expect(verified.code).toBe(0);
  });

  test.skipIf(NO_TERMINAL !== undefined)(
    "KP1 with an editor and a terminal the form opens by itself",
    async () => {
      const at = project();
      const editor = at.write("editor.mjs", EDITOR);
      at.write("mails.md", MARKED_BRIEF);

      const { child, ended } = startInTerminal(at, ["run", "mails.md", "--seat", "risk=person"], {
        env: { EDITOR: `${process.execPath} ${editor}` },
      });
      const { code, stdout } = await ended;

      expect(child.killed).toBe(false);
      expect(stdout).toContain("Consensus");
      expect(code).toBe(0);
    },
  );
});

describe("decision records", () => {
  test("many processes at once never take the same number", async () => {
    const at = project();
    const brief = join(EXAMPLES, "queue-or-cron.md");

    const ran = await Promise.all(
      Array.from({ length: 5 }, () => run(at, ["run", brief, "--adr", "-q"])),
    );

    expect(ran.map(({ code }) => code)).toEqual([10, 10, 10, 10, 10]);
    const numbers = readdirSync(join(at.dir, "docs/decisions")).map((file) => file.slice(0, 4));
    expect(numbers.sort()).toEqual(["0001", "0002", "0003", "0004", "0005"]);
  });

  test("T19 a roundtable leaves its own record and the whole discussion, linked to each other", async () => {
    const at = project();

    await run(at, ["run", join(EXAMPLES, "event-schema.md"), "--adr", "-q"]);

    const [record = ""] = globSync("docs/decisions/adr-0001-*.md", { cwd: at.dir });
    const [discussion = ""] = globSync("docs/debates/*/debate.md", { cwd: at.dir });
    const text = readFileSync(join(at.dir, record), "utf8");
    expect(text).toMatch(/^---\nstatus: "proposed"/);
    expect(text).toContain(discussion.replace("docs/", "../"));
    for (const section of ["## Dissents", "## What would change this"]) {
      expect(text).toContain(section);
    }

    const before = readFileSync(join(at.dir, discussion), "utf8");
    await run(at, [
      "run",
      join(EXAMPLES, "event-schema.md"),
      "--adr",
      "-q",
      "--specialists",
      "legal",
    ]);
    expect(globSync("docs/debates/*/debate.md", { cwd: at.dir })).toHaveLength(2);
    expect(readFileSync(join(at.dir, discussion), "utf8")).toBe(before);
  });

  test("two roundtables in the same words have a folder each, and rewriting one keeps its folder", async () => {
    const at = project();
    const held = ["run", join(EXAMPLES, "event-schema.md"), "--adr", "-q"];

    await run(at, held);
    await run(at, held);
    const folders = (): string[] => globSync("docs/debates/*/debate.md", { cwd: at.dir }).sort();
    const both = folders();
    await run(at, ["adr", "last"]);

    expect(both).toHaveLength(2);
    expect(folders()).toEqual(both);
  });
});

/** The form as a person in favour of B would fill it in. */
function filled(form: string): string {
  return form
    .replace(/^option: ""/m, "option: B")
    .replaceAll('headline: ""', "headline: A queue retries by itself")
    .replace('about: ""', "about: B")
    .replace(/ {4}evidence:\n(?: {6}.*\n)+/, "    evidence: []\n")
    .replace('self_challenge: ""', "self_challenge: It is one more thing to run")
    .replace('would_change_my_mind: ""', "would_change_my_mind: A cron job that never failed")
    .replaceAll('description: ""', "description: as the brief says")
    .replace(/(- option: B\n(?:.*\n)*?)(?= {2}- option: C)/, (rows) =>
      rows.replaceAll("medium", "low"),
    );
}

/** What the built-in reader can quote for B, so that it agrees with the person. */
const MARKED_BRIEF = `---
question: How should the shop send its order confirmations?
id: mails
options:
  A: The cron job
  B: The job queue
  C: An event stream
---

## The cron job

Cons:

- Mails leave up to 15 minutes late.

## The job queue

Pros:

- Every mail leaves at once.

## An event stream

Cons:

- It takes 11 weeks.
`;

const EDITOR = `
import { readFileSync, writeFileSync } from "node:fs";
const path = process.argv.at(-1);
const filled = ${filled.toString()};
writeFileSync(path, filled(readFileSync(path, "utf8")));
`;
