/** What a debate was worth, what became of it, and what it stands on: audit, stats, check and outcome. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { beforeAll, describe, expect, test, vi } from "vitest";

import { computeProjectCalibration } from "../../src/app/project/audit-record.ts";
import { runPremiseCheck } from "../../src/cli/check/run-check.ts";
import { annotateDecisionVerdict } from "../../src/debates/annotation.ts";
import { dissent, type Dissent } from "../../src/dissent.ts";
import { readEventLine } from "../../src/kernel/journal/hash-chain.ts";
import { scripted } from "../../src/models/scripted.ts";
import { parseJournalFile } from "../../src/stores/journal-file.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { sqliteStore } from "../../src/stores/sqlite.ts";
import { rechained } from "../support/journals/forge-journal.ts";
import {
  expectHarmless,
  expectRefusal,
  journal,
  type Project,
  run,
  scriptedProject,
} from "../support/processes/cli.ts";
import {
  createTestBrief,
  recommends,
  responds,
  rounds,
  votes,
} from "../support/protocols/judges.ts";
import { fakeClock } from "../support/time/fake-clock.ts";
import { idle } from "../support/time/wait-until-idle.ts";

/** Effort gives in: the claim that it names speaks for another option than the one it joins. */
const GIVEN_IN = rounds(votes("A", "B", "C"), {
  risk: responds("risk", "A"),
  value: responds("value", "B"),
  effort: responds("effort", "A", { because: ["value-2"] }),
});

const CONTESTED = rounds(votes("A", "B", "C"), {
  risk: responds("risk", "A"),
  value: responds("value", "B"),
  effort: responds("effort", "C"),
});

async function held(script = CONTESTED): Promise<{ at: Project; id: string }> {
  const at = scriptedProject(script);
  const { stderr } = await run(at, ["run", "q.md"]);
  return { at, id: /^debate (\S+)/.exec(stderr)?.[1] ?? stderr };
}

describe("audit", () => {
  let at: Project;
  let id: string;

  beforeAll(async () => {
    ({ at, id } = await held());
    await run(at, ["report", "-o", "j.jsonl"]);
  });

  test("K19 R15 says the strength with its reasons, the tallies, the voices and what it hangs on; from a file alike", async () => {
    const [own, file] = await Promise.all([
      run(at, ["show", "--audit"]),
      run(at, ["show", "--audit", "j.jsonl"]),
    ]);

    expect(own.code).toBe(0);
    expect(own.stdout).toMatch(/^Strength +none: the final vote is a tie\.$/m);
    expect(own.stdout).toMatch(/^Tallies +Before discussion: 1 to 1 to 1, a tie; after: /m);
    expect(own.stdout).toMatch(
      /^Voices +All 3 run on one model, .+, so this counts as about 1\.4 independent votes, not 3/m,
    );
    expect(own.stdout).toMatch(/^Moved +no one changed their mind$/m);
    expect(file.stdout).toBe(own.stdout);
    expectHarmless(own.stdout);
  });

  test("R5 R15 as JSON, whole, and the same as in the result", async () => {
    const [own, result] = await Promise.all([
      run(at, ["show", "--audit", id, "--json"]),
      run(at, ["report", id, "-f", "json"]),
    ]);
    const { debate, ...audit } = JSON.parse(own.stdout) as Record<string, unknown>;
    const { debate_result } = JSON.parse(result.stdout) as { debate_result: object };

    expect(debate).toBe(id);
    expect(audit).toMatchObject({ strength: "none", likeCases: null, flips: [] });
    expect((audit["ledger"] as { entries: unknown[] }).entries.length).toBeGreaterThan(3);
    expect(debate_result).toHaveProperty("audit", audit);
  });

  test("K19 R15 the record, the result and the terminal say the same; words of models stay harmless", async () => {
    const nasty = scriptedProject(
      rounds({
        ...votes("A", "A", "A"),
        risk: recommends("risk", "A", {
          headline: "\u001b[2J**bold** <b>x</b> `tick` [l](http://x)",
        }),
      }),
    );
    await run(nasty, ["run", "q.md"]);
    const [record, yaml, adr, show] = await Promise.all(
      [["report"], ["report", "-f", "yaml"], ["report", "-f", "adr"], ["show"]].map(
        async (args) => (await run(nasty, args)).stdout,
      ),
    );
    const strength = /^- \*\*Strength (\w+: [^*]+)\*\*$/m.exec(record ?? "")?.[1] ?? "none";

    expect(record).toMatch(
      /\n## Audit\n[^]*\n### What would change the outcome\?\n[^]*\n## Record\n/,
    );
    expect(strength).toMatch(/^fair: all seats run on one model family/);
    expect(adr).toContain(`**Strength ${strength}**`);
    expect(show).toMatch(new RegExp(`^Strength +${strength}$`, "m"));
    expect(yaml).toMatch(/\n {2}audit:\n {4}strength: fair\n/);
    expectHarmless(record ?? "", yaml ?? "", adr ?? "", show ?? "");
    expect(record).not.toMatch(/<b>|[^\\]\[l\]/);
  });

  test("K17 positions that steer a terminal, in a journal from elsewhere, do not steer it", async () => {
    const nasty = '"A\\u001b[2J\\u202e*x* <b>"';
    const { lines } = parseJournalFile(at.read("j.jsonl"), "j.jsonl");
    // an id with control characters is refused before anything is shown
    const id = '"id":"A\\u202e*x* <b>"';
    const facts = lines.map(
      (line) => readEventLine(line.replaceAll('"id":"A"', id).replaceAll('"A"', nasty)).fact,
    );
    at.write("nasty.jsonl", rechained(lines, facts).join("\n"));

    const ran = await Promise.all(
      [
        ["audit"],
        ["show"],
        ["report"],
        ["report", "-f", "yaml"],
        ["show", "--audit", "--json"],
      ].map((args) => run(at, [...args.slice(0, 1), "nasty.jsonl", ...args.slice(1)])),
    );

    for (const { stdout, stderr } of ran) {
      expect(stdout.length, stderr).toBeGreaterThan(100);
      expectHarmless(stdout, stderr);
    }
    // in a code span it is text
    expect(ran[2]?.stdout.replaceAll(/`[^`\n]*`/g, "")).not.toMatch(/[^\\]<b>/);
  });

  test("R6 R7 a change that nothing supports is named, and said under the outcome", async () => {
    const { at: other } = await held(GIVEN_IN);
    const [audit, show] = await Promise.all([
      run(other, ["show", "--audit"]),
      run(other, ["show"]),
    ]);

    // K5: it went back, so the vote is what it was
    expect(audit.stdout).toMatch(/^Strength +none: the final vote is a tie\.$/m);
    expect(audit.stdout).toMatch(
      /^Moved +Effort C→A capitulated: no valid cause: claim value-2 speaks neither against C nor for A$/m,
    );
    expect(show.stdout).toMatch(/^Strength +none: [^]*\nChanged +Effort C→A, not counted, /m);
  });
});

describe("check", () => {
  let at: Project;
  let id: string;

  beforeAll(async () => {
    ({ at, id } = await held(rounds(votes("A", "A", "A"))));
  });

  const facts = async (): Promise<{ type: string; [name: string]: unknown }[]> =>
    (await journal(at, id)).filter(({ type }) => type.startsWith("footing-"));

  test("what a decision stands on is listed; without a debate only what someone looks after", async () => {
    const all = await run(at, ["decisions", "check", id]);
    const looked = await run(at, ["decisions", "check"]);

    expect(all.code).toBe(0);
    expect(all.stdout).toMatch(/ holds [^]*\n {2}P1 +unchecked +would change the mind of risk: /);
    expect(looked).toMatchObject({ code: 0, stdout: "" });
    expect(looked.stderr).toContain("No decisions are being tracked yet.");
    expect(await facts()).toEqual([]);
  });

  test("an owner, a day and a command are noted; the command is not run without --run", async () => {
    const program = `${process.execPath} -e "require('fs').writeFileSync('ran.txt', 'x')"`;
    const set = ["check", id, "--set", "p1", "--owner", "mia", "--due", "2027-01-31"];

    const { code, stdout } = await run(at, [...set, "--command", program]);
    const looked = await run(at, ["decisions", "check"]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/P1 +unchecked [^\n]*mia, due 2027-01-31, by /);
    expect(looked.stdout).toContain(`dissent decisions check ${id} --run`);
    expect(existsSync(join(at.dir, "ran.txt"))).toBe(false);
    expect(await facts()).toMatchObject([
      {
        type: "footing-noted",
        footing: "P1",
        owner: "mia",
        due: "2027-01-31",
        command: [process.execPath, "-e", "require('fs').writeFileSync('ran.txt', 'x')"],
        by: "tester",
      },
    ]);
  });

  test("with --run it is run once, in the project, and what it found is recorded", async () => {
    const { code, stdout } = await run(at, ["decisions", "check", id, "--run"]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/P1 +holds /);
    expect(at.read("ran.txt")).toBe("x");
    expect((await facts()).at(-1)).toMatchObject({ footing: "P1", state: "holds", by: "check" });
  });

  test.each([
    [
      "ends with another code",
      [process.execPath, "-e", "console.error('too slow'); process.exit(3)"],
      /ended with 3: too slow/,
    ],
    ["does not exist", ["no-such-program-here"], /could not be started \(ENOENT\)/],
  ])("a command that %s: exit 11, and the decision no longer holds", async (_, argv, says) => {
    const line = argv.map((word) => `"${word}"`).join(" ");
    const { code, stdout } = await run(at, [
      "check",
      id,
      "--set",
      "P1",
      "--command",
      line,
      "--run",
    ]);

    expect(code).toBe(11);
    expect(stdout).toMatch(/no longer holds/);
    expect(stdout).toMatch(says);
    expect((await facts()).at(-1)).toMatchObject({
      state: "lost",
      detail: expect.stringMatching(says),
    });
    // what was found stays known until it is looked at again
    expect((await run(at, ["decisions", "check", id])).code).toBe(11);
  });

  test("no shell runs it: what a shell would do is an argument", async () => {
    const line = `${process.execPath} -e "console.log(process.argv.slice(1).join('|'))" $HOME ; touch gone > out.txt`;
    const { code } = await run(at, [
      "decisions",
      "check",
      id,
      "--set",
      "P1",
      "--command",
      line,
      "--run",
    ]);

    expect(code).toBe(0);
    expect((await facts()).at(-1)).toMatchObject({
      state: "holds",
      detail: "$HOME|;|touch|gone|>|out.txt",
    });
    expect(["gone", "out.txt"].filter((name) => existsSync(join(at.dir, name)))).toEqual([]);
  });

  test("K17 a key that a command prints, or a person writes, is taken out before it is kept", async () => {
    const env = { SHOP_API_KEY: "sk-very-secret-value" };
    at.write("key.txt", "sk-very-secret-value");
    const line = `${process.execPath} -e "console.log('k' + require('fs').readFileSync('key.txt'))"`;
    await run(at, ["decisions", "check", id, "--set", "P1", "--command", line, "--run"], { env });
    await run(
      at,
      ["decisions", "check", id, "--set", "P1", "--state", "holds", "-m", "sk-very-secret-value"],
      {
        env,
      },
    );

    const text = JSON.stringify(await facts());
    expect(text).not.toContain("sk-very-secret");
    expect(text).toContain("k[redacted]");
  });

  test("K17 the command is not given the keys of the environment", async () => {
    const env = { SHOP_API_KEY: "sk-very-secret-value", OPENAI_API_KEY: "sk-another-secret" };
    const names = "JSON.stringify(Object.keys(process.env).filter((n) => /KEY|HOME/.test(n)))";
    const line = `${process.execPath} -e "console.log(${names})"`;
    await run(at, ["decisions", "check", id, "--set", "P1", "--command", line, "--run"], { env });

    expect((await facts()).at(-1)).toMatchObject({ state: "holds", detail: '["HOME"]' });
  });

  test("a person says what was found; mistakes are refused and leave nothing behind", async () => {
    const lost = await run(at, [
      "decisions",
      "check",
      id,
      "--set",
      "P1",
      "--state",
      "lost",
      "-m",
      "sold out",
    ]);
    expect(lost.code).toBe(11);
    expect(lost.stdout).toMatch(/P1 +lost [^\n]*sold out/);
    const before = await facts();

    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [["--set", "P99", "--owner", "x"], /has no P99/],
      [["--set", "P1", "--due", "tomorrow"], /"tomorrow" is not a day/],
      [["--set", "P1", "--command", 'node "'], /never closed/],
      [["--set", "P1", "--command", "  "], /The command is empty/],
    ];
    for (const [args, says] of wrong) {
      expectRefusal(await run(at, ["decisions", "check", id, ...args]), { says, as: "usage" });
    }
    expectRefusal(await run(at, ["decisions", "check", "--set", "P1", "--owner", "x"]), {
      says: /Name the debate that P1 belongs to/,
      as: "usage",
    });
    expect(await facts()).toEqual(before);
    expect((await run(at, ["verify", id])).code).toBe(0);
  });

  test("a command that never ends is ended after a minute", async () => {
    const clock = fakeClock();
    const asked = runPremiseCheck([process.execPath, "-e", "setInterval(() => {}, 1000)"], {
      cwd: at.dir,
      env: process.env,
      redact: (text) => text,
      clock,
    });
    const over = new AbortController();
    void asked.finally(() => over.abort());
    // the program must have started; then a minute passes, and as long as it takes to see that it has ended
    await idle();
    clock.advance(59_999);
    expect(over.signal.aborted).toBe(false);
    await vi.waitUntil(() => {
      clock.advance(1_000);
      return over.signal.aborted;
    }, 60_000);

    expect(await asked).toEqual({ state: "lost", detail: expect.stringContaining("60 s") });
  });
});

describe("outcome and stats", () => {
  test("a verdict needs a word and a reason; then it is recorded, counted and changes nothing else", async () => {
    const { at, id } = await held(rounds(votes("A", "A", "B")));
    const before = await journal(at, id);

    expectRefusal(await run(at, ["decisions", "outcome", id, "great", "-m", "x"]), {
      says: /"great" is not a verdict/,
      as: "usage",
    });
    expectRefusal(await run(at, ["decisions", "outcome", id, "right"]), {
      says: /reason/,
      as: "not-decidable",
    });
    expect(await journal(at, id)).toEqual(before);

    const noted = await run(at, [
      "decisions",
      "outcome",
      id,
      "wrong",
      "-m",
      "two crews lost drafts",
    ]);
    const { calibration, all } = JSON.parse(
      (await run(at, ["list", "--stats", "--json"])).stdout,
    ) as {
      calibration: { judged: number; byStrength: unknown };
      all: { debates: number };
    };

    expect(noted).toMatchObject({ code: 0, stderr: `Noted: ${id} was wrong.\n` });
    expect((await journal(at, id)).at(-1)).toMatchObject({
      type: "decision-judged",
      verdict: "wrong",
      by: "tester",
    });
    expect({ all: all.debates, ...calibration }).toMatchObject({
      all: 1,
      judged: 1,
      byStrength: null,
    });
    expect((await run(at, ["verify", id])).code).toBe(0);
  });

  test("stats: nothing to count, then figures with their intervals, by protocol and panel", async () => {
    const empty = scriptedProject(CONTESTED);
    expect(await run(empty, ["list", "--stats"])).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "No debate has ended here yet.\n",
    });
    expect(existsSync(join(empty.dir, ".dissent"))).toBe(false);

    await run(empty, ["run", "q.md"]);
    const { code, stdout } = await run(empty, ["list", "--stats"]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^1 debate, 6 calls, \$0\.00\n/);
    expect(stdout).toMatch(/Contested 1 of 1 \(21 to 100 %\)/);
    expect(stdout).toMatch(/\nBy protocol +debates [^]*\njudges +1 +0\/1 +1\/1/);
    expect(stdout).toContain("Uncalibrated: 0 of 100 decisions judged.");
    expectHarmless(stdout);

    empty.write("script.json", JSON.stringify({ "*": { crash: "no route to host" } }));
    await run(empty, ["run", "q.md"]);
    expect((await run(empty, ["list", "--stats"])).stdout).toMatch(/\nno answers +1 +0\/1/);
  });

  test("a damaged journal is named first and left out of stats and check, the others are counted, and the exit code is 5", async () => {
    const { at, id } = await held();
    await run(at, ["run", "q.md"]);
    await run(at, [
      "decisions",
      "check",
      "last",
      "--set",
      "P1",
      "--state",
      "lost",
      "-m",
      "sold out",
    ]);
    const database = new DatabaseSync(join(at.dir, ".dissent", "dissent.db"));
    database
      .prepare("UPDATE events SET line = substr(line, 1, 40) WHERE sequence = 2 AND debate = ?")
      .run(id);
    database.close();

    const [stats, json, check] = await Promise.all(
      [["stats"], ["list", "--stats", "--json"], ["decisions", "check"]].map((args) =>
        run(at, args),
      ),
    );

    const named = `Left out: Event 2 of ${id} is not a journal line. See what still holds: dissent verify ${id}\n`;
    for (const ran of [stats, json, check]) expect(ran).toMatchObject({ code: 5, stderr: named });
    expect(stats?.stdout).toMatch(/^1 debate, 6 calls/);
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({
      all: { debates: 1 },
      leftOut: [{ debate: id, why: `Event 2 of ${id} is not a journal line.` }],
    });
    expect(check?.stdout).toContain("no longer holds");
  });
});

describe("a project with a hundred judged decisions", () => {
  const JUDGED = 100;
  let at: Project;

  /** Held here and not by a hundred processes; 70 turned out right. */
  async function judged(app: Dissent, count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const brief = createTestBrief({ id: `question-${index}` });
      const debate = await app.open(app.plan("judges", { brief }), "tester");
      await app.run({ debate });
      const verdict = index % 10 < 7 ? "right" : "wrong";
      await app.annotate(
        debate,
        annotateDecisionVerdict({ verdict, reason: "it was", by: "tester" }),
      );
    }
  }

  const appOn = (store: Parameters<typeof dissent>[0]["store"]): Dissent =>
    dissent({ store, modelFor: async () => scripted(rounds(votes("A", "A", "A"))) });

  beforeAll(async () => {
    at = scriptedProject(rounds(votes("A", "A", "A")));
    await run(at, ["run", "q.md"]);
    const app = appOn(sqliteStore(join(at.dir, ".dissent", "dissent.db")));
    await judged(app, JUDGED);
    await app.close();
  });

  test("R15 the share of like cases stands where it said uncalibrated, on every surface", async () => {
    const share = "Like cases were right in 70 of 100 (70 %).";
    const [show, record, stats, yaml, adr, audit] = await Promise.all(
      [
        ["show"],
        ["report"],
        ["stats"],
        ["report", "-f", "yaml"],
        ["report", "-f", "adr"],
        ["audit"],
      ].map(async (args) => (await run(at, args)).stdout),
    );

    for (const text of [show, record, adr, audit]) expect(text).toContain(share);
    expect(yaml).toMatch(/\n {4}likeCases:\n {6}count: 70\n {6}of: 100\n/);
    expect(stats).toMatch(/Calibrated on 100 decisions: \w+ right in 70 of 100/);
  });

  test("R15 K9 a record with it verifies, and that it rests on other debates is said; a false strength is found", async () => {
    await run(at, ["report", "--journal", "-o", "r.md"]);
    const text = at.read("r.md");
    at.write("other.md", text.replace(/^- \*\*Strength fair: /m, "- **Strength strong: "));

    const { code, stdout } = await run(at, ["verify", "r.md"]);
    const forged = await run(at, ["verify", "other.md"]);

    expect(code).toBe(0);
    expect(stdout).toContain(
      "what r.md says of like cases rests on other debates and was not checked",
    );
    expect(forged.code).toBe(5);
    expect(forged.stdout).toMatch(
      /^Not verified {2}other\.md line \d+: reads "- \*\*Strength strong: /,
    );
  });

  test("R15 one decision too few gives no share, and no journal is read to find that out", async () => {
    const app = appOn(memoryStore());
    await judged(app, JUDGED - 1);
    const reads: string[] = [];
    const counted: Dissent = {
      ...app,
      read: (debate) => {
        reads.push(debate);
        return app.read(debate);
      },
    };

    expect(await computeProjectCalibration(counted)).toBeNull();
    const debate = await app.open(app.plan("judges", { brief: createTestBrief() }), "tester");
    await app.run({ debate });
    expect(await computeProjectCalibration(counted)).toBeNull();
    expect(reads).toEqual([]);

    await app.annotate(
      debate,
      annotateDecisionVerdict({ verdict: "right", reason: "it was", by: "tester" }),
    );
    expect((await computeProjectCalibration(counted))?.judged).toBe(JUDGED);
    expect(reads).toHaveLength(JUDGED);
  });
});
