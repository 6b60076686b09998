/**
 * Bar of the signatures: a journal can be forged so that it is consistent, by changing what no rule speaks of and
 * chaining it again. Every such forgery of a signed journal is found.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  type SubjectCheckOptions,
  checkVerificationSubject,
  requireProofLevel,
} from "../../src/cli/verify/check-subject.ts";
import type { VerifiedSubject } from "../../src/cli/verify/check-subject.ts";
import {
  annotateDecisionVerdict,
  annotatePremiseCheck,
  annotatePremise,
} from "../../src/debates/annotation.ts";
import { type DebateRecord, dissent, type Dissent } from "../../src/dissent.ts";
import type { Event, Fact } from "../../src/domain/journal/event.ts";
import { formatProofLevels, formatNotProvenLine } from "../../src/domain/journal/proof.ts";
import { parseSignatureLine, PERSON_NAMESPACE } from "../../src/domain/journal/signature.ts";
import { listPremises } from "../../src/domain/premise.ts";
import { GENESIS, readEventLine, sha256 } from "../../src/kernel/journal/hash-chain.ts";
import { createPersonModel } from "../../src/models/person-model.ts";
import { scripted } from "../../src/models/scripted.ts";
import { signJournalEvent } from "../../src/signing/sign-event.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { missingPart } from "../support/processes/missing-part.ts";
import { allowSigner, newKey } from "../support/processes/ssh-keygen.ts";
import { countedDigits } from "../support/protocols/debate.ts";
import {
  createTestBrief,
  recommends,
  responds,
  rounds,
  votes,
} from "../support/protocols/judges.ts";
import { fakeClock } from "../support/time/fake-clock.ts";

const UNSIGNABLE = missingPart("ssh-keygen");

let base: string;
let record: DebateRecord;
let setting: SubjectCheckOptions;

beforeAll(async () => {
  if (UNSIGNABLE !== undefined) return;
  base = mkdtempSync(join(tmpdir(), "dissent-forgeries-"));
  const allowedSigners = join(base, "allowed");
  const key = newKey(base, "ada");
  allowSigner(allowedSigners, "ada@example.com", key);
  setting = { env: process.env, cwd: null, allowedSigners };
  record = await eventfulDebate(key);
});

afterAll(() => {
  if (base !== undefined) rmSync(base, { recursive: true, force: true });
});

/** A repaired reply, an absence, a person's seat, a pause, a decision, what became of it, and who looks after what. */
async function eventfulDebate(key: string): Promise<DebateRecord> {
  const store = memoryStore();
  const clock = fakeClock();
  const script = rounds(
    {
      ...votes("A", "B", "C"),
      risk: [recommends("risk", "D"), recommends("risk", "A")],
      effort: { crash: "no route to host" },
    },
    { risk: responds("risk", "A", { peers: ["value"] }) },
  );
  const app = signingApp({ key, store, clock, script });
  const plan = app.plan("judges", {
    brief: createTestBrief(),
    seats: { value: { model: "person" } },
  });
  const debate = await app.open(plan, "mia");
  const said = [recommends("value", "B"), responds("value", "B", { peers: ["risk"] })];
  for (const { reply } of said) {
    expect((await app.run({ debate })).status).toBe("waiting");
    await app.answer(debate, { seat: "value", text: JSON.stringify(reply), by: "pat" });
    const paused = { pause: AbortSignal.abort(), drop: new AbortController().signal };
    await app.run({ debate, steering: paused });
  }
  expect((await app.run({ debate })).status).toBe("settled");
  await app.decide(debate, { choice: "B", reason: "The crews asked for it.", by: "mia" });
  const [footing] = listPremises((await app.read(debate)).events);
  const about = footing?.id ?? "";
  await app.annotate(
    debate,
    annotatePremise({ footing: about, owner: "mia", due: "2027-01-31", by: "mia" }),
  );
  await app.annotate(
    debate,
    annotatePremiseCheck(about, { state: "holds", detail: "measured", by: "mia" }),
  );
  await app.annotate(
    debate,
    annotateDecisionVerdict({ verdict: "right", reason: "They use it.", by: "mia" }),
  );
  return app.read(debate);
}

function signingApp({
  key,
  store,
  clock,
  script,
}: {
  key: string;
  store: ReturnType<typeof memoryStore>;
  clock: ReturnType<typeof fakeClock>;
  script: ReturnType<typeof rounds>;
}): Dissent {
  const model = scripted(script, { clock });
  const signer = {
    namespace: PERSON_NAMESPACE,
    env: process.env,
    key: async () => ({ key, program: "ssh-keygen" }),
  } as const;
  return dissent({
    store,
    clock,
    random: countedDigits(),
    modelFor: async (reference) => (reference === "person" ? createPersonModel() : model),
    sign: (debate, event) =>
      signJournalEvent(debate, event, {
        signer,
        keep: (id, line) => store.keepSignature(id, line),
        onUnsigned: (words) => expect.unreachable(words),
      }),
  });
}

type Loose = Record<string, unknown> & {
  atMs: number;
  fact: Record<string, unknown> & { type: Fact["type"] };
};
type Forgery = (events: Loose[]) => void;

/** The journal as someone would forge it: edited, and chained again from its beginning. */
function forgedLines(edit: Forgery): string[] {
  const events = record.lines.map((line) => JSON.parse(line) as Loose);
  edit(events);
  let previous = GENESIS;
  return events.map((event, sequence) => {
    const body = JSON.stringify({ ...event, sequence, previous, hash: undefined });
    previous = sha256(body);
    return `${body.slice(0, -1)},"hash":"${previous}"}`;
  });
}

function verifiedWith(
  lines: readonly string[],
  signatures: readonly string[],
): Promise<VerifiedSubject> {
  const journal = { lines, text: record.text, texts: [], signatures, fault: null, from: "here" };
  return checkVerificationSubject({ debate: record.id, journal, documents: [] }, setting);
}

/** What is forged, in the first event of which type, where, and what it says then. */
const FIELDS: readonly (readonly [string, Fact["type"], string, unknown])[] = [
  ["who opened the debate", "debate-opened", "by", "eve"],
  ["the id of the debate", "debate-opened", "debate", "another-debate"],
  ["what a notice said", "debate-opened", "notices", []],
  ["which model a seat was given to", "debate-opened", "participants.0.model", "opus"],
  ["the limits of the debate", "debate-opened", "limits.usd", 1],
  ["the deadline of a call", "debate-opened", "timeoutMs", 1_234],
  [
    "which debate it was forked from",
    "debate-opened",
    "forkedFrom",
    { debate: "other", sequence: 3, head: GENESIS },
  ],
  ["which feature it was about", "debate-opened", "brief.featureName", "another.md"],
  ["a field added to the opening", "debate-opened", "approvedBy", "the board"],
  ["a field added to a commitment", "asks-committed", "note", "reviewed"],
  ["which model answered", "reply-recorded", "speaker.served", "opus-5"],
  ["which model was asked for", "reply-recorded", "speaker.requested", "opus"],
  ["which provider answered", "reply-recorded", "speaker.provider", "another"],
  ["which version answered", "reply-recorded", "speaker.version", "2027-01"],
  ["what an answer cost", "reply-recorded", "usage.costUsd", 12],
  ["how many tokens an answer took", "reply-recorded", "usage.outputTokens", 7],
  ["how long an answer took", "reply-recorded", "latencyMs", 7],
  ["a field added to an answer", "reply-recorded", "checked", true],
  ["what a rejected reply said", "reply-rejected", "raw", "C"],
  ["why a reply was rejected", "reply-rejected", "problems", ["too short"]],
  ["what a rejected reply cost", "reply-rejected", "usage.costUsd", 3],
  ["which model was absent", "participant-absent", "speaker.requested", "opus"],
  ["what an absent participant had said", "participant-absent", "raw", "C, of course"],
  ["a field added to a wait for a person", "answer-awaited", "asked", "eve"],
  ["a field added to a person's answer", "person-answered", "seal", "valid"],
  ["a field added to the end of a round", "round-closed", "quorum", 3],
  ["a field added to an artifact", "artifact-published", "by", "eve"],
  ["why the debate paused", "debate-paused", "detail", "the board asked for it"],
  ["what the debate resumed with", "debate-resumed", "askedAgain", ["openings/risk"]],
  ["what was decided", "decision-recorded", "choice", "A"],
  ["who decided", "decision-recorded", "by", "eve"],
  ["why it was decided", "decision-recorded", "reason", "Eve said so."],
  ["who looks after an assumption", "footing-noted", "owner", "eve"],
  ["what a check of an assumption found", "footing-checked", "detail", "guessed"],
  ["whether the decision was right", "decision-judged", "verdict", "wrong"],
];

function findFirst(events: readonly Loose[], type: Fact["type"]): Loose {
  const found = events.find(({ fact }) => fact.type === type);
  if (!found) throw new Error(`The debate has no ${type}.`);
  return found;
}

function setField(type: Fact["type"], path: string, value: unknown): Forgery {
  return (events) => {
    const steps = path.split(".");
    const last = steps.pop() ?? "";
    let inner: Record<string, unknown> = findFirst(events, type).fact;
    for (const step of steps) inner = inner[step] as Record<string, unknown>;
    expect(inner[last], path).not.toEqual(value);
    inner[last] = value;
  };
}

const FORGERIES: readonly (readonly [string, Forgery])[] = [
  ...FIELDS.map(([name, type, path, value]) => [name, setField(type, path, value)] as const),
  [
    "when everything happened",
    (events) => {
      for (const event of events) event.atMs += 86_400_000;
    },
  ],
  [
    "the order in which a round went",
    (events) => {
      // who was waited for, and whoever answered next
      const at = events.indexOf(findFirst(events, "answer-awaited"));
      const [one, other] = events.slice(at, at + 2) as [Loose, Loose];
      [one.fact, other.fact] = [other.fact, one.fact];
    },
  ],
  ["a field added to an event itself", (events) => void (events[2]!["seal"] = "valid")],
  [
    "a decision taken out",
    (events) => void events.splice(events.indexOf(findFirst(events, "decision-recorded")), 1),
  ],
  ["the last event left out", (events) => void events.pop()],
];

/** What adds a field that no event has, or asks again what was asked, is found without a signature. */
const isMalformed = ([name]: (typeof FORGERIES)[number]): boolean =>
  name.startsWith("a field added") || name === "what the debate resumed with";
const MALFORMED = FORGERIES.filter(isMalformed);
const WELL_FORMED = FORGERIES.filter((forgery) => !isMalformed(forgery));

describe.skipIf(UNSIGNABLE !== undefined)("a signed journal", () => {
  test("AV4 verifies as signed by whom the allowed signers name, up to its last event", async () => {
    const { ok, fault, proof } = await verifiedWith(record.lines, record.signatures ?? []);

    expect({ ok, fault }).toEqual({ ok: true, fault: null });
    expect(record.signatures).toHaveLength(5);
    expect(proof && formatProofLevels(proof)).toBe(
      "consistent, signed by ada@example.com, not anchored",
    );
  });

  test("AV4 the forgeries cover at least 27 different changes that only a signature shows", () => {
    expect(new Set(FORGERIES.map(([name]) => name)).size).toBe(FORGERIES.length);
    expect(WELL_FORMED.length).toBeGreaterThanOrEqual(27);
  });

  test.each(MALFORMED)("AV4 %s: refused without a signature", async (_, edit) => {
    const { ok, fault } = await verifiedWith(forgedLines(edit), []);

    expect(ok).toBe(false);
    expect(fault?.what).toMatch(/unknown field|asks .* again/);
  });

  test.each(WELL_FORMED)(
    "AV4 %s: consistent without its signatures, found with them",
    async (_, edit) => {
      const lines = forgedLines(edit);

      const unsigned = await verifiedWith(lines, []);
      expect(unsigned.fault).toBeNull();
      expect(unsigned.proof && formatProofLevels(unsigned.proof)).toBe(
        "consistent, not signed, not anchored",
      );

      const { ok, fault } = await verifiedWith(lines, record.signatures ?? []);
      expect(ok).toBe(false);
      expect(fault?.where).toMatch(/^signature of event \d+$/);
    },
  );

  test("AV4 a forgery that is signed by a stranger is signed by an unknown key, and fails where signed is required", async () => {
    const lines = forgedLines(setField("decision-recorded", "by", "eve"));
    const stranger = newKey(base, "stranger");
    const signatures: string[] = [];
    const signer = {
      namespace: PERSON_NAMESPACE,
      env: process.env,
      key: async () => ({ key: stranger, program: "ssh-keygen" }),
    } as const;
    const keep = async (_: string, line: string): Promise<void> => void signatures.push(line);
    const onUnsigned = (words: string): void => expect.unreachable(words);
    await signJournalEvent(record.id, readEventLine(lines.at(-1)!), { signer, keep, onUnsigned });

    const found = await verifiedWith(lines, signatures);

    expect(found.ok).toBe(true);
    expect(found.proof && formatProofLevels(found.proof)).toBe(
      "consistent, signed by an unknown key, not anchored",
    );
    expect(found.proof && formatNotProvenLine(found.proof)).toBe(
      "not proven: who spoke, when, and at what price (the key that signed it is unknown)",
    );
    expect(requireProofLevel(found, "signed")).toMatchObject({
      ok: false,
      fault: { what: "it is not signed by a key that your allowed signers list" },
    });
  });

  test("AV4 a decision added behind the signed events is named as unsigned, and fails where signed is required", async () => {
    const decision = record.events.find(({ fact }) => fact.type === "decision-recorded")!;
    const lines = forgedLines((events) => {
      events.push({ atMs: events.at(-1)!.atMs, fact: { ...decision.fact } });
    });

    const found = await verifiedWith(lines, record.signatures ?? []);

    expect(found.proof && formatProofLevels(found.proof)).toBe(
      `consistent, signed by ada@example.com up to event ${record.events.length - 1}, not anchored`,
    );
    expect(found.proof && formatNotProvenLine(found.proof)).toContain(
      "; the last event is not signed",
    );
    expect(requireProofLevel(found, "signed")).toMatchObject({
      ok: false,
      fault: {
        what: `event ${record.events.length} is not signed by a key that your allowed signers list`,
      },
    });
  });

  test("AV4 a signature of another event, another debate or the server's namespace is not taken for this one", async () => {
    const [line = ""] = record.signatures ?? [];
    const signature = parseSignatureLine(line)!;
    const other = record.events.findLast(({ hash }) => hash !== signature.hash) as Event;
    const moved = { event: other.sequence, hash: other.hash };
    for (const change of [moved, { namespace: "dissent-server" }]) {
      const { armored, namespace, event, hash } = { ...signature, ...change };
      const changed = JSON.stringify({ signature: armored, namespace, event, hash });
      const { fault } = await verifiedWith(record.lines, [changed]);

      expect(fault?.what).toBe("it does not match the event");
    }
  });
});
