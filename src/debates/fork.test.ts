import { describe, expect, test } from "vitest";

import { verified } from "../../test/support/journals/forge-journal.ts";
import {
  agreement,
  agrees,
  convinced as persuaded,
  holdChallenge,
  nods,
  SEATS,
} from "../../test/support/protocols/challenge.ts";
import { SCENARIOS } from "../../test/support/protocols/judges-scenarios.ts";
import {
  createTestBrief,
  holdJudges,
  judgesApp,
  recommends,
  responds,
  rounds,
  votes,
} from "../../test/support/protocols/judges.ts";
import { fakeClock } from "../../test/support/time/fake-clock.ts";
import { dissent } from "../dissent.ts";
import { readOpening, findSettlement } from "../domain/journal/event.ts";
import { findLastArguedStep } from "../domain/journal/steps.ts";
import { scripted } from "../models/scripted.ts";
import { formatJournalFile, parseJournalFile } from "../stores/journal-file.ts";
import { memoryStore } from "../stores/memory.ts";
import { countKeptEvents } from "./fork.ts";

const contested = SCENARIOS["three opinions twice"]!;
const convinced = rounds(votes("A", "B", "C"), {
  risk: responds("risk", "A"),
  value: responds("value", "A", { because: ["risk-2"] }),
  effort: responds("effort", "C"),
});

describe("a fork that keeps every answer", () => {
  test("K13 K9 asks nobody, publishes anew, and verifies", async () => {
    const original = await holdJudges(contested);
    const record = await original.app.read(original.id);
    const asked: string[] = [];
    const clock = fakeClock();
    const other = judgesApp({ script: {}, clock, asked });

    const fork = await other.fork(record, {
      keep: "answers",
      by: "mia",
      settings: { consensus_threshold: "1" },
      notices: ["held again with another threshold"],
    });
    const runResult = await other.run({ debate: fork });

    expect(asked).toEqual([]);
    expect(runResult).toMatchObject({ status: "settled" });
    const forked = await other.read(fork);
    const replies = (events: typeof record.events) =>
      events.flatMap(({ fact }) => (fact.type === "reply-recorded" ? [fact.key] : []));
    expect(replies(forked.events)).toEqual(replies(record.events));
    expect(readOpening(forked.events).notices).toContain("held again with another threshold");
    expect(readOpening(forked.events).forkedFrom).toMatchObject({
      debate: original.id,
      sequence: record.events.length,
    });
    expect(await verified(other, fork)).toMatchObject({ ok: true });
  });
});

describe("a fork", () => {
  test("K13 K9 keeps the beginning, asks only from the fork on, and says where it comes from", async () => {
    const original = await holdJudges(contested);
    const record = await original.app.read(original.id);
    const asked: string[] = [];
    const clock = fakeClock();
    const other = judgesApp({ script: convinced, clock, asked });

    const fork = await other.fork(record, {
      at: "responses",
      by: "mia",
      models: { value: "better" },
    });
    const runResult = await other.run({ debate: fork });

    expect(asked.toSorted()).toEqual([
      "responses/effort#1",
      "responses/risk#1",
      "responses/value#1",
    ]);
    expect(runResult).toMatchObject({ outcome: { label: "CONSENSUS", choice: "A" } });
    const forked = await other.read(fork);
    const at = record.events.findIndex(
      ({ fact }) => fact.type === "asks-committed" && fact.step === "responses",
    );
    expect(readOpening(forked.events)).toMatchObject({
      debate: fork,
      by: "mia",
      forkedFrom: { debate: original.id, sequence: at, head: record.events[at - 1]?.hash },
      salt: readOpening(record.events).salt,
    });
    expect(readOpening(forked.events).participants.map(({ model }) => model)).toEqual([
      "offline",
      "better",
      "offline",
    ]);
    expect(
      forked.events.filter(({ fact }) => fact.type === "asks-committed" && fact.inherited),
    ).toHaveLength(1);
    expect(await verified(other, fork)).toMatchObject({ ok: true });
  });

  test("K12 has the limits that the debate was resumed with last", async () => {
    const { app, id } = await holdJudges(contested, { plan: { limits: { calls: 4 } } });
    await app.run({ debate: id, limits: { calls: 20 } });

    const fork = await app.fork(await app.read(id), { at: "responses", by: "mia" });

    expect(readOpening((await app.read(fork)).events).limits.calls).toBe(20);
    expect(await app.run({ debate: fork })).toMatchObject({ status: "settled" });
  });

  test("keeps nothing that was changed after it was written, and may begin before it", async () => {
    const { app, id } = await holdJudges(contested);
    const { lines, ...record } = await app.read(id);
    const changed = { ...record, lines: lines.with(3, lines[3]!.replace('"by":"', '"by":"x')) };

    await expect(app.fork(changed, { at: "responses", by: "mia" })).rejects.toMatchObject({
      code: "store-corrupt",
      message: `Event 3 of ${id} was changed after it was written.`,
    });
    const before = await app.fork(changed, { at: "openings", by: "mia" });
    expect(await verified(app, before)).toMatchObject({ ok: true });
  });

  test("K9 a new fact can be quoted by those who speak after it, and the fork verifies", async () => {
    const { app, id } = await holdJudges(contested);
    const record = await app.read(id);
    const fact = "A measurement found signal in nine of ten valleys.";
    const changed_because = {
      claims: [],
      evidence: [{ kind: "quote", source: "F1", quote: "signal in nine of ten valleys" }],
      explanation: "The measurement found signal in nearly all valleys.",
    };
    const script = rounds(votes("A", "B", "C"), {
      risk: responds("risk", "A"),
      value: responds("value", "A", { changed_because }),
      effort: responds("effort", "A", { changed_because }),
    });
    const forking = judgesApp({ script });

    const fork = await forking.fork(record, { at: "responses", facts: [fact], by: "mia" });
    const runResult = await forking.run({ debate: fork });

    expect(runResult).toMatchObject({
      outcome: { label: "CONSENSUS", choice: "A", result: { type: "UNANIMOUS" } },
    });
    expect(
      readOpening((await forking.read(fork)).events).brief.sources.map((one) => one.id),
    ).toEqual(["brief", "F1"]);
    expect(await verified(forking, fork)).toMatchObject({ ok: true });
  });

  test("K9 other rules over inherited replies are computed anew, and the fork verifies", async () => {
    const { app, id, outcome } = await holdJudges(SCENARIOS["a vote that reverts"]!);
    const record = await app.read(id);
    const closed = record.events.findLastIndex(({ fact }) => fact.type === "round-closed");
    const forking = judgesApp();

    const fork = await forking.fork(record, {
      at: closed + 1,
      settings: { require_change_documentation: false },
      by: "mia",
    });
    const runResult = await forking.run({ debate: fork });

    expect(outcome?.label).toBe("CONTESTED");
    expect(runResult).toMatchObject({ outcome: { label: "CONSENSUS", choice: "A" } });
    expect(await verified(forking, fork)).toMatchObject({ ok: true, fault: null });
  });

  test("K13 a fork in the middle of a round keeps those who had spoken and asks the others", async () => {
    const { app, id } = await holdJudges(contested);
    const record = await app.read(id);
    const asked: string[] = [];
    const forking = judgesApp({
      script: contested,
      store: memoryStore(),
      clock: fakeClock(),
      asked,
    });

    const fork = await forking.fork(record, { at: "3", by: "mia" });
    await forking.run({ debate: fork });

    const [, , third] = record.events;
    const kept = third?.fact.type === "reply-recorded" ? third.fact.key : "";
    expect(asked).toHaveLength(5);
    expect(asked).not.toContain(`${kept}#1`);
    expect(await verified(forking, fork)).toMatchObject({ ok: true });
  });

  test("K1 K9 under rules that do not come to what is kept it is refused, in one line", async () => {
    const { app, id } = await holdChallenge(
      persuaded({ "challenges/operator": nods(), "press/operator": agrees("operator") }),
    );
    const record = await app.read(id);
    const others = [{ minimum_agreement_words: 200 }, { skeptical_of_early_agreement: false }];

    for (const settings of others) {
      for (const at of ["response-1", "rebuttals-1"]) {
        await expect(app.fork(record, { at, settings, by: "mia" })).rejects.toMatchObject({
          code: "bad-settings",
          message: 'The fork would not come to "press" as it was held.',
          hint: "Fork at that step or before it: --at press",
        });
      }
      const fork = await app.fork(record, { at: "press", settings, by: "mia" });
      await app.run({ debate: fork });
      expect(await verified(app, fork)).toMatchObject({ ok: true, fault: null });
    }
    expect(await app.list()).toHaveLength(3);
  });

  test("K9 replies that two forks share are weighed by the settings of each", async () => {
    const pressed = SEATS.map((seat) => [`press/${seat}`, agrees(seat)]);
    const { app, id } = await holdChallenge(agreement(Object.fromEntries(pressed)));
    const record = await app.read(id);
    const at = record.events.findIndex(({ fact }) => fact.type === "artifact-published");
    const downgraded = async (minimum_agreement_words: number): Promise<number> => {
      const fork = await app.fork(record, { at, settings: { minimum_agreement_words }, by: "mia" });
      await app.run({ debate: fork });
      expect(await verified(app, fork)).toMatchObject({ ok: true, fault: null });
      const { events } = await app.read(fork);
      return (
        findSettlement(events)?.outcome.notes.filter((note) => note.includes("pressed")).length ?? 0
      );
    };

    expect(await downgraded(40)).toBe(0);
    expect(await downgraded(300)).toBe(3);
    expect(await downgraded(40)).toBe(0);
    const settings = { minimum_agreement_words: 300 };
    await expect(app.fork(record, { at: at + 1, settings, by: "mia" })).rejects.toMatchObject({
      code: "bad-settings",
      message: 'The fork would not come to "consensus.md" as it was held.',
    });
  });

  test("K6 what a dissenter said of one outcome does not stand beside another", async () => {
    const confirms = { reply: { accurate: true, correction: null } };
    const script = { ...rounds(votes("A", "A", "B")), "attestation/effort": confirms };
    const { app, id, events } = await holdJudges(script, { plan: { attest: true } });
    const record = await app.read(id);
    const settings = { consensus_threshold: "1", max_rounds: 1 };

    const kept = await app.fork(record, { keep: "answers", settings, by: "mia" });
    const again = await app.fork(record, { at: events.length, settings, by: "mia" });
    const silent = await app.run({ debate: kept });
    const asking = await app.run({ debate: again });

    const attestations = (holding: typeof silent) =>
      holding.status === "settled" && holding.outcome.dissents.map(({ attested }) => attested);
    expect(attestations(silent)).toEqual([undefined, undefined, undefined]);
    expect(attestations(asking)).toEqual(["unattested", "unattested", "confirmed"]);
    for (const fork of [kept, again]) {
      expect(await verified(app, fork)).toMatchObject({ ok: true, fault: null });
    }
    expect(countKeptEvents(events, {})).toBe(countKeptEvents(events, { at: "openings" }));
  });

  test("K13 a debate that ended with an unusual share can be forked under its own settings", async () => {
    const { app, id } = await holdJudges(contested, { plan: { flags: { consensus: "0.66666" } } });
    const record = await app.read(id);

    const fork = await app.fork(record, { by: "mia" });

    expect(readOpening((await app.read(fork)).events).settings).toEqual(
      readOpening(record.events).settings,
    );
  });

  test("where it begins must be a step or an event of the debate, and seats must be known", async () => {
    const { app, id, events } = await holdJudges(contested);
    const record = await app.read(id);

    expect(countKeptEvents(events, {})).toBe(countKeptEvents(events, { at: "responses" }));
    expect(countKeptEvents(events, { at: "openings" })).toBe(1);
    for (const at of ["nowhere", 0, events.length + 1, "99"]) {
      expect(() => countKeptEvents(events, { at })).toThrowError(
        expect.objectContaining({ code: "usage" }),
      );
    }
    await expect(
      app.fork(record, { by: "mia", facts: ["known", " \u200b"] }),
    ).rejects.toMatchObject({
      message: "A new fact has no words.",
    });
    await expect(app.fork(record, { by: "mia", at: 0 })).rejects.toMatchObject({
      hint: "Fork at a step instead: --at openings",
    });
    await expect(app.fork(record, { by: "mia", models: { nobody: "x" } })).rejects.toMatchObject({
      code: "unknown-seat",
    });
    expect(await app.list()).toHaveLength(1);
  });
});

describe("a journal as a file", () => {
  async function writeJournalFile(record: Awaited<ReturnType<ReturnType<typeof dissent>["read"]>>) {
    const lines: string[] = [];
    for await (const line of formatJournalFile(record)) lines.push(line);
    return lines.join("");
  }

  test.each(Object.entries(SCENARIOS))(
    "K13 %s is the same after it went through a file, to the byte",
    async (_, script) => {
      const { app, id } = await holdJudges(script);
      const record = await app.read(id);
      const text = await writeJournalFile(record);
      const elsewhere = judgesApp();

      expect(await elsewhere.importJournal(parseJournalFile(text, "one.jsonl"))).toBe(id);

      const brought = await elsewhere.read(id);
      expect(brought.lines).toEqual(record.lines);
      expect(await writeJournalFile(brought)).toBe(text);
      expect(await elsewhere.list()).toEqual(await app.list());
      expect(await verified(elsewhere, id)).toMatchObject({ ok: true });
    },
  );

  test("K9 a file that git gave other line ends still verifies", async () => {
    const { app, id } = await holdJudges(contested);
    const text = await writeJournalFile(await app.read(id));
    const elsewhere = judgesApp();

    await elsewhere.importJournal(parseJournalFile(text.replaceAll("\n", "\r\n"), "one.jsonl"));

    expect(await verified(elsewhere, id)).toMatchObject({ ok: true });
  });

  test("K13 a fork of a file goes on where the file was forked", async () => {
    const { app, id } = await holdJudges(contested);
    const { lines, texts } = parseJournalFile(
      await writeJournalFile(await app.read(id)),
      "one.jsonl",
    );
    const model = scripted(convinced);
    const elsewhere = dissent({ store: memoryStore(), modelFor: async () => model });

    const fork = await elsewhere.fork(
      {
        id,
        lines,
        events: lines.map((line) => JSON.parse(line)),
        text: async (sha256) => texts.get(sha256),
      },
      { at: "responses", by: "mia" },
    );

    expect(await elsewhere.run({ debate: fork })).toMatchObject({ outcome: { choice: "A" } });
    expect(await verified(elsewhere, fork)).toMatchObject({ ok: true });
  });

  test("K9 a text that was changed in a file is refused with its line, and so is what is no journal", async () => {
    const { app, id } = await holdJudges(contested);
    const text = await writeJournalFile(await app.read(id));

    expect(() =>
      parseJournalFile(text.replace("Crews work", "Crews rest"), "one.jsonl"),
    ).toThrowError(
      expect.objectContaining({
        code: "bad-journal",
        message: "one.jsonl:1:1 holds a text that does not match its hash.",
      }),
    );
    for (const other of [
      "",
      "\n",
      "hello\n",
      '{"blob":1}\n',
      "{}\n",
      text.split("\n").slice(2).join("\n"),
    ]) {
      expect(() => parseJournalFile(other, "one.jsonl")).toThrowError(
        expect.objectContaining({ code: "bad-journal" }),
      );
    }
  });

  test("a debate that is already here is not brought in twice", async () => {
    const { app, id } = await holdJudges(contested);
    const file = parseJournalFile(await writeJournalFile(await app.read(id)), "one.jsonl");

    await expect(app.importJournal(file)).rejects.toMatchObject({ code: "bad-journal" });
  });
});

test("K15 K17 a brief with hostile texts goes through a file unharmed", async () => {
  const body = 'a\n{"blob":"x"}\n{"sequence":0,\u2028 "quotes" \\ <b>';
  const brief = createTestBrief({ body });
  const script = rounds({ ...votes("A", "A", "A"), risk: recommends("risk", "A", { claims: [] }) });
  const { app, id } = await holdJudges(script, { brief });
  const record = await app.read(id);
  const lines: string[] = [];
  for await (const line of formatJournalFile(record)) lines.push(line);

  const { texts } = parseJournalFile(lines.join(""), "one.jsonl");

  expect(texts.get(brief.sources[0]!.sha256)).toBe(body);
});

describe("the step from which a new fact can still change minds", () => {
  test("is the last one in which anyone argued against something", async () => {
    const twice = await holdJudges(contested);
    const once = await holdJudges(rounds(votes("A", "A", "A")));

    const { events } = await twice.app.read(twice.id);
    expect(findLastArguedStep(events)).toBe("responses");
    expect(findLastArguedStep((await once.app.read(once.id)).events)).toBe("openings");
    expect(findLastArguedStep(events.slice(0, 1))).toBeUndefined();
    // a document that was agreed on afterwards holds claims, and no argument
    const later = events.map((event) =>
      event.fact.type === "reply-recorded" && event.fact.key.startsWith("responses/")
        ? {
            ...event,
            fact: {
              ...event.fact,
              claims: event.fact.claims.map((claim) => ({ ...claim, side: "supports" as const })),
            },
          }
        : event,
    );
    const attacked = later.map((event) =>
      event.fact.type === "reply-recorded" && event.fact.key === "openings/risk"
        ? {
            ...event,
            fact: {
              ...event.fact,
              claims: event.fact.claims.map((claim) => ({ ...claim, side: "attacks" as const })),
            },
          }
        : event,
    );
    expect(findLastArguedStep(later)).toBe("responses");
    expect(findLastArguedStep(attacked)).toBe("openings");
  });
});
