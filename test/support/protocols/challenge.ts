/** Briefs, replies and whole debates of `challenge`, for tests. */
import type { Brief } from "../../../src/domain/brief.ts";
import type { Json } from "../../../src/domain/json.ts";
import type { RebuttalChoice, Strength, Verdict } from "../../../src/domain/outcome/objection.ts";
import type { ModelRequest } from "../../../src/model.ts";
import { type Script, scripted } from "../../../src/models/scripted.ts";
import { challenge } from "../../../src/protocols/challenge/protocol.ts";
import type {
  ChallengeReply,
  ChallengerRebuttalReply,
  ExposureReply,
  FiledObjection,
  ObjectionAnswer,
  OpeningReply,
  PlanAnswersReply,
  ProponentResponseReply,
} from "../../../src/protocols/challenge/replies.ts";
import type { Disposition } from "../../../src/protocols/challenge/reply-values.ts";
import { fakeClock } from "../time/fake-clock.ts";
import { type Held, buildBrief, firstRequests, holdDebate, type HoldingOptions } from "./debate.ts";

export const PLAN =
  "Sessions move from Postgres into Redis next week. Logins are slow, and 30 % of database load is session reads. " +
  "A Redis restart logs every customer out. The old table is kept for a month and can be switched back.";

export function planBrief(changes: Partial<Brief> & { body?: string } = {}): Brief {
  return buildBrief({
    id: "session-store",
    question: "Should sessions move into Redis?",
    body: PLAN,
    ...changes,
  });
}

export const FIRST_PART = "Sessions move from Postgres into Redis next week.";
export const SECOND_PART = "The old table is kept for a month and can be switched back.";
export const POSITION = `${FIRST_PART}\n\n${SECOND_PART}`;
/** The first part as an answer to a restart. */
export const BOTH = "Sessions are written to Postgres and Redis; reads move to Redis next week.";

type Said = { readonly reply: Json };

function reply(value: object): Said {
  return { reply: JSON.parse(JSON.stringify(value)) as Json };
}

/** Its claims: reasoning is proponent-1, the weakness -2, the assumptions -3 and -4. */
export function opens(changes: Partial<OpeningReply> = {}): Said {
  return reply({
    position: [
      { text: FIRST_PART, confidence: null },
      { text: SECOND_PART, confidence: null },
    ],
    reasoning: "Session reads are a third of the database load and make logins slow.",
    confidence: "MED",
    weaknesses: [{ text: "A Redis restart logs every customer out.", evidence: [] }],
    assumptions: ["Redis stays up during the working day.", "The old table can be switched back."],
    evidence: [{ kind: "quote", source: "brief", quote: "30 % of database load is session reads" }],
    ...changes,
  } satisfies OpeningReply);
}

/** The rest of an opening, where the plan is the user's own. */
export function opensPlan(): Said {
  const { position: _, ...around } = opens().reply as Record<string, Json>;
  return reply({ ...around, part_confidence: [] });
}

/** Long enough, about the position, and another text for every seat. */
export function agrees(seat: string, changes: Partial<ChallengeReply> = {}): Said {
  return reply({
    verdict: "agree",
    objections: [],
    tested:
      `${seat} tried to break the move of sessions into Redis at the place where ${seat} works: ${TOPICS[seat] ?? seat}. ` +
      `A restart hurts ${seat} once, what ${seat} switched is undone through the old table, and the database that ${seat} ` +
      "looks after only gets quieter afterwards, so that none of these attempts brings the plan down.",
    assumptions: [
      {
        point: "proponent-4",
        view: "upheld",
        reason: `${seat} finds the table kept for a whole month.`,
      },
    ],
    confidence: "high",
    ...changes,
  } satisfies ChallengeReply);
}

const TOPICS: Readonly<Record<string, string>> = {
  architect: "the seam between the login service and two stores",
  operator: "the night shift that has to restart a cache node",
  adversary: "stolen tokens that outlive a forced logout",
};

/** Agreement of the kind that costs nothing. */
export function nods(changes: Partial<ChallengeReply> = {}): Said {
  return agrees("nobody", { tested: "Looks good, I agree.", assumptions: [], ...changes });
}

export function objection(seat: string, changes: Partial<FiledObjection> = {}): FiledObjection {
  return {
    headline: HEADLINES[seat] ?? `${seat} sees sessions lost on every Redis restart.`,
    detail: DETAILS[seat] ?? `${seat} counted such restarts in the logs of last year.`,
    strength: "strong",
    parts: [1],
    point: null,
    evidence: [
      { kind: "quote", source: "brief", quote: "A Redis restart logs every customer out" },
    ],
    alternative: `${seat} would keep sessions in Postgres behind a cache.`,
    settled_by: `${seat} sees sessions written to both stores first.`,
    ...changes,
  };
}

const HEADLINES: Readonly<Record<string, string>> = {
  architect: "A restart throws customers out of running sessions.",
  operator: "Nobody is on call for the cache at night.",
  adversary: "Tokens in memory can be dumped by any neighbour process.",
};

const DETAILS: Readonly<Record<string, string>> = {
  architect: "The login service holds nothing else, so all carts are gone together.",
  operator: "The rota covers database people only and lists no escalation.",
  adversary: "The hosts are shared with the reporting jobs of three suppliers.",
};

export function objects(
  seat: string,
  [verdict, strength]: readonly [Verdict, Strength],
  changes: Partial<FiledObjection> = {},
  around: Partial<ChallengeReply> = {},
): Said {
  return reply({
    verdict,
    objections: [objection(seat, { strength, ...changes })],
    tested: null,
    assumptions: [
      { point: "proponent-3", view: "doubted", reason: "It restarts with every upgrade." },
    ],
    confidence: "medium",
    ...around,
  } satisfies ChallengeReply);
}

export function answer(
  id: string,
  disposition: Disposition,
  changes: Partial<ObjectionAnswer> = {},
): ObjectionAnswer {
  return {
    objection: id,
    disposition,
    covers: [],
    explanation: `The old table answers ${id}: sessions can be switched back within minutes.`,
    limit: disposition === "PARTIAL" ? "Single customers may still have to log in again." : null,
    evidence: [{ kind: "quote", source: "brief", quote: "The old table is kept for a month" }],
    ...changes,
  };
}

export function respondsWith(
  answers: readonly ObjectionAnswer[],
  changes: Partial<ProponentResponseReply> = {},
): Said {
  return reply({
    answers: [...answers],
    fate: "unchanged",
    changed: [],
    added: [],
    dropped: [],
    open: [],
    ...changes,
  } satisfies ProponentResponseReply);
}

/** A response that gives part 1 new words because of these objections. */
export function amends(
  answers: readonly ObjectionAnswer[],
  because: readonly string[] = answers.map(({ objection: id }) => id),
  text = BOTH,
): Said {
  return respondsWith(answers, {
    fate: "amended",
    changed: [{ part: 1, text, because: [...because] }],
  });
}

export function answersPlan(
  answers: readonly ObjectionAnswer[],
  holds: PlanAnswersReply["holds"],
): Said {
  return reply({ answers: [...answers], holds } satisfies PlanAnswersReply);
}

type GivenRebuttal = ChallengerRebuttalReply["rebuttals"][number];

export function rebuttal(
  id: string,
  choice: RebuttalChoice,
  changes: Partial<GivenRebuttal> = {},
): GivenRebuttal {
  const isAccepted = choice === "ACCEPT";
  return {
    objection: id,
    choice,
    reason: "With both stores written, a restart no longer throws anyone out.",
    because: [],
    because_parts: [],
    strength: "strong",
    settled_by: isAccepted ? null : "Sessions survive a restart in a test.",
    new_information: false,
    evidence: [],
    ...changes,
  };
}

export function rebuts(
  rebuttals: readonly GivenRebuttal[],
  new_objections: readonly FiledObjection[] = [],
): Said {
  return reply({
    rebuttals: [...rebuttals],
    new_objections: [...new_objections],
  } satisfies ChallengerRebuttalReply);
}

export function accepts(
  id: string,
  because: readonly string[],
  changes: Partial<GivenRebuttal> = {},
): Said {
  return rebuts([rebuttal(id, "ACCEPT", { because: [...because], ...changes })]);
}

export function maintains(id: string, words: string, changes: Partial<GivenRebuttal> = {}): Said {
  return rebuts([rebuttal(id, "MAINTAIN", { reason: words, ...changes })]);
}

export function escalates(id: string, words: string, changes: Partial<GivenRebuttal> = {}): Said {
  return rebuts([rebuttal(id, "ESCALATE", { reason: words, new_information: true, ...changes })]);
}

export function exposes(party: string, changes: Partial<ExposureReply> = {}): Said {
  return reply({
    why: `${party} sees another cost of a restart.`,
    core_assumption: `${party} assumes that restarts are frequent.`,
    leads_to: `${party} weighs the restart above the load.`,
    other_right_if: "Restarts turn out to be rare.",
    testable_by: "Count the restarts of the last year.",
    best_if: `${party} is right about restarts.`,
    risk_if_wrong: "The database stays slow for another quarter.",
    core_disagreement: `${party} says it is about how often Redis restarts.`,
    common_ground: "Logins are too slow today.",
    ...changes,
  } satisfies ExposureReply);
}

/** "A different sentence number 3", so that rounds differ in more than half of their word triples. */
export function freshWords(seat: string, round: number): string {
  const topics = [
    "failover takes ninety seconds while nobody can sign in at the shop counter",
    "memory limits evict the oldest sessions first and nobody is told about it",
    "backups of the cache hold tokens that auditors asked us to keep encrypted",
    "the weekly upgrade window collides with payroll runs of our largest customers",
    "session keys of two regions overlap once the clusters are joined in spring",
  ];
  return `${seat} adds that ${topics[(round - 1) % topics.length]}`;
}

export const SEATS = ["architect", "operator", "adversary"] as const;

/** Fast exit unless changed: three substantive agreements. */
export function agreement(changes: Script = {}): Script {
  return {
    "opening/proponent": opens(),
    ...Object.fromEntries(SEATS.map((seat) => [`challenges/${seat}`, agrees(seat)])),
    ...changes,
  };
}

/** The architect alone blocks; what follows is up to the test. */
export function oneBlocks(changes: Script = {}): Script {
  return agreement({
    "challenges/architect": objects("architect", ["disagree", "strong"]),
    ...changes,
  });
}

/** Everyone finds that the new version holds; the architect's alternative is not in it either. */
export function finds(round: number, seats: readonly string[] = SEATS): Script {
  return Object.fromEntries(seats.map((seat) => [`final-${round}/${seat}`, agrees(seat)]));
}

/** The architect blocks, is accepted, withdraws, and nobody can refute the new version. */
export function convinced(changes: Script = {}): Script {
  return oneBlocks({
    "response-1/proponent": amends([answer("architect-1", "ACCEPT")]),
    "rebuttals-1/architect": accepts("architect-1", ["proponent-5"]),
    ...finds(1),
    ...changes,
  });
}

/** The architect maintains round after round, with something new each time. */
export function stubborn(rounds = 5, changes: Script = {}): Script {
  const exchanges = Array.from({ length: rounds }, (_, index) => index + 1).flatMap((round) => [
    [`response-${round}/proponent`, respondsWith([answer("architect-1", "REJECT")])],
    [
      `rebuttals-${round}/architect`,
      maintains("architect-1", freshWords("architect", round), { new_information: true }),
    ],
  ]);
  return oneBlocks({
    ...Object.fromEntries(exchanges),
    "assumptions/proponent": exposes("proponent"),
    "assumptions/architect": exposes("architect"),
    ...changes,
  });
}

/** Opens and holds a debate of `challenge` in which every seat speaks by script, or by the given model. */
export function holdChallenge(script: Script, options: HoldingOptions = {}): Promise<Held> {
  const { clock = fakeClock() } = options;
  const setting = { protocol: challenge, brief: planBrief(), model: scripted(script, { clock }) };
  return holdDebate("challenge", { ...setting, ...options, clock });
}

/** Every first prompt of a debate by its key, as the model reads it. */
export async function collectChallengeRequests(
  script: Script,
  options: HoldingOptions = {},
): Promise<ReadonlyMap<string, ModelRequest>> {
  return firstRequests(await holdChallenge(script, options));
}
