/** Replies and whole debates of `roundtable`, for tests. */
import type { Clock } from "../../../src/clock.ts";
import type { Decision } from "../../../src/debates/decision-facts.ts";
import { dissent, type Dissent } from "../../../src/dissent.ts";
import type { Brief } from "../../../src/domain/brief.ts";
import type { Event } from "../../../src/domain/journal/event.ts";
import type { Json } from "../../../src/domain/json.ts";
import type { Outcome } from "../../../src/domain/outcome.ts";
import type { RunRequest, RunResult } from "../../../src/engine.ts";
import { joinPromptText } from "../../../src/kernel/prompt-digest.ts";
import type { ModelRequest, PromptSegment } from "../../../src/model.ts";
import { type Behaviour, scripted } from "../../../src/models/scripted.ts";
import type { PlanRequest } from "../../../src/plan.ts";
import type {
  DiscussMatter,
  ScoreMatter,
} from "../../../src/protocols/roundtable/prompts/prompt-input.ts";
import { roundtable } from "../../../src/protocols/roundtable/roundtable.ts";
import type { Store } from "../../../src/store.ts";
import { memoryStore } from "../../../src/stores/memory.ts";
import { fakeClock } from "../time/fake-clock.ts";
import { briefOf, countedDigits } from "./judges.ts";

export const SPECIALISTS = ["architecture", "security", "test", "observability", "operations"];

/** A brief without options, unless they are given. */
export function tableBrief(changes: Parameters<typeof briefOf>[0] = {}): Brief {
  return briefOf({
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
      evidence: [{ source: "brief", quote: "Crews work in valleys" }],
      would_change_my_mind: `A measurement of broken consumers for ${seat}.`,
      concerns: [],
      ...changes,
    },
  };
}

export function concern(domain: string, changes: Record<string, Json> = {}): Record<string, Json> {
  return {
    text: `the ${domain} of old consumers is not settled`,
    domain,
    resolved_by: `a named owner for ${domain} of old consumers`,
    blocking: false,
    ...changes,
  };
}

export function message(
  to: string | string[],
  changes: Record<string, Json> = {},
): Record<string, Json> {
  return {
    to,
    kind: "proposal",
    text: "The registry rejects schemas that old consumers cannot read.",
    resolved_by: null,
    answers: [],
    acknowledges: [],
    evidence: [],
    ...changes,
  };
}

export function discussion(...messages: Record<string, Json>[]): { reply: Json } {
  return { reply: { messages } };
}

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
      REMAINING_CONCERNS: satisfaction < 90 ? [concern(seat)] : [],
      WOULD_ACCEPT_CURRENT: satisfaction >= 70 ? "yes" : "no",
      raised_because: [],
      ...changes,
    },
  };
}

export function draft(changes: Record<string, Json> = {}): { reply: Json } {
  return {
    reply: {
      title: "Schemas are checked by the registry",
      context: "Events are read by many consumers.",
      decision: "The registry rejects schemas that old consumers cannot read.",
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

export function compromise(
  built_from: string[],
  changes: Record<string, Json> = {},
): { reply: Json } {
  return {
    reply: {
      core_disagreement: "They differ about who pays for old consumers.",
      compromises: [{ text: "Old consumers get one year and a named owner.", built_from }],
      ...changes,
    },
  };
}

/** Scores per seat and round; the last one is repeated. A rise cites what reached the seat since. */
export function scoring(table: Record<string, readonly (number | Behaviour)[]>): Player {
  return ({ kind, seat, round, request }) => {
    const row = table[seat];
    if (kind !== "scores" || !row) return undefined;
    const entry = row[Math.min(round, row.length) - 1] ?? 0;
    if (typeof entry !== "number") return entry;
    const { fresh, view } = request.promptInput as ScoreMatter;
    const before = view.scores.at(-1)?.counted ?? entry;
    return score(seat, entry, { raised_because: entry - before >= 10 ? fresh.slice(0, 1) : [] });
  };
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
    case "discussion": {
      const { owed } = request.promptInput as DiscussMatter;
      const text = `${seat} proposes in round ${round} that the registry keeps two versions.`;
      return discussion(message("all", { text, acknowledges: [...owed] }));
    }
    case "scores":
      return score(seat, 95);
    case "compromise":
      return compromise(concernsBefore(request));
    case "adr-draft":
    case "adr-revision":
      return draft();
    default:
      return { reply: { accurate: "yes", correction: null } };
  }
};

/** Ids of remaining concerns as the lead reads them. */
function concernsBefore({ promptInput: input }: ModelRequest): string[] {
  const { view } = input as unknown as {
    view: { scores: { concerns: { id: string }[] }[] };
  };
  return view.scores.flatMap(({ concerns }) => concerns.map(({ id }) => id)).slice(0, 3);
}

export interface Prompted {
  readonly key: string;
  readonly seat: string;
  readonly attempt: number;
  readonly segments: readonly PromptSegment[];
  readonly text: string;
  readonly matter: string;
}

export interface Held {
  readonly outcome: Outcome | null;
  readonly holding: RunResult;
  readonly events: readonly Event[];
  readonly app: Dissent;
  readonly id: string;
  /** Keys in the order they were asked, attempts included. */
  readonly asked: readonly string[];
  readonly prompts: readonly Prompted[];
  /** Text of an artifact; null when it was not published. */
  readonly artifact: (name: string) => Promise<string | null>;
}

export interface TableOptions {
  readonly brief?: Brief;
  readonly plan?: Partial<PlanRequest>;
  readonly store?: Store;
  readonly clock?: Clock;
  readonly hold?: Partial<RunRequest>;
  /** The person's answer, given once the debate waits. */
  readonly answer?: Pick<Decision, "choice" | "reason">;
}

export function tableApp({
  players,
  store,
  clock,
  asked = [],
  prompts = [],
}: {
  players: readonly Player[];
  store: Store;
  clock: Clock;
  asked?: string[];
  prompts?: Prompted[];
}): Dissent {
  return dissent({
    store,
    clock,
    protocols: [roundtable],
    random: countedDigits(),
    modelFor: async () => ({
      id: "scripted",
      worstCase: () => ({ tokens: 1_000, usd: 0 }),
      answer(request, signal) {
        const key = request.key.split("/").slice(1).join("/");
        const [step = "", seat = ""] = key.split("/");
        const kind = step.replace(/-\d+$/, "");
        const round = Number(/-(\d+)$/.exec(step)?.[1] ?? 0);
        const { attempt } = request;
        asked.push(`${key}#${attempt}`);
        const { prompt: segments } = request;
        const matter = JSON.stringify(request.promptInput);
        prompts.push({ key, seat, attempt, segments, text: joinPromptText(segments), matter });
        const turn = { step, kind, round, seat, attempt, request };
        const behaviour = [...players, agreeable].map((player) => player(turn)).find(Boolean);
        return scripted({ "*": behaviour ?? { crash: "no player" } }, { clock }).answer(
          request,
          signal,
        );
      },
    }),
  });
}

/** Opens and holds a roundtable; answers its escalation where an answer is given. */
export async function holdTable(
  players: Player | readonly Player[],
  options: TableOptions = {},
): Promise<Held> {
  const { clock = fakeClock() } = options;
  const { brief = tableBrief(), store = memoryStore(clock) } = options;
  const asked: string[] = [];
  const prompts: Prompted[] = [];
  const list = typeof players === "function" ? [players] : players;
  const app = tableApp({ players: list, store, clock, asked, prompts });
  const id = await app.open(app.plan("roundtable", { brief, ...options.plan }), "tester");
  let result = await app.run({ debate: id, ...options.hold });
  if (result.status === "waiting" && options.answer) {
    await app.decide(id, { ...options.answer, by: "maria" });
    result = await app.run({ debate: id, ...options.hold });
  }
  const record = await app.read(id);
  const outcome = result.status === "settled" ? result.outcome : null;
  return {
    outcome,
    holding: result,
    events: record.events,
    app,
    id,
    asked,
    prompts,
    async artifact(name) {
      const found = record.events
        .map(({ fact }) => fact)
        .find((fact) => fact.type === "artifact-published" && fact.name === name);
      return found?.type === "artifact-published"
        ? ((await record.text(found.sha256)) ?? null)
        : null;
    },
  };
}

/** What a person was asked, word for word. */
export function question({ events }: Pick<Held, "events">): string {
  const raised = events.map(({ fact }) => fact).find((fact) => fact.type === "escalation-raised");
  return raised?.type === "escalation-raised" ? raised.question : "";
}
