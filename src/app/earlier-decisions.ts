import type { ContextRules } from "../config/context/read-context.ts";
/** Earlier decisions of the project: offered when a debate opens, quoted when asked for, held against a later one. */
import type { Dissent } from "../dissent.ts";
import type { Brief } from "../domain/brief.ts";
import { contradicted, type EarlierDecision, similarDecisions } from "../domain/earlier.ts";
import { type Event, opening } from "../domain/event.ts";
import { type Footing, unsettledFootings } from "../domain/footing.ts";
import { isUnjudged } from "../domain/judgement.ts";
import { summaryOf } from "../domain/summary.ts";
import { transcriptOf } from "../domain/transcript.ts";
import { SetupError } from "../errors.ts";
import type { Plan } from "../plan.ts";
import { decisionText } from "../reports/decision-text.ts";
import { oneLine } from "../text/markdown.ts";
import { existingApp, openApp, type Desk } from "./desk.ts";
import { hasDebates } from "./project/project-store.ts";

/** Decisions on a like question that nobody has given to the panel yet. None is given without being asked for. */
export async function similarHere(
  desk: Desk,
  { brief, protocol }: Pick<Plan, "brief" | "protocol">,
): Promise<EarlierDecision[]> {
  // drafts are put together, and nothing is asked that could have been decided before
  if (protocol.id === "merge" || !hasDebates(desk)) return [];
  return similarTo(desk, brief);
}

async function similarTo(desk: Desk, brief: Brief): Promise<EarlierDecision[]> {
  const app = openApp(desk);
  try {
    const { id, question, options, sources } = brief;
    const given = new Set(sources.map(({ title }) => title));
    const settled = await app.list({ status: "settled" });
    const left = settled.filter((one) => !given.has(titleOf(one.id)));
    return similarDecisions({ brief: id, question, options }, left);
  } finally {
    await app.close();
  }
}

export function similarLine(decision: EarlierDecision): string {
  const { debate } = decision;
  return `Decided before: ${spelled(decision)}; give it to the panel with --context debate:${oneLine(debate)}`;
}

/** C3: what `debate:<id>` stands for. Never a journal file: a brief could name one outside of the project (C1). */
export function decisionSource(desk: Desk): NonNullable<ContextRules["decisionOf"]> {
  return async (reference) => {
    const app = existingApp(desk);
    try {
      const { id, events } = await app.read(await app.find(reference));
      refuseUnjudged(id, events);
      const text = decisionText(events);
      if (text !== null) return { title: titleOf(id), text };
      throw new SetupError(
        "not-decidable",
        `${oneLine(id)} has not ended, so there is no decision.`,
        {
          hint: `Continue it first: dissent resume ${oneLine(id)}.`,
        },
      );
    } finally {
      await app.close();
    }
  };
}

/** K20: what only the built-in readers said is not a decision that a later panel could rest on. */
function refuseUnjudged(id: string, events: readonly Event[]): void {
  const { outcome, decisions } = transcriptOf(events);
  if (!outcome || !isUnjudged(outcome, decisions)) return;
  throw new SetupError(
    "not-decidable",
    `No model or person judged ${oneLine(id)}, so there is no decision.`,
    { hint: `Decide it first: dissent decide ${oneLine(id)} <option> -m "why".` },
  );
}

/** What must be said of an outcome beside those of other debates. */
export interface Remarks {
  /** The decision in force that it goes against. */
  readonly contradicts: EarlierDecision | null;
  /** What the reopened decision stood on, and this one does not. */
  readonly unsettled: readonly (Pick<Footing, "id" | "kind" | "text" | "by"> & {
    readonly debate: string;
  })[];
}

/** Worked out from the store when it is shown: what is in force changes while a journal does not. */
export async function remarksOn(
  app: Pick<Dissent, "list">,
  events: readonly Event[],
  reopened: readonly Event[] = [],
): Promise<Remarks> {
  const summary = summaryOf(events);
  const contradicts = summary && contradicted(summary, await app.list({ status: "settled" }));
  const unsettled = reopened.length === 0 ? [] : unsettledFootings(reopened, events);
  return {
    contradicts,
    unsettled: unsettled.map(({ id, kind, text, by }) => {
      return { debate: opening(reopened).debate, id, kind, text, by };
    }),
  };
}

/** The same for a debate that may be a journal from elsewhere: it is held against what this project decided. */
export async function remarksHere(desk: Desk, events: readonly Event[]): Promise<Remarks> {
  if (!hasDebates(desk)) return { contradicts: null, unsettled: [] };
  const app = openApp(desk);
  try {
    return await remarksOn(app, events);
  } finally {
    await app.close();
  }
}

/** A title and a sentence each. */
export function remarkRows({ contradicts, unsettled }: Remarks): [string, string][] {
  const [first] = unsettled;
  return [
    ...(contradicts
      ? [row("Conflict", `${spelled(contradicts)} on the same question, and that is in force`)]
      : []),
    ...unsettled
      .slice(0, MOST_SHOWN)
      .map(({ debate, id, kind, text, by }) =>
        row("Footing", `${id} of ${debate} carries this no longer: ${by}'s ${kind} "${text}"`),
      ),
    ...(first
      ? [
          row(
            "Footing",
            `say what is lost: dissent check ${first.debate} --set ${first.id} --state lost`,
          ),
        ]
      : []),
  ];
}

// one per seat is usual; the rest is in `dissent check`
const MOST_SHOWN = 6;

function row(title: string, text: string): [string, string] {
  return [title, oneLine(text)];
}

function spelled({ debate, choice, by, decidedMs }: EarlierDecision): string {
  const who = by === "person" ? ", by a person's decision" : "";
  const date = new Date(decidedMs).toISOString().slice(0, 10);
  return `${oneLine(debate)} chose ${oneLine(choice)}${who} (${date})`;
}

function titleOf(debate: string): string {
  return `decision ${debate}`;
}
