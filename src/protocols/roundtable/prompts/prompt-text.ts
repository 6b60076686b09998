/** The parts of prompts: the question, the positions and the messages a reader may see. */
import type { Brief } from "../../../domain/brief.ts";
import type { CheckedEvidence } from "../../../domain/evidence.ts";
import type { Participant } from "../../../domain/participant.ts";
import {
  renderBriefSources,
  renderBriefOptions,
  QUOTE_RULE,
} from "../../../exchange/brief-prompt.ts";
import type { Fence } from "../../../protocol.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import type { RoundtableDebateTable } from "../rules/table.ts";
import { gist } from "../rules/wording.ts";
import type { TableConcern, TableMessage, TablePosition } from "./prompt-input.ts";

export function matterText({ brief, specialists }: RoundtableDebateTable, fence: Fence): string {
  return text`
    Specialists discuss one question in rounds until each of them is satisfied with the answer.
    A lead coordinates, collects the scores and does not argue.
    ${FENCE_RULE}

    Question (${brief.id})
    ${fence("question", brief.question)}

    ${optionsText(brief, fence)}

    ${renderBriefSources(brief, fence)}

    At the table
    ${specialists.map(seatLine).join("\n")}

    ${QUOTE_RULE}
  `;
}

function optionsText(brief: Brief, fence: Fence): string {
  if (brief.options.length === 0) return "No options are given; the answer is to be found.";
  return `Options: ${brief.options.map(({ id }) => id).join(", ")}\n${renderBriefOptions(brief, fence)}`;
}

function seatLine({ id, name, stance }: Participant): string {
  return `- ${id}: ${plainWords(name)}${stance === null ? "" : `, ${plainWords(stance)}`}`;
}

/** Titles, names and stances come from files, so each is kept to one plain line. */
export function plainWords(words: string): string {
  return words
    .replace(/\s+/g, " ")
    .replace(/[^\p{L}\p{N} .,'’_/-]/gu, "")
    .slice(0, 120)
    .trim();
}

export function seatText({ id, name, stance }: Participant): string {
  const domain = stance === null ? "" : ` Your domain is ${plainWords(stance)}.`;
  return `You are ${plainWords(name)}, the specialist ${id}.${domain}`;
}

export function positionsText(positions: readonly TablePosition[], fence: Fence): string {
  const words = positions.map((position) =>
    fence(`position of ${position.by}`, positionText(position)),
  );
  return `First positions, sealed until all were in.\n\n${words.join("\n\n")}`;
}

function positionText(position: TablePosition): string {
  const { id, option, would_change_my_mind, reasoning, concerns, evidence } = position;
  return text`
    ${id}${option === null ? "" : ` holds option ${option}`}: ${position.position}${quoteLines(evidence)}
    Reasoning: ${reasoning}
    Would change its mind: ${would_change_my_mind}
    ${concerns.length === 0 ? "No concerns." : concerns.map(concernLine).join("\n")}
  `;
}

/** R4: without names. If there is only one position, what would change its supporters' minds is shown beside it. */
export function heldText(positions: readonly TablePosition[], fence: Fence): string {
  const all = positions.map((position, at) => fence(headOfHeld(at), positionText(position)));
  const [only] = positions;
  const against =
    positions.length === 1 && only && only.option !== null
      ? [fence("against it (assigned: true)", only.would_change_my_mind)]
      : [];
  return `First positions, each shown once.\n\n${[...all, ...against].join("\n\n")}`;
}

export function headOfHeld(place: number): string {
  return `position ${place + 1}`;
}

export function concernLine({
  id,
  domain,
  text: words,
  resolved_by,
  blocking,
  evidence,
}: TableConcern): string {
  const weight = blocking ? "blocking concern" : "concern";
  // R2: a concern lies mostly in its author's own domain, which is left out where names are hidden
  const where = domain === "" ? "" : ` (${domain})`;
  return `${id} ${weight}${where}: ${words}\n   Settled by: ${resolved_by}${quoteLines(evidence)}`;
}

function quoteLines(evidence: readonly CheckedEvidence[]): string {
  return evidence
    .map(({ source, quote, verified }) => {
      const mark = verified ? "" : " (does not occur there)";
      return `\n   ${source}: "${quote}"${mark}`;
    })
    .join("");
}

/**
 * T34: up to round 3 everything is shown in full; in rounds 4 to 7 the last two rounds are, from round 8 on
 * the last one; of older messages the first sentence is left.
 */
export function shownInFull(asking: number, latest: number): number {
  if (asking <= 3) return 1;
  return asking <= 7 ? latest - 1 : latest;
}

/** Messages round by round, each in a fence of its own; older ones as one line each. */
export function messagesText(
  messages: readonly TableMessage[],
  { title, fullFrom, fence }: { title: string; fullFrom: number; fence: Fence },
): string {
  if (messages.length === 0) return "";
  const rounds = [...new Set(messages.map(({ round }) => round))].toSorted((a, b) => a - b);
  const parts = rounds.map((round) => {
    const own = messages.filter((message) => message.round === round);
    const heading = `${title}, round ${round}`;
    if (round >= fullFrom)
      return `${heading}\n${own.map((one) => messageText(one, fence)).join("\n")}`;
    const lines = own.map((one) => `${headOf(one)}: ${gist(one.text)}`);
    return `${heading}, first sentences\n${fence(`summary of round ${round}`, lines.join("\n"))}`;
  });
  return parts.join("\n\n");
}

function messageText(message: TableMessage, fence: Fence): string {
  const { text: words, resolved_by, evidence } = message;
  const settled = resolved_by === null ? "" : `\nSettled by: ${resolved_by}`;
  return fence(headOf(message), `${words}${settled}${quoteLines(evidence)}`);
}

export function headOf({ id, by, to, kind, answers, acknowledges }: TableMessage): string {
  const addressed = to === "all" ? "all" : to.join(", ");
  const answering = answers.length === 0 ? "" : `, answers ${answers.join(", ")}`;
  const thanks = acknowledges.length === 0 ? "" : `, acknowledges ${acknowledges.join(", ")}`;
  return `${id} ${kind} from ${by} to ${addressed}${answering}${thanks}`;
}
