/** Replies and whole debates of `roundtable`, for tests. */
import type { Clock } from "../../../src/clock.ts";
import type { Decision } from "../../../src/debates/decision-facts.ts";
import type { Dissent } from "../../../src/dissent.ts";
import type { Brief } from "../../../src/domain/brief.ts";
import type { Json } from "../../../src/domain/json.ts";
import { joinPromptText } from "../../../src/kernel/prompt-digest.ts";
import type { ModelRequest, PromptSegment, Model } from "../../../src/model.ts";
import { type Behaviour, scripted } from "../../../src/models/scripted.ts";
import type {
  DiscussMatter,
  ProposalMatter,
  ScoreMatter,
} from "../../../src/protocols/roundtable/prompts/prompt-input.ts";
import { roundtable } from "../../../src/protocols/roundtable/protocol.ts";
import type { Store } from "../../../src/store.ts";
import { fakeClock } from "../time/fake-clock.ts";
import {
  artifact,
  artifactNames,
  buildTestApp,
  listFactsOfType,
  findStepKey,
  type Held,
  holdDebate,
  type HoldingOptions,
} from "./debate.ts";
import { createTestBrief } from "./judges.ts";

export const SPECIALISTS = ["architecture", "security", "test", "observability", "operations"];

/** A brief without options, unless they are given. */
export function tableBrief(changes: Parameters<typeof createTestBrief>[0] = {}): Brief {
  return createTestBrief({
    id: "event-schema",
    question: "How do events change their schema?",
    options: [],
    ...changes,
  });
}

/** One ask as a player sees it. */
export interface Turn {
  /** `scores-3`. */
  readonly step: string;
  readonly kind: string;
  /** 0 where the step has none. */
  readonly round: number;
  readonly seat: string;
  readonly attempt: number;
  readonly request: ModelRequest;
}

/** What a seat does; undefined leaves it to the next player. */
export type Player = (turn: Turn) => Behaviour | undefined;

export function position(seat: string, changes: Record<string, Json> = {}): { reply: Json } {
  return {
    reply: {
      position: `${seat} wants the registry to check every schema.`,
      position_option: null,
      reasoning: `From where ${seat} stands, unchecked schemas break consumers.`,
      evidence: [{ kind: "quote", source: "brief", quote: "Crews work in valleys" }],
      would_change_my_mind: `A measurement of broken consumers for ${seat}.`,
      missing_material: [],
      concerns: [],
      ...changes,
    },
  };
}

export function concern(domain: string, changes: Record<string, Json> = {}): Record<string, Json> {
  return {
    text: `the ${domain} of old consumers is not settled`,
    detail: null,
    domain,
    option: null,
    blocking: false,
    resolved_by: `a named owner for ${domain} of old consumers`,
    evidence: [],
    ...changes,
  };
}

export function message(to: string, changes: Record<string, Json> = {}): Record<string, Json> {
  return {
    to,
    kind: "proposal",
    text: "The registry rejects schemas that old consumers cannot read.",
    detail: null,
    option: null,
    answers: [],
    evidence: [],
    ...changes,
  };
}

export function discussion(...messages: Record<string, Json>[]): { reply: Json } {
  return { reply: { messages, concerns: [] } };
}

/** Nothing said. */
export const PASS: { reply: Json } = { reply: { messages: [], concerns: [] } };

/** A coherent score: concerns and consent follow from the number. */
export function score(
  seat: string,
  satisfaction: number,
  changes: Record<string, Json> = {},
): { reply: Json } {
  return {
    reply: {
      SATISFACTION: satisfaction,
      POSITION: `${seat} stands at ${satisfaction} with the registry.`,
      position_option: null,
      REMAINING_CONCERNS: satisfaction < 90 ? [{ id: null, ...concern(seat) }] : [],
      my_concerns: [],
      WOULD_ACCEPT_CURRENT: satisfaction >= 70 ? "yes" : "no",
      accepts_other_option: null,
      still_best: "yes",
      still_best_why: "No other answer keeps old consumers working.",
      raised_because: [],
      as_registered: null,
      ...changes,
    },
  };
}

/** Closes a concern of one's own. */
export function settled(
  claim: string,
  because: string[],
  why = "The registry now names an owner for old consumers.",
): Record<string, Json> {
  return { claim, state: "settled", because, why };
}

export const ANSWER = "The registry rejects schemas that old consumers cannot read.";

export function proposal(
  because: readonly string[],
  changes: Record<string, Json> = {},
): { reply: Json } {
  return {
    reply: {
      option: null,
      headline: "The registry checks schemas",
      answer: ANSWER,
      answers: [],
      changes: [{ what: "The registry rejects unreadable schemas.", because: [...because] }],
      not_satisfied: "Nobody is left.",
      ...changes,
    },
  };
}

export function draft(changes: Record<string, Json> = {}): { reply: Json } {
  return {
    reply: {
      context: "Events are read by many consumers.",
      implementation_guidance: [{ specialist: "operations", task: "Run the registry." }],
      consequences: {
        positive: ["Consumers keep working."],
        negative: ["One more service."],
        neutral: [],
      },
      ...changes,
    },
  };
}

/** What is added to a proposal after a stall. */
export function compromise(built_from: readonly string[]): Record<string, Json> {
  return {
    core_disagreement: "They differ about who pays for old consumers.",
    compromises: [
      { text: "Old consumers get one year and a named owner.", built_from: [...built_from] },
    ],
  };
}

/** Scores per seat and round; the last one is repeated. A rise cites what reached the seat since. */
export function scoring(table: Record<string, readonly (number | Behaviour)[]>): Player {
  return ({ kind, seat, round, request }) => {
    const row = table[seat];
    if (kind !== "scores" || !row) return undefined;
    const entry = row[Math.min(round, row.length) - 1] ?? 0;
    return typeof entry === "number" ? honestScore(seat, entry, request) : entry;
  };
}

/** Cites for a rise what is new; at the target it closes what it had open with the proposal on the table. */
export function honestScore(
  seat: string,
  satisfaction: number,
  { promptInput }: Pick<ModelRequest, "promptInput">,
): { reply: Json } {
  const { fresh, view, explained, target } = promptInput as ScoreMatter;
  const because = view.proposal ? [view.proposal.id] : [];
  const rises = explained !== null && satisfaction - explained >= 10;
  const cited = fresh.find((id) => id === view.proposal?.id) ?? fresh[0];
  return score(seat, satisfaction, {
    position_option: view.last?.option ?? null,
    raised_because: rises && cited !== undefined ? [cited] : [],
    my_concerns: view.concerns
      .filter(({ answers }) => satisfaction >= target || answers.length > 0)
      .map(({ id }) =>
        satisfaction >= target
          ? settled(id, because)
          : { claim: id, state: "open", because: [], why: "An owner is still missing there." },
      ),
  });
}

/** Everyone at the same score. */
export function allAt(...rounds: number[]): Player {
  return scoring(Object.fromEntries(SPECIALISTS.map((seat) => [seat, rounds])));
}

/** Answers by step key: `scores-2/security`; a list holds one behaviour per attempt. */
export function at(script: Record<string, Behaviour | readonly Behaviour[]>): Player {
  return ({ step, seat, attempt }) => {
    const found = script[`${step}/${seat}`];
    return Array.isArray(found)
      ? (found as readonly Behaviour[])[Math.min(attempt, found.length) - 1]
      : (found as Behaviour | undefined);
  };
}

/** Valid, agreeable, and dutiful where something is owed. */
export const agreeable: Player = ({ kind, seat, round, request }) => {
  switch (kind) {
    case "positions":
      return position(seat);
    case "proposal":
      return dutifulProposal(request);
    case "discussion": {
      const { owed, assigned } = request.promptInput as DiscussMatter;
      const text = `${seat} proposes in round ${round} that the registry keeps two versions.`;
      const kinds = assigned === null ? {} : { kind: "counter_case" };
      return discussion(message("all", { text, answers: [...owed], ...kinds }));
    }
    case "scores":
      return honestScore(seat, 95, request);
    case "adr-draft":
    case "adr-revision":
      return draft();
    default:
      return { reply: { accurate: "yes", correction: null } };
  }
};

/** The same answer again, from what the lead is shown; the option that the first position holds. */
export function dutifulProposal(
  { promptInput }: Pick<ModelRequest, "promptInput">,
  changes: Record<string, Json> = {},
): { reply: Json } {
  const { view, stalled, version } = promptInput as ProposalMatter;
  const { positions, messages, concerns } = view;
  const sources = [...positions, ...messages, ...concerns].map(({ id }) => id).slice(0, 3);
  const open = (concerns.length > 0 ? concerns : positions.flatMap((one) => one.concerns)).map(
    ({ id }) => id,
  );
  const option =
    view.proposal?.option ??
    positions.find((one) => one.option !== null)?.option ??
    view.scores.find((one) => one.option !== null)?.option ??
    null;
  // something new only where someone is not content
  const answer = open.length === 0 ? ANSWER : `${ANSWER} Version ${version} names an owner.`;
  const made = proposal(sources, { option, answer, answers: open.slice(0, 40) });
  const same = view.proposal?.answer === answer && view.proposal.option === option;
  return {
    reply: {
      ...(made.reply as Record<string, Json>),
      ...(same && { changes: [] }),
      ...(stalled && compromise(open.slice(0, 3))),
      ...changes,
    },
  };
}

export interface Prompted {
  readonly key: string;
  readonly seat: string;
  readonly attempt: number;
  readonly segments: readonly PromptSegment[];
  readonly text: string;
  readonly matter: string;
}

export interface HeldTable extends Held {
  readonly prompts: readonly Prompted[];
  /** Text of an artifact; null when it was not published. */
  readonly artifact: (name: string) => Promise<string | null>;
}

export interface TableOptions extends Omit<HoldingOptions, "answers" | "model"> {
  /** The person's answer, given once the debate waits. */
  readonly answer?: Pick<Decision, "choice" | "reason">;
}

function splitStep(request: ModelRequest): Pick<Turn, "step" | "kind" | "round" | "seat"> {
  const [step = "", seat = ""] = findStepKey(request).split("/");
  const round = Number(/-(\d+)$/.exec(step)?.[1] ?? 0);
  return { step, kind: step.replace(/-\d+$/, ""), round, seat };
}

function playersModel(players: readonly Player[], clock: Clock): Model {
  return {
    id: "scripted",
    worstCase: () => ({ tokens: 1_000, usd: 0 }),
    answer(request, signal) {
      const turn = { ...splitStep(request), attempt: request.attempt, request };
      const behaviour = [...players, agreeable].map((player) => player(turn)).find(Boolean);
      const script = { "*": behaviour ?? { crash: "no player" } };
      return scripted(script, { clock }).answer(request, signal);
    },
  };
}

export function tableApp({
  players,
  clock,
  ...rest
}: {
  players: readonly Player[];
  store?: Store;
  clock: Clock;
  asked?: string[];
}): Dissent {
  return buildTestApp({
    model: playersModel(players, clock),
    clock,
    protocol: roundtable,
    ...rest,
  });
}

/** Opens and holds a roundtable; answers its escalation where an answer is given. */
export async function holdTable(
  players: Player | readonly Player[],
  { answer, clock = fakeClock(), ...options }: TableOptions = {},
): Promise<HeldTable> {
  const list = typeof players === "function" ? [players] : players;
  const held = await holdDebate("roundtable", {
    protocol: roundtable,
    brief: tableBrief(),
    model: playersModel(list, clock),
    answers: answer ? [{ ...answer, by: "maria" }] : [],
    ...options,
    clock,
  });
  const prompts = held.requests.map((request) => ({
    key: findStepKey(request),
    seat: splitStep(request).seat,
    attempt: request.attempt,
    segments: request.prompt,
    text: joinPromptText(request.prompt),
    matter: JSON.stringify(request.promptInput),
  }));
  return {
    ...held,
    prompts,
    artifact: async (name) => (artifactNames(held).includes(name) ? artifact(held, name) : null),
  };
}

/** What a person was asked, word for word. */
export function question(held: Pick<Held, "events">): string {
  return listFactsOfType(held, "escalation-raised")[0]?.question ?? "";
}

export const TABLE_OPTIONS = [
  { id: "A", label: "Registry", description: "A registry checks schemas." },
  { id: "B", label: "Topics", description: "A topic for every version." },
];

/** A table of so many rounds; a person who is asked puts it off. */
export function limited(max_rounds: number) {
  return { plan: { settings: { max_rounds } }, answer: { choice: "defer", reason: "later" } };
}
