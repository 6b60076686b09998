/** Replies and whole merges, for tests. Every seat answers from its matter unless a test says otherwise. */
import type { Clock } from "../../../src/clock.ts";
import { dissent, type Dissent } from "../../../src/dissent.ts";
import type { Brief } from "../../../src/domain/brief.ts";
import type { Json } from "../../../src/domain/json.ts";
import type { RunRequest } from "../../../src/engine.ts";
import type { Model, ModelRequest } from "../../../src/model.ts";
import { type Behaviour, type Script, scripted } from "../../../src/models/scripted.ts";
import type { PlanRequest } from "../../../src/plan.ts";
import {
  type CloseMatter,
  type EvaluateMatter,
  type MergeRebutInput,
  type ReEvaluateMatter,
  type MergeStateInput,
  type AdvocateStatement,
  type VariantRead,
  variantSource,
} from "../../../src/protocols/merge/prompts/prompt-input.ts";
import type { WriteMatter } from "../../../src/protocols/merge/prompts/write-prompt-input.ts";
import { merge } from "../../../src/protocols/merge/protocol.ts";
import type { Store } from "../../../src/store.ts";
import { memoryStore } from "../../../src/stores/memory.ts";
import { DRAFT_A, DRAFT_B, DRAFT_C, draftsBrief } from "../documents/drafts.ts";
import { fakeClock } from "../time/fake-clock.ts";
import type { Held } from "./debate.ts";
import { countedDigits } from "./judges.ts";

export type { Held } from "./debate.ts";

type Reader = (matter: never, request: ModelRequest) => object;

/** By key (`statements/advocate-1`), else by kind of ask: a behaviour, one per attempt, or words made from the matter. */
export type Panel = Readonly<Record<string, Behaviour | readonly Behaviour[] | Reader>>;

const READERS: Readonly<Record<string, Reader>> = {
  "merge.write": ({ seat }: WriteMatter) => ({
    document: [DRAFT_A, DRAFT_B, DRAFT_C][Number(seat.id.split("-")[1]) - 1] ?? DRAFT_A,
  }),
  "merge.find": () => ({ findings: [] }),
  "merge.state": (promptInput: MergeStateInput) => states(promptInput),
  "merge.rebut": (promptInput: MergeRebutInput) => rebuts(promptInput),
  "merge.close": ({ own, unresolved }: CloseMatter) => ({
    argument: `Variant ${own} still serves the reader best where nothing is settled.`,
    concessions: [],
    winners: unresolved.map((point) => ({
      point,
      variant: own,
      because: `variant ${own} says it plainly`,
      causes: [],
      evidence: [],
    })),
  }),
  "merge.evaluate": (promptInput: EvaluateMatter) => judges(promptInput),
  "merge.re-evaluate": ({ disputes }: ReEvaluateMatter) => ({
    appraisals: disputes.map(({ forward }) => forward),
  }),
};

/** Words that stand in a variant: its first sentence after the title that no other variant needs to have. */
export function wordsOf({ blocks, text }: VariantRead): string {
  const paragraphs = blocks.filter(({ kind }) => kind === "paragraph");
  const { start, end } = paragraphs.at(1) ?? paragraphs[0] ?? { start: 0, end: text.length };
  return text.slice(start, end).split("\n")[0] ?? "";
}

/** Votes for its own variant everywhere, unless told for which. */
export function states(
  { variants, own, voted }: MergeStateInput,
  changes: Partial<AdvocateStatement> & { vote?: (point: string) => number | null } = {},
): AdvocateStatement {
  const { vote = () => own, ...rest } = changes;
  const others = variants.filter(({ variant }) => variant !== own);
  const quoteOf = (variant: number) => {
    const found = variants.find((one) => one.variant === variant);
    return found ? [{ source: variantSource(variant), quote: wordsOf(found) }] : [];
  };
  return {
    summary: `Variant ${own} says in few words what has to be built and why.`,
    strengths: [
      { text: `Variant ${own} names its storage and the reason for it.`, evidence: quoteOf(own) },
    ],
    steelmen: others.map(({ variant }) => ({
      variant,
      text: `Variant ${variant} describes delivery in concrete steps that operators can follow tonight.`,
    })),
    weaknesses: others.map(({ variant }) => ({
      variant,
      text: `Variant ${variant} leaves open who deletes old exports.`,
      evidence: quoteOf(variant),
    })),
    concessions: [],
    winners: voted.flatMap((point) => {
      const variant = vote(point);
      return variant === null
        ? []
        : [{ point, variant, because: `variant ${variant} settles ${point} in concrete words` }];
    }),
    ...rest,
  };
}

export function rebuts({ criticisms, own }: MergeRebutInput, changes: object = {}): object {
  return {
    responses: criticisms.map(({ id }) => ({
      criticism: id,
      answer: "counter",
      text: `The lifecycle in variant ${own} answers ${id} completely.`,
      evidence: [],
    })),
    assessments: [],
    concessions: [],
    changes: [],
    ...changes,
  };
}

/** Everything is met by everyone, with words of the variant, unless told otherwise. */
export function judges(
  { variants, criteria }: EvaluateMatter,
  met: (variant: number, criterion: string) => boolean = () => true,
): object {
  return {
    appraisals: variants.flatMap((one) =>
      criteria.map(({ id }) => {
        const yes = met(one.variant, id);
        return {
          variant: one.variant,
          criterion: id,
          claim: yes ? "It is said." : "Looked everywhere, found nothing.",
          quote: yes ? wordsOf(one) : null,
          verdict: yes ? "MET" : "NOT MET",
        };
      }),
    ),
  };
}

/** A model for every seat: what the panel says, else the readers above. */
export function panelOf(panel: Panel = {}, clock: Clock = fakeClock()): Model {
  return {
    id: "panel",
    notice: "words of a test, no language model",
    worstCase: () => ({ tokens: 100, usd: 0 }),
    async *answer(request, signal) {
      const key = request.key.split("/").slice(1).join("/");
      const said =
        panel[key] ?? panel[request.promptInput.kind] ?? READERS[request.promptInput.kind];
      if (said === undefined) throw new TypeError(`Nobody answers ${request.promptInput.kind}.`);
      const behaviour =
        typeof said === "function"
          ? { reply: asJson(said(request.promptInput as never, request)) }
          : said;
      const script: Script = { [key]: behaviour };
      yield* scripted(script, { id: "panel", clock }).answer(request, signal);
    },
  };
}

function asJson(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

export interface HoldingOptions {
  readonly brief?: Brief;
  readonly plan?: Partial<PlanRequest>;
  readonly store?: Store;
  readonly clock?: Clock;
  readonly model?: Model;
  readonly hold?: Partial<RunRequest>;
}

/** Opens and holds a merge in which the panel speaks, or the given model. */
export async function holdMerge(panel: Panel = {}, options: HoldingOptions = {}): Promise<Held> {
  const { brief = draftsBrief(), clock = fakeClock(), plan, hold } = options;
  const { store = memoryStore(clock), model = panelOf(panel, clock) } = options;
  const asked: string[] = [];
  const app = mergeApp({ model, store, clock, asked });
  const id = await app.open(app.plan("merge", { brief, ...plan }), "tester");
  const result = await app.run({ debate: id, ...hold });
  const { events } = await app.read(id);
  const outcome = result.status === "settled" ? result.outcome : null;
  return { outcome, holding: result, events, app, id, asked };
}

export function mergeApp({
  model,
  store,
  clock,
  asked = [],
}: {
  model: Model;
  store: Store;
  clock: Clock;
  asked?: string[];
}): Dissent {
  return dissent({
    store,
    clock,
    protocols: [merge],
    random: countedDigits(),
    modelFor: async () => ({
      ...model,
      answer(request, signal) {
        asked.push(`${request.key.split("/").slice(1).join("/")}#${request.attempt}`);
        return model.answer(request, signal);
      },
    }),
  });
}

/** Answers a stop and holds on. */
export async function answered(
  held: Held,
  choice: string,
  reason = "Because I read it.",
): Promise<Held> {
  await held.app.decide(held.id, { choice, reason, by: "ada" });
  const result = await held.app.run({ debate: held.id });
  const { events } = await held.app.read(held.id);
  return {
    ...held,
    holding: result,
    events,
    outcome: result.status === "settled" ? result.outcome : null,
  };
}

/** The text of an artifact as it was published. */
export async function artifact({ app, id, events }: Held, name: string): Promise<string> {
  const published = events.find(
    ({ fact }) => fact.type === "artifact-published" && fact.name === name,
  );
  if (published?.fact.type !== "artifact-published") throw new Error(`no artifact ${name}`);
  return (await (await app.read(id)).text(published.fact.sha256)) ?? "";
}

export function artifactNames({ events }: Held): string[] {
  return events.flatMap(({ fact }) => (fact.type === "artifact-published" ? [fact.name] : []));
}

/** Every first prompt of a merge by its key, as the model reads it. */
export async function promptsOf(
  panel: Panel = {},
  options: HoldingOptions = {},
): Promise<ReadonlyMap<string, ModelRequest>> {
  const requests = new Map<string, ModelRequest>();
  const clock = fakeClock();
  const model = panelOf(panel, clock);
  const listening: Model = {
    ...model,
    answer(request, signal) {
      const key = request.key.split("/").slice(1).join("/");
      if (request.attempt === 1) requests.set(key, request);
      return model.answer(request, signal);
    },
  };
  await holdMerge(panel, { ...options, clock, model: listening });
  return requests;
}
