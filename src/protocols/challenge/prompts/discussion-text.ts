/** The discussion so far, as every seat is shown it: the same bytes for all, and only ever appended to. */
import type { Brief } from "../../../domain/brief.ts";
import type { CheckedEvidence } from "../../../domain/evidence.ts";
import type { Turn } from "../../../domain/round.ts";
import {
  renderBriefSources,
  renderBriefOptions,
  QUOTE_RULE,
} from "../../../exchange/brief-prompt.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { PromptSegment } from "../../../model.ts";
import type { Fence } from "../../../protocol.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import type { ChallengerRebuttalReply } from "../replies.ts";
import { objectionsOf } from "../rules/objections.ts";
import { positionsOf, type PositionVersion } from "../rules/positions.ts";
import {
  type Debate,
  type ConfrontationRound,
  openingOf,
  type ChallengeDebateTable,
} from "../rules/table.ts";
import { type VerdictRow, judged } from "../rules/verdicts.ts";
import { repeatedIn, unreadId } from "./anonymizer.ts";

export interface ShownRecord {
  readonly segments: readonly PromptSegment[];
  /** Keys of the turns whose words are in the segments. */
  readonly reveals: readonly string[];
  /** Who is shown one after the other, list by list. */
  readonly order: readonly (readonly string[])[];
}

/** The brief alone: all that a blind ask shows. */
export function matterShown({ brief }: ChallengeDebateTable, fence: Fence): ShownRecord {
  return { segments: [shared(matterText(brief, fence))], reveals: [], order: [] };
}

export function openingShown(debate: Debate, fence: Fence, view: ReaderView): ShownRecord {
  const { segments } = matterShown(debate, fence);
  return {
    segments: [...segments, shared(openingText(debate, view.fencing(fence), view))],
    reveals: debate.opening.spoken.map(({ key }) => key),
    order: [],
  };
}

/** The opening, every objection that blocks, and each exchange about them. */
export function debateShown(debate: Debate, fence: Fence, view: ReaderView): ShownRecord {
  const opened = openingShown(debate, fence, view);
  const blocking = judged(debate).filter((one) => one.blocking);
  const objecting = view.inOrder(blocking, ({ challenger }) => challenger.id);
  const telling = { fence: view.fencing(fence), view };
  return {
    segments: [
      ...opened.segments,
      shared(objectionsText(debate, objecting, telling)),
      ...debate.exchanges.flatMap((exchange) => exchangeSegments(debate, exchange, telling)),
    ],
    reveals: [
      ...opened.reveals,
      ...blocking.flatMap(({ turn }) => (turn ? [turn.key] : [])),
      ...debate.exchanges.flatMap(({ response, rebuttals }) => [
        ...(response.kind === "spoken" ? [response.key] : []),
        ...(rebuttals?.spoken.map(({ key }) => key) ?? []),
      ]),
    ],
    order: [
      objecting.map((one) => objectionHead(one, view)),
      ...debate.exchanges.map(({ rebuttals }) =>
        inOrder(rebuttals, view).map((turn) => rebuttalHead(turn, view)),
      ),
    ],
  };
}

export function shared(words: string): PromptSegment {
  return { shared: true, text: words };
}

export function own(words: string): PromptSegment {
  return { shared: false, text: words };
}

function matterText(brief: Brief, fence: Fence): string {
  const options = renderBriefOptions(brief, fence);
  return text`
    A proponent holds a position on one question, and challengers try to refute it. The debate tests the position;
    it is not there to produce a new one. It succeeds when a weak point is found, and also when none is.
    ${FENCE_RULE}

    Question (${brief.id})
    ${fence("question", brief.question)}

    ${options === "" ? "" : `Options\n${options}\n`}
    ${renderBriefSources(brief, fence)}

    ${QUOTE_RULE}
  `.replace(/\n{3,}/g, "\n\n");
}

function openingText(debate: Debate, fence: Fence, view: ReaderView): string {
  const opened = view.anonymize(openingOf(debate));
  const { position, reasoning, confidence, weaknesses, assumptions } = opened;
  const claims = debate.opening.spoken[0]?.claims ?? [];
  const evidence = view.anonymize(claims[0]?.evidence ?? []);
  const held =
    debate.settings.opening === "user"
      ? "The position v1 is the source brief above, in its author's own words."
      : `The position v1:\n${fence("position v1", position)}`;
  const sureness = view.oneVoice ? "" : `\nConfidence: ${confidence}`;
  const words = text`
    Reasoning: ${reasoning}${evidence.map(quoteLine).join("")}${sureness}
    Weaknesses:
    ${weaknesses.map((weakness) => `- ${weakness}`).join("\n")}
    Assumptions:
    ${assumptions.map((assumption, index) => `${index + 1}. ${assumption}`).join("\n")}
  `;
  return `The proponent has opened. ${held}\n\n${fence("opening", words)}`;
}

function objectionsText(
  debate: Debate,
  objecting: readonly VerdictRow[],
  { fence, view }: { fence: Fence; view: ReaderView },
): string {
  const repeated = view.oneVoice ? repeatedIn(debate, objecting) : new Map<string, string>();
  const entries = objecting.map((one) => objectionText(one, { fence, view, repeated }));
  return `Round 1. These objections block agreement until their authors withdraw them.\n\n${entries.join("\n\n")}`;
}

function objectionHead({ challenger, turn }: VerdictRow, { idOf, nameOf }: ReaderView): string {
  const { id, mark } = challenger;
  const made = turn ? (turn.claims[0]?.id ?? mark) : unreadId(challenger);
  return `Objection ${idOf(made)} by ${nameOf(id)}`;
}

function objectionText(
  judgement: VerdictRow,
  {
    fence,
    view,
    repeated,
  }: { fence: Fence; view: ReaderView; repeated: ReadonlyMap<string, string> },
): string {
  const { challenger, turn, downgraded, verdict, strength } = judgement;
  const head = objectionHead(judgement, view);
  if (!turn) {
    return `${head}: its reply could not be read, so it has not agreed. Nothing of it can be shown.`;
  }
  const [claim] = view.anonymize(turn.claims);
  const { critique, alternative, assumptions_challenged } = view.anonymize(turn.reply);
  const standing = downgraded
    ? "an agreement that gives no grounds, treated as partial with a moderate objection"
    : `${verdict}, ${strength} objection`;
  const first = repeated.get(turn.claims[0]?.id ?? "");
  const words =
    first === undefined
      ? text`
          ${critique}${(claim?.evidence ?? []).map(quoteLine).join("")}
          Alternative: ${alternative ?? "none given"}
          Doubted assumptions: ${assumptions_challenged.length === 0 ? "none" : assumptions_challenged.join("; ")}
        `
      : `It says what ${view.idOf(first)} says.`;
  return `${head} (${standing})\n${fence(`challenger ${view.nameOf(challenger.id)}`, words)}`;
}

function exchangeSegments(
  debate: Debate,
  exchange: ConfrontationRound,
  { fence, view }: { fence: Fence; view: ReaderView },
): PromptSegment[] {
  const { round, response, rebuttals } = exchange;
  if (response.kind === "absent") return [];
  const version = positionsOf(debate).find(({ afterRound }) => afterRound === round);
  const authors = new Map(objectionsOf(debate).map(({ id, challenger }) => [id, challenger]));
  const given = response.reply.answers.map((answer, at) => ({
    answer,
    claim: response.claims[at],
  }));
  const inTurn = view.inOrder(given, ({ answer }) => authors.get(answer.objection) ?? "");
  const answers = view.anonymize(inTurn).map(({ answer, claim }) => {
    const quotes = (claim?.evidence ?? []).map(quoteLine).join("");
    const limits = answer.limit === null ? "" : `\nLimit: ${answer.limit}`;
    const words = `${answer.disposition}: ${answer.explanation}${limits}${quotes}`;
    return `Answer ${claim?.id ?? ""} to ${answer.objection}\n${fence("proponent", words)}`;
  });
  const changed = versionText(view.anonymize(version), fence);
  const responded = `Round ${round}. The proponent responds.\n\n${answers.join("\n\n")}\n\n${changed}`;
  if (!rebuttals) return [shared(responded)];
  return [shared(responded), shared(rebuttalsText(exchange, fence, view))];
}

function versionText(version: PositionVersion | undefined, fence: Fence): string {
  if (!version) return "";
  if (!version.changed) return `The position stays as it was (v${version.version}).`;
  return `The position is now v${version.version}:\n${fence(`position v${version.version}`, version.position)}`;
}

/** Those who answered, then those who did not. */
function inOrder(
  rebuttals: ConfrontationRound["rebuttals"],
  view: ReaderView,
): readonly Turn<ChallengerRebuttalReply>[] {
  const by = (turn: Turn<ChallengerRebuttalReply>): string => turn.by;
  return [
    ...view.inOrder<Turn<ChallengerRebuttalReply>>(rebuttals?.spoken ?? [], by),
    ...view.inOrder<Turn<ChallengerRebuttalReply>>(rebuttals?.absent ?? [], by),
  ];
}

function rebuttalHead(turn: Turn<ChallengerRebuttalReply>, { idOf, nameOf }: ReaderView): string {
  if (turn.kind === "absent") return `${nameOf(turn.by)} gave no answer`;
  return `${idOf(turn.claims[0]?.id ?? "")} by ${nameOf(turn.by)}`;
}

function rebuttalsText(
  { round, rebuttals }: ConfrontationRound,
  fence: Fence,
  view: ReaderView,
): string {
  const entries = inOrder(rebuttals, view).map((turn) => {
    const head = rebuttalHead(turn, view);
    if (turn.kind === "absent") return `${head}; its objection stands.`;
    const { reply, claims, by } = view.anonymize(turn);
    const quotes = (claims[0]?.evidence ?? []).map(quoteLine).join("");
    const clarified = reply.clarified_critique === null ? "" : `\n${reply.clarified_critique}`;
    const words = `${reply.choice}: ${reply.reasoning}${clarified}${quotes}`;
    return `${head}\n${fence(`challenger ${by}`, words)}`;
  });
  return `Round ${round}. The dissenters answer.\n\n${entries.join("\n\n")}`;
}

function quoteLine({ source, quote, verified }: CheckedEvidence): string {
  const mark = verified ? "" : " (does not occur there)";
  return `\n   ${source}: "${quote}"${mark}`;
}
