/**
 * Earlier decisions of the project: suggested when a debate starts, quoted on request, compared with a later
 * decision.
 */
import type { ContextRules } from "../config/context/read-context.ts";
import type { DebateReader } from "../debates/debate-reader.ts";
import { type Event, readOpening } from "../domain/journal/event.ts";
import { summarizeDebate } from "../domain/journal/summary.ts";
import { buildTranscript } from "../domain/journal/transcript.ts";
import { isUnjudgedOutcome } from "../domain/outcome/judgement.ts";
import { type Premise, findUnsettledPremises } from "../domain/premise.ts";
import { playsRecordedReplies } from "../domain/recorded-replies.ts";
import {
  findContradictedDecision,
  type EarlierDecision,
  findSimilarDecisions,
} from "../domain/similar-decisions.ts";
import { SetupError } from "../errors.ts";
import type { Plan } from "../plan.ts";
import { needsFiles } from "../protocol.ts";
import { formatEarlierDecision } from "../reports/earlier-decision-text.ts";
import type { Store } from "../store.ts";
import { sanitizeLine } from "../text/markdown.ts";
import { formatIsoDay } from "../text/plain-text.ts";
import type { AppContext } from "./app-context.ts";
import { openProjectDebates } from "./project/project-debates.ts";
import { mayHaveDebates, openProjectStore, requireDebates } from "./project/project-store.ts";

/** Decisions on a like question that nobody has given to the panel yet. None is given without being asked for. */
export async function findSimilarProjectDecisions(
  appContext: AppContext,
  { brief, protocol }: Pick<Plan, "brief" | "protocol">,
  storeAtHand?: () => Store,
): Promise<EarlierDecision[]> {
  // drafts and changes are new each time, and nothing is asked that could have been decided before
  if (needsFiles(protocol.input) || !mayHaveDebates(appContext)) return [];
  const store = storeAtHand?.() ?? openProjectStore(appContext);
  try {
    const { id, question, options, sources } = brief;
    const given = new Set(sources.map(({ title }) => title));
    const settled = await store.list({ status: "settled" });
    const left = settled.filter((one) => !given.has(formatDecisionTitle(one.id)));
    return findSimilarDecisions({ brief: id, question, options }, left);
  } finally {
    if (storeAtHand === undefined) await store.close();
  }
}

export function formatSimilarDecision(decision: EarlierDecision): string {
  const { debate } = decision;
  return `Decided before: ${describeEarlierDecision(decision)}; give it to the panel with --context debate:${sanitizeLine(debate)}`;
}

/** CX3: resolves `debate:<id>`. Never a journal file: a brief could name one outside the project (CX1). */
export function createDecisionReader(
  appContext: AppContext,
): NonNullable<ContextRules["readDecision"]> {
  return async (reference) => {
    requireDebates(appContext);
    const debates = openProjectDebates(appContext);
    try {
      const { id, events } = await debates.read(await debates.find(reference));
      refuseUnjudgedDebate(id, events);
      refuseRecordedDebate(id, events);
      const text = formatEarlierDecision(events);
      if (text !== null) return { title: formatDecisionTitle(id), text };
      throw new SetupError(
        "not-decidable",
        `${sanitizeLine(id)} has not ended, so there is no decision.`,
        {
          hint: `Continue it first: dissent resume ${sanitizeLine(id)}.`,
        },
      );
    } finally {
      await debates.close();
    }
  };
}

/** K20: what only the built-in readers said is not a decision that a later panel could rest on. */
function refuseUnjudgedDebate(id: string, events: readonly Event[]): void {
  const { outcome, decisions } = buildTranscript(events);
  if (!outcome || !isUnjudgedOutcome(outcome, decisions)) return;
  throw new SetupError(
    "not-decidable",
    `No model or person judged ${sanitizeLine(id)}, so there is no decision.`,
    { hint: `Decide it first: dissent decide ${sanitizeLine(id)} <option> -m "why".` },
  );
}

/** What was recorded elsewhere decides nothing here, whatever came of it. */
function refuseRecordedDebate(id: string, events: readonly Event[]): void {
  if (!playsRecordedReplies(events)) return;
  throw new SetupError(
    "not-decidable",
    `${sanitizeLine(id)} plays recorded replies, so it is not a decision of this project.`,
    { hint: "Debate the question with your own models: dissent run" },
  );
}

/** What must be said of an outcome beside those of other debates. */
export interface OutcomeRemarks {
  /** The decision in force that it goes against. */
  readonly contradicts: EarlierDecision | null;
  /** The premises of the reopened decision that this one does not share. */
  readonly unsettled: readonly (Pick<Premise, "id" | "kind" | "text" | "by"> & {
    readonly debate: string;
  })[];
}

/**
 * Worked out from the store when it is shown: what is in force changes while a journal does not. A journal from
 * elsewhere is compared with this project's decisions, if it has any.
 */
export async function collectOutcomeRemarks(
  debates: Pick<DebateReader, "list"> | undefined,
  events: readonly Event[],
  reopened: readonly Event[] = [],
): Promise<OutcomeRemarks> {
  const summary = summarizeDebate(events);
  const contradicts =
    summary &&
    debates &&
    findContradictedDecision(summary, await debates.list({ status: "settled" }));
  const unsettled = reopened.length === 0 ? [] : findUnsettledPremises(reopened, events);
  return {
    contradicts: contradicts ?? null,
    unsettled: unsettled.map(({ id, kind, text, by }) => {
      return { debate: readOpening(reopened).debate, id, kind, text, by };
    }),
  };
}

/** SD3: a person's latest decision is the one in force, so a decision just recorded takes the earlier one's place. */
export function formatReplacedRows({ contradicts }: OutcomeRemarks): [string, string][] {
  if (contradicts === null) return [];
  const words = `${describeEarlierDecision(contradicts)} on the same question; this decision is in force now`;
  return [formatRemarkRow("Replaces", words)];
}

/** A title and a sentence each. */
export function formatRemarkRows({ contradicts, unsettled }: OutcomeRemarks): [string, string][] {
  const [first] = unsettled;
  return [
    ...(contradicts
      ? [
          formatRemarkRow(
            "Conflict",
            `${describeEarlierDecision(contradicts)} on the same question, and that is in force`,
          ),
        ]
      : []),
    ...unsettled
      .slice(0, MAX_REMARKS_SHOWN)
      .map(({ debate, id, kind, text, by }) =>
        formatRemarkRow(
          "Check",
          `${debate} rested on this, which may no longer hold (${id}): ${describePremise({ kind, by, text })}`,
        ),
      ),
    ...(first
      ? [
          formatRemarkRow(
            "Check",
            `record what no longer holds: dissent decisions check ${first.debate} --set ${first.id} --state lost`,
          ),
        ]
      : []),
  ];
}

function describePremise({ kind, by, text }: Pick<Premise, "kind" | "by" | "text">): string {
  const said = kind === "assumption" ? "assumed" : "said this would change their mind:";
  return `${by} ${said} "${text}"`;
}

// one per seat is usual; the rest is in `dissent decisions check`
const MAX_REMARKS_SHOWN = 6;

function formatRemarkRow(title: string, text: string): [string, string] {
  return [title, sanitizeLine(text)];
}

function describeEarlierDecision({ debate, choice, by, decidedMs }: EarlierDecision): string {
  const who = by === "person" ? ", by a person's decision" : "";
  const date = formatIsoDay(decidedMs);
  return `${sanitizeLine(debate)} chose ${sanitizeLine(choice)}${who} (${date})`;
}

function formatDecisionTitle(debate: string): string {
  return `decision ${debate}`;
}
