import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";

import {
  cutAfter,
  forged,
  rechained,
  verified,
  verifiedLines,
} from "../../../test/support/journals/forge-journal.ts";
import { SCENARIOS } from "../../../test/support/protocols/judges-scenarios.ts";
import {
  createTestBrief,
  holdJudges,
  recommends,
  rounds,
  votes,
} from "../../../test/support/protocols/judges.ts";
import {
  askFor,
  ended,
  openProbe,
  probe,
  says,
} from "../../../test/support/protocols/probe-protocol.ts";
import type { DebateRecord } from "../../dissent.ts";
import type { Fact } from "../../domain/journal/event.ts";
import { judges } from "../../protocols/judges/protocol.ts";

type Of<Type extends Fact["type"]> = Extract<Fact, { type: Type }>;

/** The first fact of a type, to be edited. */
function first<Type extends Fact["type"]>(facts: Fact[], type: Type): Editable<Of<Type>> {
  return facts.find((fact) => fact.type === type) as Editable<Of<Type>>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- edits go deep into recorded JSON
type Editable<Part> = { -readonly [Field in keyof Part]: any };

let record: DebateRecord;
beforeAll(async () => {
  const { app, id } = await holdJudges(SCENARIOS["a judge convinced in round 2"]!);
  record = await app.read(id);
});

/** What verify says once the facts were edited and chained again. */
function afterEdit(edit: (facts: Fact[]) => Fact[] | void) {
  return verifiedLines(
    record,
    forged(record, (facts) => {
      const edited = edit(facts);
      return Array.isArray(edited) ? edited : facts;
    }),
  );
}

describe("intact", () => {
  test.each(Object.entries(SCENARIOS))("K9 AV1 AV2 AV3 %s verifies", async (_, script) => {
    const { app, id, events } = await holdJudges(script);

    const verification = await verified(app, id);

    expect(verification).toMatchObject({
      ok: true,
      fault: null,
      head: events.at(-1)?.hash,
      events: events.length,
    });
    expect(verification.holds).toContain("outcome recomputed, no difference");
    expect(verification.holds.join()).toContain("no blind prompt holds a peer's words");
  });

  test("K9 a journal that was cut off verifies as far as it goes, and is said not to have ended", async () => {
    for (let cut = 1; cut < record.lines.length; cut++) {
      const { ok, holds } = await verifiedLines(record, record.lines.slice(0, cut));

      expect(ok, `cut after event ${cut}`).toBe(true);
      expect(holds).toContain("the debate has not ended; all that is recorded was recomputed");
    }
  });

  test("K9 K11 a person's decision after the end leaves the verification as it was", async () => {
    const { app, id } = await holdJudges(SCENARIOS["three opinions twice"]!);
    await app.decide(id, { choice: "B", reason: "The crews asked for it.", by: "mia" });

    expect(await verified(app, id)).toMatchObject({ ok: true });
  });

  test("K9 a judge that repeats the instructions it was given leaks nothing", async () => {
    const echo = "Look for what can go wrong before you look at what can go right";
    const echoing = {
      headline: "This is round 1. You cannot see the other judges, and they cannot see you.",
    };
    const script = rounds({
      ...votes("A", "A", "A"),
      risk: recommends("risk", "A", { headline: echo }),
      value: recommends("value", "A", echoing),
    });
    const { app, id } = await holdJudges(script);

    expect(await verified(app, id)).toMatchObject({ ok: true });
  });
});

describe("the chain", () => {
  test("K9 AV1 KC1 KC2 flipping any byte of any line is found", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (at, where, flip) => {
          const lines = [...record.lines];
          const sequence = at % lines.length;
          const bytes = Buffer.from(lines[sequence]!);
          const position = where % bytes.length;
          bytes[position] = bytes[position]! ^ flip;
          lines[sequence] = bytes.toString("utf8");

          const { ok, fault } = await verifiedLines(record, lines);

          expect(ok).toBe(false);
          expect(fault?.where).toBe(`event ${sequence}`);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("K9 AV1 KC2 an event that was dropped, swapped, doubled or put in front is found where it happened", async () => {
    const { lines } = record;
    const swapped = [...lines];
    [swapped[3], swapped[4]] = [lines[4]!, lines[3]!];
    const damaged = {
      "event 5": lines.toSpliced(5, 1),
      "event 3": swapped,
      "event 7": lines.toSpliced(7, 0, lines[6]!),
      "event 0": lines.slice(1),
    };

    for (const [where, damage] of Object.entries(damaged)) {
      expect(await verifiedLines(record, damage)).toMatchObject({ ok: false, fault: { where } });
    }
  });

  test("K9 AV1 an empty journal, and lines that are none, are found", async () => {
    expect(await verifiedLines(record, [])).toMatchObject({
      fault: { where: "event 0", what: "the journal is empty" },
    });
    expect(await verifiedLines(record, ["hello"])).toMatchObject({
      fault: { where: "event 0", what: "the event is not a journal line" },
    });
  });

  test("K9 AV1 a journal rewritten from the start is found by whoever kept its last hash, or the beginning of it", async () => {
    const head = record.events.at(-1)!.hash;
    const rewritten = forged(record, (facts) => {
      first(facts, "debate-opened").by = "someone else";
      return facts;
    });

    expect(await verifiedLines(record, record.lines, { expectedHead: head })).toMatchObject({
      ok: true,
    });
    expect(
      await verifiedLines(record, record.lines, { expectedHead: head.slice(0, 12).toUpperCase() }),
    ).toMatchObject({ ok: true });
    expect(await verifiedLines(record, rewritten)).toMatchObject({ ok: true });
    const verification = await verifiedLines(record, rewritten, { expectedHead: head });
    expect(verification.ok).toBe(false);
    expect(verification.fault?.what).toContain(`not in ${head}`);
  });
});

describe("edited and chained again", () => {
  test("K9 AV2 a changed vote shows as a difference in the outcome, by name", async () => {
    const { app, id } = await holdJudges(
      { "recommendation/effort": recommends("effort", "B") },
      {
        brief: createTestBrief({ question: "Which button colour do crews read best?" }),
        plan: { settings: { trigger: "scope_critical" } },
      },
    );
    const own = await app.read(id);
    const lines = forged(own, (facts) => {
      const edited = first(facts, "reply-recorded");
      edited.reply.option = "A";
      edited.said.position = "A";
      // the case and the doubt are about the option that is recommended
      for (const at of [0, 2]) edited.claims[at].about = "A";
      return facts;
    });

    const { fault } = await verifiedLines(own, lines);

    expect(fault).toEqual({
      where: `event ${lines.length - 1} (debate-settled)`,
      what: 'outcome.choice is recorded as "B", recomputed as "A"',
    });
  });

  test("K9 AV2 a changed word is found by the page that was made of it, or by the prompts that showed it", async () => {
    const reworded = (facts: Fact[]): void => {
      const edited = first(facts, "reply-recorded");
      edited.reply.headline = "I never said that";
      edited.said.words = "I never said that";
      edited.claims[0].text = "I never said that";
    };
    const { app, id } = await openProbeThatListens();
    const own = await app.read(id);
    const lines = forged(own, (facts) => {
      first(facts, "reply-recorded").reply.say = "I never said that";
      return facts;
    });

    const paged = await afterEdit(reworded);
    const shown = await verifiedLines(own, lines, { protocols: app.protocols });

    expect(paged.fault?.what).toMatch(/^The artifact .*-risk.md is not the one recorded/);
    expect(shown.fault).toEqual({
      where: "step after",
      what: expect.stringContaining("would now ask bob something else"),
    });
  });

  test.each<[string, string, (outcome: Editable<Of<"debate-settled">["outcome"]>) => void]>([
    ["label", "outcome.label", (outcome) => (outcome.label = "CONTESTED")],
    ["choice", "outcome.choice", (outcome) => (outcome.choice = "C")],
    ["dissents", "outcome.dissents", (outcome) => (outcome.dissents = [])],
    ["shape", "outcome.absences", (outcome) => (outcome.absences = {})],
    ["figures", "outcome.present", (outcome) => (outcome.present = 4)],
    ["words", "outcome.result.dissent", (outcome) => outcome.result.dissent.push("none")],
  ])("K9 V2 a wrong %s in the outcome is named", async (_, named, edit) => {
    const { fault } = await afterEdit((facts) => {
      edit(first(facts, "debate-settled").outcome);
    });

    expect(fault?.where).toMatch(/debate-settled/);
    expect(fault?.what).toContain(named);
  });

  test("K7 K9 AV2 a quote that does not occur in its source cannot be passed off as verified", async () => {
    const invented = { kind: "quote", source: "brief", quote: "Nobody needs any signal" };
    const words = { headline: "It is so", detail: "" };
    const claim = { ...words, about: "A", side: "supports", evidence: [invented] };
    const { app, id } = await holdJudges(
      rounds({ ...votes("A", "A", "A"), risk: recommends("risk", "A", { claims: [claim] }) }),
    );
    const own = await app.read(id);
    const lines = forged(own, (facts) => {
      const reply = facts.find((fact) => fact.type === "reply-recorded" && fact.by === "risk");
      (reply as Editable<Of<"reply-recorded">>).claims[1].evidence[0].verified = true;
      return facts;
    });

    const { fault } = await verifiedLines(own, lines);

    expect(fault?.where).toContain("reply-recorded openings/risk");
    expect(fault?.what).toBe(
      "reply-recorded.claims.1.evidence.0.verified is recorded as true, recomputed as false",
    );
  });

  test("K3 K9 AV2 a recorded reply that no schema would have let through is found", async () => {
    const { fault } = await afterEdit((facts) => {
      const reply = facts.findLast((fact) => fact.type === "reply-recorded");
      (reply as Editable<Of<"reply-recorded">>).reply.confidence = 400;
    });

    expect(fault?.what).toContain("the reply is not valid");
  });

  test("K9 AV2 an unmet duty that was taken out of the record is found", async () => {
    const { app, id } = await holdJudges(SCENARIOS["a vote that reverts"]!);
    const own = await app.read(id);
    const lines = forged(own, (facts) => {
      const reply = facts.find((fact) => fact.type === "reply-recorded" && fact.unmet.length > 0);
      (reply as Editable<Of<"reply-recorded">>).unmet = [];
      return facts;
    });

    const { fault } = await verifiedLines(own, lines);

    expect(fault?.what).toContain("reply-recorded.unmet.0");
  });

  test("K9 AV2 an inserted reply that the rules never asked for is found", async () => {
    const stray = await afterEdit((facts) => {
      const reply = first(facts, "reply-recorded") as Of<"reply-recorded">;
      const at = facts.indexOf(reply) + 1;
      return facts.toSpliced(at, 0, { ...reply, key: "openings/stranger", by: "stranger" });
    });
    const step = await afterEdit((facts) => {
      const asks = first(facts, "asks-committed") as Of<"asks-committed">;
      return facts.toSpliced(-1, 0, { ...asks, step: "afterthoughts" });
    });

    expect(stray.fault?.what).toBe("the event answers what was not yet asked");
    expect(step.fault).toMatchObject({ what: "the rules never asked for it" });
  });

  test("K9 AV2 a second answer to one ask is found, whichever of the two the outcome goes by", async () => {
    const { fault } = await afterEdit((facts) => {
      const reply = first(facts, "reply-recorded") as Of<"reply-recorded">;
      return facts.toSpliced(facts.indexOf(reply) + 1, 0, structuredClone(reply));
    });

    expect(fault?.what).toBe("the event answers what was answered");
  });

  test("K1 K9 AV2 a reply that stands before the commitment of its prompt is found", async () => {
    const { fault } = await afterEdit((facts) => {
      const [asks, reply] = [facts[1]!, facts[2]!];
      return facts.toSpliced(1, 2, reply, asks);
    });

    expect(fault).toMatchObject({
      where: expect.stringMatching(/^event 1 \(reply-recorded openings\//),
      what: "the event answers what was not yet asked",
    });
  });

  test("K9 AV2 a step that comes before the one that the rules have first, or before it was answered, is found", async () => {
    const types = record.events.map(({ fact }) => fact.type);
    const page = types.indexOf("artifact-published");
    const second = types.lastIndexOf("asks-committed");
    const pages = await afterEdit((facts) =>
      facts.toSpliced(page, 2, facts[page + 1]!, facts[page]!),
    );
    const early = await afterEdit((facts) =>
      facts.toSpliced(second - 1, 2, facts[second]!, facts[second - 1]!),
    );
    const unanswered = await afterEdit((facts) =>
      facts.toSpliced(page, 1).toSpliced(page - 2, 0, facts[page]!),
    );

    expect(pages.fault).toMatchObject({
      where: expect.stringMatching(/^event \d+ \(artifact-published /),
      what: expect.stringMatching(/^the rules have artifact-published \S+ before it$/),
    });
    expect(early.fault?.what).toMatch(/^the rules have artifact-published \S+ before it$/);
    expect(unanswered.fault?.what).toMatch(/comes before openings\/\w+ was answered$/);
  });

  test("K9 AV2 nothing happens while a debate is paused but what a person answers", async () => {
    const pause: Fact = { type: "debate-paused", reason: "interrupted", detail: "" };
    const limits = first(
      record.events.map(({ fact }) => fact),
      "debate-opened",
    ).limits;
    const resume = { type: "debate-resumed", limits, askedAgain: [] } as Fact;

    const paused = await afterEdit((facts) => facts.toSpliced(3, 0, pause));
    const resumed = await afterEdit((facts) => facts.toSpliced(3, 0, pause, resume));

    expect(paused.fault?.what).toBe("the event comes while the debate was paused");
    expect(resumed.ok).toBe(true);
  });

  test("K9 AV2 replies of one round in another order are the same debate", async () => {
    const { ok } = await afterEdit((facts) => facts.toSpliced(2, 2, facts[3]!, facts[2]!));

    expect(ok).toBe(true);
  });

  test("K9 AV2 whatever is dropped of what the rules call for leaves a gap that is named", async () => {
    const around = new Set(["debate-opened", "debate-settled"]);
    for (const [sequence, { fact }] of record.events.entries()) {
      if (around.has(fact.type)) continue;
      const verification = await afterEdit((facts) => facts.toSpliced(sequence, 1));

      expect(verification.ok, `without event ${sequence}, ${fact.type}`).toBe(false);
    }
    const { app, id } = await openProbeThatListens();
    const own = await app.read(id);
    const unanswered = forged(own, (facts) =>
      facts.filter((fact) => !(fact.type === "reply-recorded" && fact.by === "bob")),
    );
    const { fault } = await verifiedLines(own, unanswered, { protocols: app.protocols });
    expect(fault?.what).toMatch(/the rules call for an answer to .*after\/bob/);
  });

  test("K9 AV2 a journal that no longer opens a debate does not verify", async () => {
    expect(await afterEdit((facts) => facts.slice(1))).toMatchObject({
      ok: false,
      fault: { where: "event 0", what: "the event opens no debate" },
    });
  });

  test("K9 AV2 an ending that came too early, and events after the end, are found", async () => {
    const early = await afterEdit((facts) => [...facts.slice(0, 4), facts.at(-1)!]);
    const late = await afterEdit((facts) => [
      ...facts,
      { type: "debate-paused", reason: "interrupted", detail: "" },
    ]);

    expect(early.ok).toBe(false);
    expect(late.fault?.what).toBe("the event comes after the debate had ended");
  });

  test("K9 whatever nonsense a recorded fact is replaced with, verify names a fault and does not break", async () => {
    const wreck = fc.oneof(
      fc.constant(null),
      fc.string(),
      fc.integer(),
      fc.constant([]),
      fc.constant({}),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), wreck, async (at, which, value) => {
        const sequence = at % (record.events.length - 1);
        const { ok } = await afterEdit((facts) => {
          const fact = facts[sequence] as unknown as Record<string, unknown>;
          const field = Object.keys(fact).filter((name) => name !== "type");
          fact[field[which % field.length]!] = value;
        });

        expect(typeof ok).toBe("boolean");
      }),
      { numRuns: 200 },
    );
  });
});

describe("texts", () => {
  test("K9 a changed or missing text of a source or an artifact is found by its name", async () => {
    const artifact = record.events.find(({ fact }) => fact.type === "artifact-published")!.fact;
    const name = (artifact as Of<"artifact-published">).name;
    const swap = (sha256: string, words: string | undefined) => ({
      text: async (wanted: string) => (wanted === sha256 ? words : record.text(wanted)),
    });
    const source = createTestBrief().sources[0]!.sha256;

    for (const words of ["other words", undefined]) {
      expect(await verifiedLines(swap(source, words), record.lines)).toMatchObject({
        ok: false,
        fault: { what: "the text of source brief is missing or was changed" },
      });
      expect(
        await verifiedLines(
          swap((artifact as Of<"artifact-published">).sha256, words),
          record.lines,
        ),
      ).toMatchObject({
        ok: false,
        fault: { what: `the text of ${name} is missing or was changed` },
      });
    }
  });

  test("K9 AV2 an artifact that the rules do not make of these replies is found", async () => {
    const edited = await afterEdit((facts) => {
      first(facts, "artifact-published").sha256 = createTestBrief().sources[0]!.sha256;
    });
    const added = await afterEdit((facts) => {
      const artifact = first(facts, "artifact-published") as Of<"artifact-published">;
      return facts.toSpliced(-1, 0, { ...artifact, name: "sadd/decision.md" });
    });

    const longer = await afterEdit((facts) => {
      first(facts, "artifact-published").bytes += 1;
    });
    expect(longer.fault?.what).toMatch(/^the text of \S+ is missing or was changed$/);
    expect(edited.fault?.what).toMatch(/is not the one recorded/);
    expect(added.fault).toMatchObject({ what: "the rules never asked for it" });
  });
});

describe("rules", () => {
  test("K9 AV2 under other rules nothing can be recomputed, and that is said", async () => {
    const rules = `the rules of judges version ${judges.version} are`;
    const newer = { ...judges, version: judges.version + 1 };
    const cases = [
      [[newer], `${rules} no longer shipped`],
      [[], `${rules} not at hand`],
    ] as const;

    for (const [protocols, what] of cases) {
      const { ok, fault, holds } = await verifiedLines(record, record.lines, { protocols });

      expect(ok).toBe(false);
      expect(fault?.what).toContain(what);
      expect(holds.join("\n"), "the chain is checked all the same").toMatch(/chain of \d+ events/);
    }
  });

  test("K9 a journal of a newer format is refused, not misread", async () => {
    const { fault } = await afterEdit((facts) => {
      first(facts, "debate-opened").format = 99;
    });

    expect(fault?.what).toContain("format 99");
  });
});

/** Ann speaks, and Bob is shown what she said. */
async function openProbeThatListens() {
  const protocol = probe(async (floor) => {
    const [ann, bob] = floor.participants;
    const said = await floor.ask("before", ann!, askFor("Speak."));
    const words = said.kind === "spoken" ? said.reply.say : "";
    await floor.ask("after", bob!, askFor(`Ann said: ${words}`, { reveals: [said.key] }));
    return ended("done");
  });
  const opened = await openProbe(protocol, { script: { "*": says("hello") } });
  await opened.hold();
  return opened;
}

describe("isolation", () => {
  const secret = "the harbour gate will be closed on the second friday of march";
  const protocol = (declared: boolean) =>
    probe(async (floor) => {
      const alone = await floor.round("alone", floor.participants, ({ id }) =>
        askFor(`Speak, ${id}.`),
      );
      const heard = alone.spoken.map(({ by, reply }) => `${by}: ${reply.say}`).join("\n");
      const reveals = declared ? alone.spoken.map(({ key }) => key) : [];
      await floor.round("sealed", floor.participants, ({ id }) =>
        askFor(`Speak again, ${id}.\n${heard}`, { reveals }),
      );
      return ended("done");
    });
  const script = { "alone/bob": says(secret), "*": says("nothing much") };

  test("K1 KF5 the floor refuses to send a blind prompt that holds a peer's words", async () => {
    const { hold, types, asked } = await openProbe(protocol(false), { script });

    await expect(hold()).rejects.toThrow(/The blind ask sealed\/ann shows a peer's words/);

    expect(asked.filter((key) => key.startsWith("sealed"))).toEqual([]);
    expect((await types()).filter((type) => type === "asks-committed")).toHaveLength(1);
  });

  test("K1 AV3 verify finds the same leak in a journal whose kernel let it pass", async () => {
    const { app, id, hold } = await openProbe(protocol(true), { script });
    await hold();
    const own = await app.read(id);
    const lines = forged(own, (facts) => {
      const asks = facts.findLast((fact) => fact.type === "asks-committed");
      const sealed = asks as Editable<Of<"asks-committed">>;
      sealed.blind = true;
      for (const ask of sealed.asks) ask.reveals = [];
      return facts;
    });

    expect(await verified(app, id)).toMatchObject({ ok: true });
    const { fault } = await verifiedLines(own, lines, { protocols: [protocol(false)] });

    expect(fault?.where).toBe("prompt of sealed/ann");
    expect(fault?.what).toContain("the harbour gate will be closed on the");
  });

  test("K1 AV2 a step that was recorded as blind and is none does not verify", async () => {
    const { app, id, hold } = await openProbe(protocol(true), { script });
    await hold();
    const own = await app.read(id);
    const lines = forged(own, (facts) => {
      const asks = facts.findLast((fact) => fact.type === "asks-committed");
      (asks as Editable<Of<"asks-committed">>).blind = true;
      return facts;
    });

    expect(await verifiedLines(own, lines, { protocols: [protocol(true)] })).toMatchObject({
      ok: false,
      fault: { where: "step sealed" },
    });
  });

  test("K1 a prompt that claims to reveal what nobody said is refused", async () => {
    const liar = probe(async (floor) => {
      await floor.round("openings", floor.participants, () =>
        askFor("Speak.", { reveals: ["yesterday/ann"] }),
      );
      return ended("done");
    });
    const { hold } = await openProbe(liar, { script });

    await expect(hold()).rejects.toThrow(/reveals "yesterday\/ann", and nobody said that/);
  });
});

test("K9 a journal verifies the same when it is chained again without a change", async () => {
  const again = rechained(
    record.lines,
    record.events.map(({ fact }) => fact),
  );

  expect(again).toEqual(record.lines);
  const { lines } = await cutAfter(record, record.lines.length);
  expect(lines).toEqual(record.lines);
});
