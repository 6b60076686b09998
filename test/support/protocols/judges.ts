/** Briefs, replies and whole debates of `judges`, for tests. */
import type { Clock } from "../../../src/clock.ts";
import type { Dissent } from "../../../src/dissent.ts";
import type { Brief } from "../../../src/domain/brief.ts";
import type { Json } from "../../../src/domain/json.ts";
import { type Behaviour, type Script, scripted } from "../../../src/models/scripted.ts";
import { type LensId, findLens } from "../../../src/protocols/judges/rules/lens.ts";
import type { Store } from "../../../src/store.ts";
import { fakeClock } from "../time/fake-clock.ts";
import { type Held, buildBrief, buildTestApp, holdDebate, type HoldingOptions } from "./debate.ts";

export const BODY =
  "Crews work in valleys without signal. Forty percent of revenue comes from no-signal areas. " +
  "Sync bugs surface only after weeks of real use. Two engineers have one quarter for all of it.";

export function createTestBrief(changes: Partial<Brief> & { body?: string } = {}): Brief {
  return buildBrief({
    id: "offline-sync",
    question: "Should field-app v2 ship with offline sync?",
    options: [
      { id: "A", label: "Online only", description: "Keep the app online, with a retry queue." },
      { id: "B", label: "Full sync", description: "Everything works offline and merges later." },
      { id: "C", label: "Read and drafts", description: "Reading and drafts work offline." },
    ],
    body: BODY,
    ...changes,
  });
}

const OPTIONS = ["A", "B", "C"];

function evaluation(lens: LensId, option: string, best: boolean): Json {
  switch (lens) {
    case "risk":
      return {
        option,
        rows: ["technical", "user", "business", "operational"].map((kind) => ({
          kind,
          description: `the ${kind} risk of ${option}`,
          probability: best ? "low" : "high",
          impact: "medium",
        })),
      };
    case "value":
      return {
        option,
        rows: ["daily_use", "advantage", "trust", "growth"].map((kind) => ({
          kind,
          description: `the ${kind} of ${option}`,
          effect: "gain",
          magnitude: best ? "high" : "low",
          reach: "medium",
        })),
      };
    case "effort":
      return {
        option,
        rows: ["implementation", "testing", "rollout", "recurring"].map((kind) => ({
          kind,
          description: `${kind} of ${option}`,
          days: best ? 2 : 10,
        })),
        uncertainty: 1.5,
        value: 6,
      };
    case "plain":
      return { option, strengths: "some", weaknesses: "others", score: best ? 8 : 3 };
  }
}

/** A valid recommendation of round 1. */
export function recommends(
  seat: string,
  option: string,
  {
    options = OPTIONS,
    lens = findLens(seat, null),
    ...changes
  }: { options?: string[]; lens?: LensId } & Record<string, Json | string[]> = {},
): { reply: Json } {
  return {
    reply: {
      ...(lens === "effort" && { horizon_months: 12 }),
      evaluations: options.map((id) => evaluation(lens, id, id === option)),
      option,
      conditions: [],
      confidence: 80,
      headline: `${seat} is sure that ${option} is right for the crews`,
      claims: [
        {
          headline: `${option} follows from what ${seat} read about the crews`,
          detail: "",
          about: option,
          side: "supports",
          evidence: [{ kind: "quote", source: "brief", quote: "Crews work in valleys" }],
        },
      ],
      self_challenge: "The crews may have more signal than thought.",
      would_change_my_mind: "A measurement of signal in the valleys.",
      against_own_scores: null,
      missing: null,
      ...changes,
    },
  };
}

/** A valid answer of round 2. */
export function responds(
  seat: string,
  option: string,
  {
    because = null,
    peers = ["risk", "value", "effort"],
    lens = findLens(seat, null),
    ...changes
  }: { because?: string[] | null; peers?: string[]; lens?: LensId | null } & Record<
    string,
    Json | string[]
  > = {},
): { reply: Json } {
  return {
    reply: {
      challenges: peers
        .filter((peer) => peer !== seat)
        .map((peer) => ({
          judge: peer,
          claim: `${peer}-1`,
          counter_argument: `${seat} answers ${peer}: crews in valleys without signal make ${peer}-1 weaker than it sounds.`,
          evidence: [],
        })),
      concedes: [],
      ...(lens !== null && { corrections: [], withdraws: [] }),
      option,
      conditions: [],
      confidence: 75,
      headline: `${seat} now holds ${option} after the exchange`,
      claims: [],
      changed_because: because && {
        claims: because,
        evidence: [],
        explanation: `The claim ${because.join(", ")} about the crews is convincing.`,
      },
      confidence_because: null,
      against_own_scores: null,
      missing: null,
      self_challenge: null,
      would_change_my_mind: null,
      ...changes,
    },
  };
}

/** Opens and holds a debate of `judges` in which every seat speaks by script. */
export function holdJudges(script: Script, options: HoldingOptions = {}): Promise<Held> {
  const { clock = fakeClock() } = options;
  const model = scripted(script, { clock });
  return holdDebate("judges", { brief: createTestBrief(), model, ...options, clock });
}

export function judgesApp({
  script = {},
  clock = fakeClock(),
  ...rest
}: {
  script?: Script;
  store?: Store;
  clock?: Clock;
  asked?: string[];
} = {}): Dissent {
  return buildTestApp({ model: scripted(script, { clock }), clock, ...rest });
}

/** A script for round 1 and, where given, round 2, by seat. */
export function rounds(
  first: Record<string, Behaviour | Behaviour[]>,
  second: Record<string, Behaviour | Behaviour[]> = {},
): Script {
  return {
    ...Object.fromEntries(Object.entries(first).map(([seat, act]) => [`openings/${seat}`, act])),
    ...Object.fromEntries(Object.entries(second).map(([seat, act]) => [`responses/${seat}`, act])),
  };
}

/** Round 1 in which the three default judges vote as given. */
export function votes(risk: string, value: string, effort: string): Record<string, Behaviour> {
  return {
    risk: recommends("risk", risk),
    value: recommends("value", value),
    effort: recommends("effort", effort),
  };
}
