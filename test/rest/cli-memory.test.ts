/** What a project remembers: debates found by what came of them, offered, quoted, contradicted, reopened. */
import { beforeAll, describe, expect, test } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import type { Script } from "../../src/models/scripted.ts";
import {
  briefText,
  debates,
  expectHarmless,
  expectRefusal,
  journal,
  ndjson,
  NO_TERMINAL,
  type Project,
  project,
  run,
  runInTerminal,
  scriptedProject,
} from "../support/processes/cli.ts";
import { recommends, responds, rounds, votes } from "../support/protocols/judges.ts";

const FOR_A = rounds(votes("A", "A", "A"));
const FOR_B = rounds(votes("B", "B", "B"));
const DAY = /\d{4}-\d\d-\d\d/.source;

function speaksBy(at: Project, script: Script): void {
  at.write("script.json", JSON.stringify(script));
}

/** Round 1 in which all three vote alike, on these claims. */
function allFor(option: string, claims: Json[]): Record<string, { reply: Json }> {
  const seats = ["risk", "value", "effort"];
  return Object.fromEntries(seats.map((seat) => [seat, recommends(seat, option, { claims })]));
}

/** A project that has decided A, and that debate's id. */
async function decidedA(): Promise<{ at: Project; id: string }> {
  const at = scriptedProject(FOR_A);
  await run(at, ["run", "q.md"]);
  return { at, id: (await debates(at))[0]?.id ?? "" };
}

describe("finding", () => {
  test("list --search finds by what was decided and why, as plain words do", async () => {
    const { at, id } = await decidedA();
    await run(at, ["decide", id, "C", "-m", "pilot with the northern crews first"]);

    for (const words of ["northern pilot", "drafts", `Online only ${id.slice(-4)}`]) {
      const flagged = await run(at, ["list", "--search", words, "--json"]);
      const plainly = await run(at, ["list", ...words.split(" "), "--json"]);
      expect(JSON.parse(flagged.stdout), words).toMatchObject([{ id, decided: "C" }]);
      expect(plainly.stdout).toBe(flagged.stdout);
    }
    expect(await run(at, ["list", "--search", "southern"])).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "No debate fits.\n",
    });
  });
});

describe("a question that was decided before", () => {
  let at: Project;
  let id: string;
  beforeAll(async () => {
    ({ at, id } = await decidedA());
  });

  test("SD1 is offered on stderr and in JSON, and nothing is added by itself", async () => {
    const dry = await run(at, ["run", "q.md", "--dry-run", "--json"]);
    const quiet = await run(at, ["-q", "run", "q.md", "--dry-run"]);
    const held = await run(at, ["run", "q.md", "--json"]);

    const line = `^Decided before: ${id} chose A \\(${DAY}\\); give it to the panel with --context debate:${id}$`;
    expect(dry.stderr).toMatch(new RegExp(line, "m"));
    expect(held.stderr).toMatch(new RegExp(line, "m"));
    expect(quiet.stderr).not.toContain("Decided before");
    const similar = [{ debate: id, choice: "A", label: "Online only", by: "panel" }];
    expect(JSON.parse(dry.stdout)).toMatchObject({ event: "plan", similar });
    expect(ndjson(held.stdout)[0]).toMatchObject({ event: "launch", similar });
    expect(ndjson(held.stdout).at(-1)).toMatchObject({ event: "done", contradicts: null });
    expect((await journal(at))[0]).toMatchObject({ brief: { sources: [{ id: "brief" }] } });
  });

  test("SD1 K20 what only built-in readers said is none until a person decides; another question is none", async () => {
    const here = project({ "a.md": briefText(), "b.md": briefText({ id: "again" }) });
    await run(here, ["run", "a.md"]);

    const before = await run(here, ["run", "b.md", "--dry-run", "--json"]);
    const quoted = await run(here, ["run", "b.md", "--context", "debate:last"]);
    await run(here, ["decide", "last", "A", "-m", "We asked the crews."]);
    const again = await run(here, ["run", "b.md", "--dry-run", "--json"]);
    const other = await run(here, [
      "run",
      "Which colour for the shed?",
      "--option",
      "A: red",
      "--option",
      "B: blue",
      "--dry-run",
      "--json",
    ]);

    expect(JSON.parse(before.stdout)).toMatchObject({ similar: [] });
    expectRefusal(quoted, { says: /No model or person judged/, as: "not-decidable" });
    expect((await debates(here))[0]).toMatchObject({ ending: "open", nobodyJudged: true });
    expect(JSON.parse(again.stdout)).toMatchObject({ similar: [{ choice: "A", by: "person" }] });
    expect(JSON.parse(other.stdout)).toMatchObject({ similar: [] });
  });
});

describe("a decision as context", () => {
  test("CX3 K7 debate:<id> is a source that can be quoted, with the dissent and the person's reason, and is recorded", async () => {
    const split = rounds(votes("A", "A", "C"), {
      risk: responds("risk", "A"),
      value: responds("value", "A"),
      effort: responds("effort", "C"),
    });
    const at = scriptedProject(split);
    await run(at, ["run", "q.md"]);
    const id = (await debates(at))[0]?.id ?? "";
    await run(at, ["decide", id, "C", "-m", "pilot with the northern crews first"]);
    const quotes = [
      { kind: "quote", source: "S1", quote: "Reason: pilot with the northern crews first" },
      { kind: "quote", source: "S1", quote: "Option C: Read and drafts" },
      { kind: "quote", source: "S1", quote: "Nobody ever wrote this sentence there" },
    ];
    const claims = [
      {
        headline: "it was tried before",
        detail: "",
        about: "C",
        side: "supports",
        evidence: quotes,
      },
    ];
    speaksBy(at, rounds(allFor("C", claims)));

    const { code, stderr } = await run(at, ["run", "q.md", "-f", `debate:${id.slice(-4)}`]);

    expect({ code, offered: stderr.includes("Decided before") }).toEqual({
      code: 0,
      offered: false,
    });
    const facts = await journal(at);
    expect(facts[0]).toMatchObject({
      brief: { sources: [{ id: "brief" }, { id: "S1", title: `decision ${id}` }] },
    });
    const said = facts.find(({ key }) => key === "openings/risk");
    const stated = (said?.["claims"] ?? []) as { evidence: { verified: boolean }[] }[];
    const checked = stated.find(({ evidence }) => evidence.length === 3);
    expect(checked?.evidence.map(({ verified }) => verified)).toEqual([true, true, false]);
    const kept = (await run(at, ["report", "-f", "jsonl"])).stdout;
    const effort = await journal(at, id);
    const settled = effort.find(({ type }) => type === "debate-settled") as {
      outcome?: { dissents: { words: string }[] };
    };
    const words = settled.outcome?.dissents[0]?.words ?? "nothing";
    expect(kept).toContain(`Dissent of Effort, who holds C: ${words}`);
    expect((await run(at, ["verify"])).code).toBe(0);
  });

  test("CX3 also in a brief; what has not ended, is unknown or lies in a file outside is refused", async () => {
    const { at, id } = await decidedA();
    await run(at, ["report", id, "-o", "out.jsonl"]);
    at.write("with.md", briefText({ context: [`debate:${id}`] }));
    at.write("wrong.md", briefText({ context: ["debate:nowhere"] }));
    at.write("file.md", briefText({ context: ["debate:out.jsonl"] }));
    at.write("seatless.yaml", "display: plain\n");
    at.write("plan.md", "# We drop the old sync\n\nIt has few users.\n");

    const dry = await run(at, ["run", "with.md", "--dry-run", "--json"]);
    const plan = await run(at, [
      "-c",
      "seatless.yaml",
      "challenge",
      "plan.md",
      "-f",
      "debate:last",
      "--dry-run",
      "--json",
    ]);
    await run(at, ["run", "q.md", "--max-calls", "1"]);
    const [paused] = await debates(at);

    for (const { stdout } of [dry, plan]) {
      expect(JSON.parse(stdout)).toMatchObject({
        sends: [{}, { id: "S1", title: `decision ${id}` }],
      });
    }
    expectRefusal(await run(at, ["run", "wrong.md"]), {
      says: /^dissent: wrong\.md:\d+:\d+ There is no debate "nowhere" here\./,
      as: "unknown-debate",
    });
    expectRefusal(await run(at, ["run", "file.md"]), { says: /out\.jsonl/, as: "unknown-debate" });
    expectRefusal(await run(at, ["run", "q.md", "-f", `debate:${paused?.id}`]), {
      says: /has not ended/,
      as: "not-decidable",
    });
  });
});

describe("a choice against a decision in force", () => {
  test("SD2 SD3 is flagged when it settles, in show and in JSON; a person's word ends it", async () => {
    const { at, id } = await decidedA();
    speaksBy(at, FOR_B);

    const piped = await run(at, ["run", "q.md"]);
    const [second] = await debates(at);
    const shown = await run(at, ["show", second?.id ?? ""]);
    const first = await run(at, ["show", id]);
    const third = await run(at, ["run", "q.md", "--json"]);
    const decided = await run(at, ["decide", id, "A", "-m", "we stay online"]);
    const asJson = await run(at, ["show", "last", "--json"]);
    const fourth = ndjson((await run(at, ["run", "q.md", "--json"])).stdout).at(-1);
    const against = await run(at, ["decide", "last", "B", "-m", "sync it is", "--json"]);

    const flag = `${id} chose A \\(${DAY}\\) on the same question, and that is in force`;
    expect(piped.code).toBe(0);
    expect(piped.stderr).toMatch(new RegExp(`^Conflict: ${flag}$`, "m"));
    expect(shown.stdout).toMatch(new RegExp(`^Conflict +${flag}$`, "m"));
    expect(first.stdout).not.toContain("Conflict");
    // the second panel's B is in force by now, and the third agrees with it
    expect(ndjson(third.stdout).at(-1)).toMatchObject({ contradicts: null });
    // a person's A is later than both, and goes against them
    expect(decided.stdout).toMatch(/^Replaces: \S+ chose B /m);
    expect(decided.stdout).not.toContain("Conflict");
    // what was decided before it is not held against it afterwards
    expect(JSON.parse(asJson.stdout)).toMatchObject({ contradicts: null });
    expect(fourth).toMatchObject({ contradicts: { debate: id, choice: "A", by: "person" } });
    expect(JSON.parse(against.stdout)).toMatchObject({
      event: "decided",
      contradicts: { debate: id, choice: "A", by: "person" },
    });
    expectHarmless(piped.stderr, shown.stdout);
  });

  test.skipIf(NO_TERMINAL)("SD3 stands in the summary on a terminal", async () => {
    const { at, id } = await decidedA();
    speaksBy(at, FOR_B);

    const { stdout } = await runInTerminal(at, ["--no-color", "run", "q.md"], { columns: 160 });

    expect(stdout).toMatch(new RegExp(`Conflict +${id} chose A \\(${DAY}\\)`));
  });
});

describe("reopening", () => {
  const FACT = "The signal was measured: nine valleys of ten have none.";

  test("resume --ask goes on as a fork with the fact as F1, and points to what the old decision stood on", async () => {
    const { at, id } = await decidedA();
    const evidence = [{ kind: "quote", source: "F1", quote: "nine valleys of ten have none" }];
    const claims = [
      { headline: "there is no signal", detail: "", about: "B", side: "supports", evidence },
    ];
    speaksBy(at, rounds(allFor("B", claims)));

    const { code, stderr, stdout } = await run(at, ["resume", id, "--ask", FACT, "-o", "new.md"]);

    const [fork] = await debates(at);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      new RegExp(
        `^${id} continues as ${fork?.id}, from openings on, with your fact as source F1$`,
        "m",
      ),
    );
    expect(stderr).toMatch(new RegExp(`^Conflict: ${id} chose A`, "m"));
    expect(stderr).toMatch(
      new RegExp(
        `^Check: ${id} rested on this, which may no longer hold \\(P1\\): risk said this would change their mind: "A measurement of signal in the valleys\\."$`,
        "m",
      ),
    );
    expect(stderr).toContain(`dissent decisions check ${id} --set P1 --state lost`);
    expect(stdout).toContain("Full sync");
    expect(at.read("new.md")).toContain("Full sync");
    const facts = await journal(at);
    expect(facts[0]).toMatchObject({
      forkedFrom: { debate: id },
      brief: { sources: [{ id: "brief" }, { id: "F1", title: "new fact" }] },
    });
    const said = facts.find(({ key }) => key === "openings/risk")?.["claims"] as {
      evidence: { source: string; verified: boolean }[];
    }[];
    expect(said.flatMap((claim) => claim.evidence)).toMatchObject([
      { source: "F1", verified: true },
    ]);
    expect((await journal(at, id)).at(-1)?.type).not.toBe("debate-opened");
    for (const one of [id, "last"]) expect((await run(at, ["verify", one])).code).toBe(0);
  });

  test("as JSON, several facts, and no footing where the outcome stays", async () => {
    const { at, id } = await decidedA();

    const ran = await run(at, ["resume", "--ask", FACT, "--ask", "It rains.", "--json"]);

    const lines = ndjson(ran.stdout);
    expect(lines[0]).toMatchObject({ event: "reopened", debate: id, facts: ["F1", "F2"] });
    expect(lines[1]).toMatchObject({ event: "launch", debate: lines[0]?.["as"] });
    expect(lines.at(-1)).toMatchObject({ contradicts: null, unsettled: [], exit: 0 });
  });

  test("contested again exits with 10, from the last round on", async () => {
    const at = scriptedProject(
      rounds(votes("A", "B", "C"), {
        risk: responds("risk", "A"),
        value: responds("value", "B"),
        effort: responds("effort", "C"),
      }),
    );
    await run(at, ["run", "q.md"]);

    const { code, stderr } = await run(at, ["resume", "--ask", FACT]);

    expect(code).toBe(10);
    expect(stderr).toContain("from responses on, with your fact as source F1");
    const asked = (await journal(at)).filter(({ type }) => type === "asks-committed");
    expect(asked).toMatchObject([{ step: "openings", inherited: true }, { step: "responses" }]);
    expect(asked[1]).not.toHaveProperty("inherited");
  });

  test("one that has not ended is refused with both ways out, and so are empty words", async () => {
    const at = scriptedProject(FOR_A);
    await run(at, ["run", "q.md", "--max-calls", "1"]);
    const [paused] = await debates(at);

    const refused = await run(at, ["resume", "--ask", FACT]);
    const empty = await run(at, ["resume", "--ask", " "]);

    expectRefusal(refused, { says: /has not ended; facts are added/, as: "not-resumable" });
    expect(refused.stderr).toContain(`dissent resume ${paused?.id}`);
    expect(refused.stderr).toContain(`dissent resume ${paused?.id} --fork --fact`);
    expectRefusal(empty, { says: /--ask has no words/, as: "usage" });
    expect(await debates(at)).toHaveLength(1);
  });
});
