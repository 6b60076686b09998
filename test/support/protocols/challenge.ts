/** Briefs, replies and whole debates of `challenge`, for tests. */
import type { Brief } from "../../../src/domain/brief.ts";
import type { Json } from "../../../src/domain/json.ts";
import type { Strength, Verdict } from "../../../src/domain/objection.ts";
import type { ModelRequest } from "../../../src/model.ts";
import { type Script, scripted } from "../../../src/models/scripted.ts";
import { challenge } from "../../../src/protocols/challenge/challenge.ts";
import type {
  ObjectionAnswer,
  ChallengerCritique,
  AssumptionExposure,
  ProponentOpening,
  ChallengerRebuttal,
} from "../../../src/protocols/challenge/prompts/prompt-input.ts";
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

export const POSITION = "Sessions move from Postgres into Redis next week.";

type Said = { readonly reply: Json };

function reply(value: object): Said {
  return { reply: JSON.parse(JSON.stringify(value)) as Json };
}

export function opens(changes: Partial<ProponentOpening> = {}): Said {
  return reply({
    position: POSITION,
    reasoning: "Session reads are a third of the database load and make logins slow.",
    confidence: "MED",
    weaknesses: ["A Redis restart logs every customer out."],
    assumptions: ["Redis stays up during the working day.", "The old table can be switched back."],
    evidence: [{ source: "brief", quote: "30 % of database load is session reads" }],
    ...changes,
  } satisfies ProponentOpening);
}

/** Long enough, about the position, and with a word on every assumption. */
export function agrees(seat: string, changes: Partial<ChallengerCritique> = {}): Said {
  return reply({
    verdict: "agree",
    critique:
      `${seat} tried to break the move of sessions into Redis at three places: the restart, the week of the switch and ` +
      "the load on Postgres afterwards. The restart hurts once, the switch is undone through the old table, and the " +
      "database only gets quieter, so none of these attacks brings the plan down.",
    evidence: [{ source: "brief", quote: "The old table is kept for a month" }],
    alternative: null,
    confidence: "high",
    objection_strength: "minor",
    assumptions_challenged: [],
    assumptions_upheld: [
      {
        assumption: 1,
        because: "A single Redis node rarely restarts outside planned night windows.",
      },
      { assumption: 2, because: "The brief keeps the old Postgres table for a whole month." },
    ],
    ...changes,
  } satisfies ChallengerCritique);
}

/** Agreement of the kind that costs nothing. */
export function nods(changes: Partial<ChallengerCritique> = {}): Said {
  return agrees("nobody", {
    critique: "Looks good, I agree.",
    evidence: [],
    assumptions_upheld: [],
    ...changes,
  });
}

export function objects(
  seat: string,
  [verdict, objection_strength]: readonly [Verdict, Strength],
  changes: Partial<ChallengerCritique> = {},
): Said {
  return reply({
    verdict,
    critique: `${seat} holds that a Redis restart throws every customer out of a running session.`,
    evidence: [{ source: "brief", quote: "A Redis restart logs every customer out" }],
    alternative: `${seat} would keep sessions in Postgres behind a cache.`,
    confidence: "medium",
    objection_strength,
    assumptions_challenged: ["Redis stays up: it restarts with every upgrade."],
    assumptions_upheld: [],
    ...changes,
  } satisfies ChallengerCritique);
}

export function answer(
  objection: string,
  disposition: ObjectionAnswer["disposition"],
  changes: Partial<ObjectionAnswer> = {},
): ObjectionAnswer {
  const partial = disposition === "PARTIAL";
  return {
    objection,
    critique_summary: `${objection} says that a restart logs customers out.`,
    disposition,
    explanation: `The old table answers ${objection}: sessions can be switched back within minutes.`,
    accepted_part: partial ? "A restart must not hit everyone at once." : null,
    limit: partial ? "Single customers may still have to log in again." : null,
    position_delta: disposition === "REJECT" ? null : "Sessions are written to both stores first.",
    evidence: [{ source: "brief", quote: "The old table is kept for a month" }],
    ...changes,
  };
}

export function respondsWith(
  answers: readonly ObjectionAnswer[],
  changes: { position?: string; changed_because?: string | null } = {},
): Said {
  const { position = POSITION, ...rest } = changes;
  const changed = position !== POSITION;
  return reply({
    answers,
    position,
    changed_because: changed ? "The restart does hit every customer at once." : null,
    ...rest,
  });
}

export function accepts(
  because: readonly string[],
  changes: Partial<ChallengerRebuttal> = {},
): Said {
  return reply({
    choice: "ACCEPT",
    reasoning: "With both stores written, a restart no longer throws anyone out.",
    clarified_critique: null,
    new_information: false,
    evidence: [],
    because,
    ...changes,
  } satisfies ChallengerRebuttal);
}

export function maintains(words: string, changes: Partial<ChallengerRebuttal> = {}): Said {
  return reply({
    choice: "MAINTAIN",
    reasoning: words,
    clarified_critique: null,
    new_information: false,
    evidence: [],
    because: [],
    ...changes,
  } satisfies ChallengerRebuttal);
}

export function escalates(words: string, changes: Partial<ChallengerRebuttal> = {}): Said {
  return maintains("That was not my objection.", {
    choice: "ESCALATE",
    clarified_critique: words,
    new_information: true,
    ...changes,
  });
}

export function exposes(party: string, changes: Partial<AssumptionExposure> = {}): Said {
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
  } satisfies AssumptionExposure);
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

export const BOTH = "Sessions are written to Postgres and Redis; reads move to Redis next week.";

/** The architect blocks, is accepted, and withdraws. */
export function convinced(changes: Script = {}): Script {
  return oneBlocks({
    "response-1/proponent": respondsWith([answer("A1", "ACCEPT")], { position: BOTH }),
    "rebuttals-1/architect": accepts(["P4"]),
    ...changes,
  });
}

/** The architect maintains round after round, with something new each time. */
export function stubborn(rounds = 5, changes: Script = {}): Script {
  const exchanges = Array.from({ length: rounds }, (_, index) => index + 1).flatMap((round) => [
    [`response-${round}/proponent`, respondsWith([answer("A1", "REJECT")])],
    [
      `rebuttals-${round}/architect`,
      maintains(freshWords("architect", round), { new_information: true }),
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
export async function promptsOf(
  script: Script,
  options: HoldingOptions = {},
): Promise<ReadonlyMap<string, ModelRequest>> {
  return firstRequests(await holdChallenge(script, options));
}
