/** What was said so far, as every seat is shown it: the same bytes for all, and only ever added to. */
import type { Brief } from "../../domain/brief.ts";
import type { CheckedEvidence } from "../../domain/evidence.ts";
import { materialShown, optionsShown, QUOTE_RULE } from "../../matter.ts";
import type { Segment } from "../../model.ts";
import type { Floor } from "../../protocol.ts";
import { FENCE_RULE, text } from "../../text.ts";
import { positionsOf, type Version } from "./positions.ts";
import { type Debate, type Exchange, openingOf, type Table } from "./table.ts";
import { type Judged, judged } from "./verdicts.ts";

export type Fence = Floor["fence"];

export interface Shown {
  readonly segments: readonly Segment[];
  /** Keys of the turns whose words are in the segments. */
  readonly reveals: readonly string[];
}

/** The brief alone: all that a blind ask shows. */
export function matterShown({ brief }: Table, fence: Fence): Shown {
  return { segments: [shared(matterText(brief, fence))], reveals: [] };
}

export function openingShown(debate: Debate, fence: Fence): Shown {
  const { segments } = matterShown(debate, fence);
  return {
    segments: [...segments, shared(openingText(debate, fence))],
    reveals: debate.opening.spoken.map(({ key }) => key),
  };
}

/** The opening, every objection that blocks, and each exchange about them. */
export function debateShown(debate: Debate, fence: Fence): Shown {
  const opened = openingShown(debate, fence);
  const objecting = judged(debate).filter(({ blocking }) => blocking);
  return {
    segments: [
      ...opened.segments,
      shared(objectionsText(objecting, fence)),
      ...debate.exchanges.flatMap((exchange) => exchangeSegments(debate, exchange, fence)),
    ],
    reveals: [
      ...opened.reveals,
      ...objecting.flatMap(({ turn }) => (turn ? [turn.key] : [])),
      ...debate.exchanges.flatMap(({ response, rebuttals }) => [
        ...(response.kind === "spoken" ? [response.key] : []),
        ...(rebuttals?.spoken.map(({ key }) => key) ?? []),
      ]),
    ],
  };
}

export function shared(words: string): Segment {
  return { shared: true, text: words };
}

export function own(words: string): Segment {
  return { shared: false, text: words };
}

function matterText(brief: Brief, fence: Fence): string {
  const options = optionsShown(brief, fence);
  return text`
    A proponent holds a position on one question, and challengers try to refute it. The debate tests the position;
    it is not there to produce a new one. It succeeds when a weak point is found, and also when none is.
    ${FENCE_RULE}

    Question (${brief.id})
    ${fence("question", brief.question)}

    ${options === "" ? "" : `Options\n${options}\n`}
    ${materialShown(brief, fence)}

    ${QUOTE_RULE}
  `.replace(/\n{3,}/g, "\n\n");
}

function openingText(debate: Debate, fence: Fence): string {
  const { position, reasoning, confidence, weaknesses, assumptions } = openingOf(debate);
  const claims = debate.opening.spoken[0]?.claims ?? [];
  const evidence = claims[0]?.evidence ?? [];
  const held =
    debate.settings.opening === "user"
      ? "The position v1 is the source brief above, in its author's own words."
      : `The position v1:\n${fence("position v1", position)}`;
  const words = text`
    Reasoning: ${reasoning}${evidence.map(quoteLine).join("")}
    Confidence: ${confidence}
    Weaknesses:
    ${weaknesses.map((weakness) => `- ${weakness}`).join("\n")}
    Assumptions:
    ${assumptions.map((assumption, index) => `${index + 1}. ${assumption}`).join("\n")}
  `;
  return `The proponent has opened. ${held}\n\n${fence("opening", words)}`;
}

function objectionsText(objecting: readonly Judged[], fence: Fence): string {
  const entries = objecting.map((one) => objectionText(one, fence));
  return `Round 1. These objections block agreement until their authors withdraw them.\n\n${entries.join("\n\n")}`;
}

function objectionText(
  { challenger, turn, downgraded, ...judgement }: Judged,
  fence: Fence,
): string {
  const { id, mark } = challenger;
  if (!turn) {
    return `Objection ${mark}0 by ${id}: its reply could not be read, so it has not agreed. Nothing of it can be shown.`;
  }
  const [claim] = turn.claims;
  const { critique, alternative, assumptions_challenged } = turn.reply;
  const standing = downgraded
    ? "an agreement that gives no grounds, treated as partial with a moderate objection"
    : `${judgement.verdict}, ${judgement.strength} objection`;
  const words = text`
    ${critique}${(claim?.evidence ?? []).map(quoteLine).join("")}
    Alternative: ${alternative ?? "none given"}
    Doubted assumptions: ${assumptions_challenged.length === 0 ? "none" : assumptions_challenged.join("; ")}
  `;
  return `Objection ${claim?.id ?? mark} by ${id} (${standing})\n${fence(`challenger ${id}`, words)}`;
}

function exchangeSegments(debate: Debate, exchange: Exchange, fence: Fence): Segment[] {
  const { round, response, rebuttals } = exchange;
  if (response.kind === "absent") return [];
  const version = positionsOf(debate).find(({ afterRound }) => afterRound === round);
  const answers = response.reply.answers.map((answer, index) => {
    const claim = response.claims[index];
    const quotes = (claim?.evidence ?? []).map(quoteLine).join("");
    const limits = answer.limit === null ? "" : `\nLimit: ${answer.limit}`;
    const words = `${answer.disposition}: ${answer.explanation}${limits}${quotes}`;
    return `Answer ${claim?.id ?? ""} to ${answer.objection}\n${fence("proponent", words)}`;
  });
  const responded = `Round ${round}. The proponent responds.\n\n${answers.join("\n\n")}\n\n${versionText(version, fence)}`;
  if (!rebuttals) return [shared(responded)];
  return [shared(responded), shared(rebuttalsText(exchange, fence))];
}

function versionText(version: Version | undefined, fence: Fence): string {
  if (!version) return "";
  if (!version.changed) return `The position stays as it was (v${version.version}).`;
  return `The position is now v${version.version}:\n${fence(`position v${version.version}`, version.position)}`;
}

function rebuttalsText({ round, rebuttals }: Exchange, fence: Fence): string {
  const spoken = (rebuttals?.spoken ?? []).map(({ by, reply, claims }) => {
    const [claim] = claims;
    const quotes = (claim?.evidence ?? []).map(quoteLine).join("");
    const clarified = reply.clarified_critique === null ? "" : `\n${reply.clarified_critique}`;
    const words = `${reply.choice}: ${reply.reasoning}${clarified}${quotes}`;
    return `${claim?.id ?? ""} by ${by}\n${fence(`challenger ${by}`, words)}`;
  });
  const silent = (rebuttals?.absent ?? []).map(
    ({ by }) => `${by} gave no answer; its objection stands.`,
  );
  return `Round ${round}. The dissenters answer.\n\n${[...spoken, ...silent].join("\n\n")}`;
}

function quoteLine({ source, quote, verified }: CheckedEvidence): string {
  const mark = verified ? "" : " (does not occur there)";
  return `\n   ${source}: "${quote}"${mark}`;
}
