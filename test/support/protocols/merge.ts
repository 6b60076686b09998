/** Replies and whole merges, for tests. Every seat answers from its matter unless a test says otherwise. */
import type { Clock } from "../../../src/clock.ts";
import type { Json } from "../../../src/domain/json.ts";
import type { Model, ModelRequest } from "../../../src/model.ts";
import { type Behaviour, type Script, scripted } from "../../../src/models/scripted.ts";
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
import { ABSENCES } from "../../../src/protocols/merge/rules/criteria.ts";
import { DRAFT_A, DRAFT_B, DRAFT_C, draftsBrief } from "../documents/drafts.ts";
import { fakeClock } from "../time/fake-clock.ts";
import {
  type Held,
  findStepKey,
  firstRequests,
  holdDebate,
  type HoldingOptions,
} from "./debate.ts";

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
export function readParagraph({ blocks, text }: VariantRead): string {
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
  const quoteVariant = (variant: number) => {
    const found = variants.find((one) => one.variant === variant);
    return found ? [{ source: variantSource(variant), quote: readParagraph(found) }] : [];
  };
  return {
    summary: `Variant ${own} says in few words what has to be built and why.`,
    strengths: [
      {
        text: `Variant ${own} names its storage and the reason for it.`,
        evidence: quoteVariant(own),
      },
    ],
    steelmen: others.map(({ variant }) => ({
      variant,
      text: `Variant ${variant} describes delivery in concrete steps that operators can follow tonight.`,
    })),
    weaknesses: others.map(({ variant }) => ({
      variant,
      text: `Variant ${variant} leaves open who deletes old exports.`,
      evidence: quoteVariant(variant),
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
          quote: yes && !ABSENCES.has(id) ? readParagraph(one) : null,
          searched: yes && ABSENCES.has(id) ? "qwertz, zyxwvu" : null,
          verdict: yes ? "MET" : "NOT MET",
        };
      }),
    ),
  };
}

/** A model for every seat: what the panel says, else the readers above. */
export function createPanelModel(panel: Panel = {}, clock: Clock = fakeClock()): Model {
  return {
    id: "panel",
    notice: "words of a test, no language model",
    worstCase: () => ({ tokens: 100, usd: 0 }),
    async *answer(request, signal) {
      const key = findStepKey(request);
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

/** Opens and holds a merge in which the panel speaks, or the given model. */
export function holdMerge(panel: Panel = {}, options: HoldingOptions = {}): Promise<Held> {
  const { clock = fakeClock() } = options;
  const setting = { protocol: merge, brief: draftsBrief(), model: createPanelModel(panel, clock) };
  return holdDebate("merge", { ...setting, ...options, clock });
}

/** Every first prompt of a merge by its key, as the model reads it. */
export async function collectMergeRequests(
  panel: Panel = {},
  options: HoldingOptions = {},
): Promise<ReadonlyMap<string, ModelRequest>> {
  return firstRequests(await holdMerge(panel, options));
}
