/** Holding debates from the command line: what goes in, what comes out, and with which exit code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { NOBODY_JUDGED } from "../../src/domain/outcome/judgement.ts";
import {
  briefText,
  EXAMPLES,
  expectHarmless,
  ndjson,
  project,
  type Ran,
  run,
  scriptedProject,
} from "../support/processes/cli.ts";
import { BODY, recommends, responds, rounds, votes } from "../support/protocols/judges.ts";

describe.concurrent("the examples", () => {
  const ENDINGS: Readonly<Record<string, string>> = {
    "offline-sync.md": "Contested",
    "queue-or-cron.md": "Contested",
    "rewrite-billing.md": "Contested",
    "two-options.md": "Consensus",
  };

  test.each(Object.entries(ENDINGS))("K20 %s ends with exit 10, as %s", async (name, word) => {
    const at = project();

    const { code, stdout, stderr } = await run(at, ["run", join(EXAMPLES, name)]);

    expect(code).toBe(10);
    expect(stdout).toMatch(/^No model or person judged this: /);
    expect(stdout).toMatch(new RegExp(`^${word} \\(built-in readers only\\): `, "m"));
    expect(stdout).not.toContain("HIGH");
    // TS1: the same short summary as on a terminal, with no escape sequence
    expect(stdout.split("\n").length).toBeLessThanOrEqual(24);
    expect(stdout.split("\n").filter((line) => line.length > 80 && !line.includes("/"))).toEqual(
      [],
    );
    const record = (await run(at, ["report", "last"])).stdout;
    expect(record.split("\n").slice(0, 5)).toEqual([
      `**${NOBODY_JUDGED}**`,
      "",
      expect.stringMatching(/^# /),
      "",
      expect.stringMatching(new RegExp(`^\\*\\*${word} \\(built-in readers only\\): `)),
    ]);
    expect(record).toContain("\n## Record\n");
    expect(stderr).toMatch(/^debate \S+\n(?:notice .+\n)+(?:r[12] \w+ .+\n)+outcome .+\n$/);
    expectHarmless(stdout, stderr);
  });

  test("K10 --allow-contested turns 10 into 0, and nothing else", async () => {
    const at = scriptedProject(
      rounds(votes("A", "B", "C"), {
        risk: responds("risk", "A"),
        value: responds("value", "B"),
        effort: responds("effort", "C"),
      }),
    );

    expect((await run(at, ["run", "q.md"])).code).toBe(10);
    expect((await run(at, ["run", "q.md", "--allow-contested"])).code).toBe(0);
    expect((await run(at, ["run", "q.md", "--allow-contested", "--max-calls", "1"])).code).toBe(4);
  });

  test("K20 --allow-contested does not allow what nobody judged", async () => {
    const brief = join(EXAMPLES, "rewrite-billing.md");

    expect((await run(project(), ["run", brief, "--allow-contested"])).code).toBe(10);
  });

  test("--quiet says nothing but the summary", async () => {
    const { stdout, stderr } = await run(project(), [
      "-q",
      "run",
      join(EXAMPLES, "two-options.md"),
    ]);

    expect(stdout).toMatch(/^No model or person judged this: /);
    expect(stderr).toBe("");
  });
});

describe.concurrent("what comes out", () => {
  const CONSENSUS = rounds(votes("A", "A", "B"));

  test("--json: launch first, done last, and every line is JSON", async () => {
    const at = scriptedProject(CONSENSUS);

    const { code, stdout, stderr } = await run(at, ["run", "q.md", "--json"]);

    const lines = ndjson(stdout);
    expect(lines[0]).toMatchObject({
      event: "launch",
      debate: expect.stringMatching(/^offline-sync-/),
    });
    expect(lines.map(({ event }) => event)).toContain("reply-recorded");
    expect(lines.at(-1)).toMatchObject({
      event: "done",
      outcome: "CONSENSUS",
      choice: "A",
      exit: 0,
    });
    expect(code).toBe(0);
    expectHarmless(stderr);
  });

  test("-o: a directory, and a file in each format", async () => {
    const at = scriptedProject(CONSENSUS);
    const outs = ["out", "a/x.md", "a/x.json", "a/x.yaml", "a/x.jsonl"].flatMap((out) => [
      "-o",
      out,
    ]);

    const { code } = await run(at, ["run", "q.md", ...outs]);

    expect(code).toBe(0);
    expect(readdirSync(join(at.dir, "out", "sadd")).toSorted()).toEqual([
      "debate-offline-sync-effort.md",
      "debate-offline-sync-result.yaml",
      "debate-offline-sync-risk.md",
      "debate-offline-sync-value.md",
    ]);
    expect(at.read("out/debate-offline-sync.md")).toBe(at.read("a/x.md"));
    expect(parse(at.read("a/x.yaml"))).toMatchObject({ debate_result: { outcome: "CONSENSUS" } });
    expect(JSON.parse(at.read("a/x.json"))).toMatchObject({
      debate_result: { outcome: "CONSENSUS" },
    });
    expect((await run(at, ["verify", "a/x.jsonl"])).code).toBe(0);
    expect(at.listing().filter((path) => path.includes(".tmp"))).toEqual([]);
  });

  test("--dry-run asks nobody and writes nothing, and says what would be sent", async () => {
    const at = scriptedProject(CONSENSUS, { "notes.txt": "Some notes." });
    const before = at.listing();

    const told = await run(at, ["run", "q.md", "--dry-run", "-f", "notes.txt"]);
    const data = await run(at, ["run", "q.md", "--dry-run", "--json", "-f", "notes.txt"]);

    expect(told).toMatchObject({ code: 0, stderr: "" });
    expect(told.stdout).toMatch(/3-6 calls[^]*11 bytes +notes\.txt/);
    expect(told.stdout).toContain("Nothing was asked and nothing was written.");
    expect(JSON.parse(data.stdout)).toMatchObject({ event: "plan", calls: { min: 3, max: 6 } });
    expect(at.listing()).toEqual(before);
  });

  test("what the brief lacks is said by --dry-run and at the start of a run, and stops nothing", async () => {
    const at = scriptedProject(CONSENSUS, {
      "q.md": briefText({ question: "Obviously offline sync?" }),
    });
    const note =
      'The question suggests its answer ("Obviously"). Ask it so that each option could win.';

    const told = await run(at, ["run", "q.md", "--dry-run"]);
    const data = await run(at, ["run", "q.md", "--dry-run", "--json"]);
    const held = await run(at, ["run", "q.md"]);

    expect(told.stdout).toContain(`\nBrief: ${note}\n`);
    expect(JSON.parse(data.stdout)).toMatchObject({ briefNotes: [note] });
    expect(held).toMatchObject({ code: 0 });
    expect(held.stderr).toContain(`Brief: ${note}\n`);
    expect(held.stdout).not.toContain(note);
  });

  test("--record and --replay: the same ending from the cassette alone", async () => {
    const at = scriptedProject(CONSENSUS);
    const live = await run(at, ["run", "q.md", "--record", "tape"]);
    at.write("script.json", "{}");

    const replayed = await run(at, ["run", "q.md", "--replay", "tape"]);

    expect(live.code).toBe(0);
    expect(replayed.code).toBe(0);
    expect(replayed.stdout).toMatch(/^Consensus +A /m);
  });

  test("--record, --replay and -o reach over the answers of a person", async () => {
    const script = rounds(votes("B", "A", "C"), {
      value: responds("value", "B", { because: ["risk-2"] }),
      effort: responds("effort", "C"),
    });
    const at = scriptedProject(script);
    at.write("one.yaml", JSON.stringify(recommends("risk", "B").reply));
    at.write("two.yaml", JSON.stringify(responds("risk", "B").reply));
    const debated = async (...how: string[]): Promise<Ran> => {
      expect((await run(at, ["run", "q.md", "-s", "risk=person", ...how])).code).toBe(10);
      expect((await run(at, ["resume", "--answer", "--file", "one.yaml", ...how])).code).toBe(10);
      return run(at, ["resume", "--answer", "--file", "two.yaml", "-o", "out.md", ...how]);
    };

    const live = await debated("--record", "tape");
    at.write("script.json", "{}");
    const replayed = await debated("--replay", "tape");
    const forked = await run(at, [
      "resume",
      "--fork",
      "last",
      "--replay",
      "tape",
      "--max-calls",
      "3",
    ]);

    expect(live).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Consensus +B /m) });
    expect(at.read("tape").trimEnd().split("\n")).toHaveLength(4);
    expect(replayed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Consensus +B /m) });
    expect(at.read("out.md")).toContain("**Consensus: B");
    // what a fork keeps counts, too
    expect(forked).toMatchObject({ code: 4, stderr: expect.stringContaining("reach 4 of 3") });
  });

  test("--fail-on: a decided debate may still stop a script", async () => {
    const at = scriptedProject(CONSENSUS);

    expect((await run(at, ["run", "q.md", "--fail-on", "dissent"])).code).toBe(11);
    expect((await run(at, ["run", "q.md", "--fail-on", "degraded"])).code).toBe(0);
    expect((await run(at, ["run", "q.md", "--fail-on", "degradd"])).code).toBe(2);
  });
});

describe.concurrent("what goes in", () => {
  const OPTIONS = ["--option", "A: Online only", "--option", "Full sync", "--option", "C=Drafts"];

  test.each([["run", "Which one?"], ["Which one?"], ["which one of these"]])(
    "a question with options: %s",
    async (...words) => {
      const at = scriptedProject(rounds(votes("B", "B", "C")));

      const { code, stdout } = await run(at, [...words, ...OPTIONS]);

      expect(code).toBe(0);
      expect(stdout).toMatch(/^Consensus +B Full sync, 2 of 3 votes$/m);
      expect((await run(at, ["report", "last"])).stdout).toContain(
        "| B | Full sync | Risk, Value |",
      );
    },
  );

  test("a brief from standard input", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "A")));

    const { code, stdout } = await run(at, ["run", "-"], { stdin: briefText() });

    expect(code).toBe(0);
    expect(stdout).toMatch(/^Consensus +A /);
    expect((await run(at, ["report", "last"])).stdout).toMatch(
      /^# Should field-app v2 ship with offline sync\?/,
    );
  });

  test("a brief with Windows line ends, a byte order mark and no last line end", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "A")));
    at.write("q.md", `\ufeff${briefText().trimEnd().replaceAll("\n", "\r\n")}`);

    expect((await run(at, ["run", "q.md"])).code).toBe(0);
  });

  const CONTEXT = {
    debate_context: {
      question_id: "q-7",
      question_text: "Should field-app v2 ship with offline sync?",
      options: ["A", "B", "C"].map((id) => ({
        id,
        label: `Option ${id}`,
        description: `What ${id} is.`,
      })),
      spec_context: BODY,
      feature_name: "Field app",
      feature_dir: "specs/field-app",
    },
  };

  test.each(["brief.yaml", "brief.json"])(
    "J5 J8 J18 J20 the seed's debate_context in %s leaves the seed's artifacts",
    async (name) => {
      const at = scriptedProject(
        rounds(votes("A", "B", "C"), {
          risk: responds("risk", "A"),
          value: responds("value", "B"),
          effort: responds("effort", "A", { because: ["risk-2"] }),
        }),
        { [name]: JSON.stringify(CONTEXT, null, 2) },
      );

      const { code } = await run(at, ["run", name]);

      expect(code).toBe(0);
      const seats = ["risk", "value", "effort"];
      expect(readdirSync(join(at.dir, "specs/field-app/sadd")).toSorted()).toEqual(
        [
          ...seats.map((seat) => `debate-q-7-${seat}.md`),
          ...seats.map((seat) => `debate-q-7-${seat}-r2.md`),
          "debate-q-7-result.yaml",
        ].toSorted(),
      );
      const { debate_result } = parse(at.read("specs/field-app/sadd/debate-q-7-result.yaml")) as {
        debate_result: Record<string, unknown>;
      };
      expect(debate_result).toMatchObject({
        question_id: "q-7",
        outcome: "CONSENSUS",
        consensus: true,
        type: "MAJORITY",
        recommended_option: "A",
        confidence: "HIGH",
        perspectives: expect.anything(),
        dissent: expect.anything(),
        distribution: { A: ["risk", "effort"], B: ["value"] },
        change_log: [{ judge: "effort", round: 2, from: "C", to: "A", reason: expect.any(String) }],
        rounds: 2,
        degraded: false,
      });
    },
  );

  test("J36 a directory that cannot be made: the folder above is used, and that is said", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "A")), {
      "brief.json": JSON.stringify(CONTEXT),
      "specs/field-app/sadd": "a file stands where the directory would be",
    });

    const { code, stderr } = await run(at, ["run", "brief.json"]);
    const verified = await run(at, ["verify", "specs/field-app"]);

    expect(code).toBe(0);
    expect(stderr).toMatch(/specs\/field-app\/sadd cannot be made, so \S+specs\/field-app is used/);
    expect(readdirSync(join(at.dir, "specs/field-app")).toSorted()).toEqual([
      ...["effort", "result", "risk", "value"].map(
        (name) => `debate-q-7-${name}.${name === "result" ? "yaml" : "md"}`,
      ),
      "debate-q-7.md",
      "sadd",
    ]);
    expect(verified.stdout).toContain("3 artifacts are what was published");
  });

  test("--seat, --setting, --max-rounds and --consensus reach the debate", async () => {
    const at = project({
      "q.md": briefText(),
      "s.json": JSON.stringify({ "*": recommends("risk", "C") }),
    });
    const flags = ["-s", "risk=scripted/s.json", "--setting", "require_stance_maintenance=false"];

    const { stdout } = await run(at, [
      "run",
      "q.md",
      "--dry-run",
      "--json",
      ...flags,
      "--max-rounds",
      "1",
    ]);
    const shares = await Promise.all(
      ["0.67", "2/3", "67%"].map((share) =>
        run(at, ["run", "q.md", "--dry-run", "--json", "--consensus", share]),
      ),
    );

    expect(JSON.parse(stdout)).toMatchObject({
      participants: [
        { id: "risk", model: "scripted/s.json" },
        { model: "offline" },
        { model: "offline" },
      ],
      settings: { require_stance_maintenance: false, max_rounds: 1 },
      calls: { min: 3, max: 3 },
    });
    const thresholds = shares.map(
      (ran) =>
        (JSON.parse(ran.stdout) as { settings: { consensus_threshold: unknown } }).settings
          .consensus_threshold,
    );
    expect(new Set(thresholds.map((share) => JSON.stringify(share))).size).toBe(1);
  });

  test("K2 0.67 and 2/3 both mean that two of three carry", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "B")));

    for (const share of ["0.67", "2/3"]) {
      const { stdout } = await run(at, ["run", "q.md", "--consensus", share]);
      expect(stdout).toMatch(/^Consensus +A /m);
    }
  });
});

describe.concurrent("flag over environment over brief over project over user", () => {
  const LAYERS = ["flag", "env", "brief", "project", "user"] as const;

  test.each(LAYERS.map((layer, index) => [layer, LAYERS.slice(index)] as const))(
    "%s wins over those after it",
    async (winner, layers) => {
      const given = Object.fromEntries(
        layers.map((layer) => [layer, `${10 + LAYERS.indexOf(layer)}s`]),
      );
      const at = project({
        "q.md": briefText(given["brief"] === undefined ? {} : { timeout: given["brief"] }),
        "dissent.yaml": given["project"] === undefined ? "" : `timeout: ${given["project"]}\n`,
        "../home/.config/dissent/config.yaml": `timeout: ${given["user"]}\n`,
      });
      const flags = given["flag"] === undefined ? [] : ["--timeout", given["flag"]];
      const env = given["env"] === undefined ? {} : { DISSENT_TIMEOUT: given["env"] };

      const plan = await run(at, ["run", "q.md", "--dry-run", "--json", ...flags], { env });
      const explained = await run(at, ["config", "explain", "q.md", "--json"], { env });

      expect(JSON.parse(plan.stdout)).toMatchObject({
        timeoutMs: 1_000 * (10 + LAYERS.indexOf(winner)),
      });
      const rows = JSON.parse(explained.stdout) as { key: string; origin: string }[];
      const origin = rows.find(({ key }) => key === "timeout")?.origin ?? "";
      expect(origin).toContain(
        { flag: "env", env: "env", brief: "brief", project: "project", user: "user" }[winner],
      );
    },
  );
});

test("the record of an example is what the file holds", async () => {
  const at = project();
  await run(at, ["run", join(EXAMPLES, "two-options.md")]);
  const { stdout } = await run(at, ["report", "last"]);
  const [id] = readdirSync(join(at.dir, ".dissent", "debates"));

  expect(
    readFileSync(join(at.dir, ".dissent", "debates", id ?? "", "debate-product-search.md"), "utf8"),
  ).toBe(stdout);
});
