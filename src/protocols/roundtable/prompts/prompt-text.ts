/** The parts of prompts: the question, the proposal, positions, messages and concerns a reader may see. */
import type { Brief } from "../../../domain/brief.ts";
import {
  type CheckedEvidence,
  describeEvidenceCheck,
  formatEvidenceWords,
} from "../../../domain/evidence/evidence.ts";
import type { Participant } from "../../../domain/participant.ts";
import { renderBriefOptions, renderBriefSources } from "../../../exchange/brief-prompt.ts";
import type { Fence } from "../../../protocol.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import type { RoundtableDebateTable } from "../rules/table.ts";
import {
  EVERYONE,
  type TableConcern,
  type TableMessage,
  type TablePosition,
  type TableProposal,
} from "./prompt-input.ts";

export function renderQuestion(
  { brief, specialists, settings }: RoundtableDebateTable,
  fence: Fence,
): string {
  return text`
    Specialists answer one question in rounds. A lead, who does not argue, keeps one written proposal on the table.
    The debate ends well when every specialist scores the same version of it ${settings.target} or more out of 100.
    ${FENCE_RULE}

    Question
    ${fence("question", brief.question)}

    ${renderOptions(brief, fence)}

    ${renderBriefSources(brief, fence)}

    At the table
    ${specialists.map(renderSeatLine).join("\n")}
  `;
}

function renderOptions(brief: Brief, fence: Fence): string {
  if (brief.options.length === 0) return "No options are given; the answer is to be found.";
  return `Options: ${brief.options.map(({ id }) => id).join(", ")}\n${renderBriefOptions(brief, fence)}`;
}

function renderSeatLine({ id, name, stance }: Participant): string {
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

export function renderSeat({ id, name, stance }: Participant): string {
  const domain = stance === null ? "" : ` Your domain is ${plainWords(stance)}.`;
  return `You are ${plainWords(name)}, the specialist ${id}.${domain}`;
}

// T0: what is on the table.

export function renderProposal(proposal: TableProposal, fence: Fence): string {
  const { id, version, option, headline, answer, answers, changes, not_satisfied } = proposal;
  const stands = option === null ? "" : `, for option ${option}`;
  const from = version === 1 ? "Where it comes from" : "What changed, and why";
  const list = changes.map(
    ({ what, because }) => `- ${what}${because.length === 0 ? "" : ` (${because.join(", ")})`}`,
  );
  const body = [
    headline,
    "",
    answer,
    ...(list.length === 0 ? [] : ["", from, ...list]),
    "",
    `Meets: ${answers.length === 0 ? "no concern by id" : answers.join(", ")}`,
    `Not satisfied: ${not_satisfied}`,
  ];
  return `On the table: version ${version} of the proposal (${id})${stands}\n${fence(`proposal ${id}`, body.join("\n"))}`;
}

/** The text alone, once it is decided. */
export function renderDecision(proposal: TableProposal, fence: Fence): string {
  const { id, version, headline, answer } = proposal;
  return `The decision: version ${version} of the proposal\n${fence(`proposal ${id}`, `${headline}\n\n${answer}`)}`;
}

// First positions.

export function renderPositions(positions: readonly TablePosition[], fence: Fence): string {
  const words = positions.map((position) =>
    fence(headOfPosition(position), renderPosition(position)),
  );
  return `First positions, sealed until all were in\n${words.join("\n")}`;
}

export function headOfPosition({ by }: Pick<TablePosition, "by">): string {
  return `position of ${by}`;
}

function renderPosition(position: TablePosition): string {
  const { id, option, would_change_my_mind, reasoning, concerns, evidence } = position;
  const { missing_material: missing } = position;
  const held = option === null ? "" : ` holds option ${option}`;
  return [
    `${id}${held}: ${position.position}${renderEvidence(evidence)}`,
    `Reasoning: ${reasoning}`,
    `Would change their mind: ${would_change_my_mind}`,
    ...(missing.length === 0 ? [] : [`The material does not say: ${missing.join("; ")}`]),
    ...(concerns.length === 0 ? ["No concerns."] : concerns.map(renderConcern)),
  ].join("\n");
}

/** R4: without names. If there is only one position, what would change its supporters' minds is shown beside it. */
export function renderHeldPositions(positions: readonly TablePosition[], fence: Fence): string {
  const all = positions.map((position, at) => fence(headOfHeld(at), renderPosition(position)));
  const [only] = positions;
  const against =
    positions.length === 1 && only && only.option !== null
      ? [fence("against it (assigned: true)", only.would_change_my_mind)]
      : [];
  return `First positions, each shown once\n${[...all, ...against].join("\n")}`;
}

export function headOfHeld(place: number): string {
  return `position ${place + 1}`;
}

// Concerns.

export function renderConcern(concern: TableConcern): string {
  const { id, domain, option, text: words, detail, resolved_by, blocking, evidence } = concern;
  const weight = blocking ? "blocking concern" : "concern";
  // R2: a concern lies mostly in its author's own domain, which is left out where names are hidden
  const about = [domain, option === null ? "" : `option ${option}`].filter((one) => one !== "");
  const where = about.length === 0 ? "" : ` (${about.join(", ")})`;
  const lines = [
    `${id} ${weight}${where}: ${words}`,
    ...(detail === null ? [] : [detail]),
    `Settled by: ${resolved_by}`,
    ...(concern.answers.length === 0 ? [] : [`Answered in: ${concern.answers.join(", ")}`]),
  ];
  return `${lines.join("\n   ")}${renderEvidence(evidence)}`;
}

export function renderEvidence(evidence: readonly CheckedEvidence[]): string {
  return evidence
    .map((one) => {
      const mark =
        one.verified || one.kind === "knowledge" ? "" : ` (${describeEvidenceCheck(one)})`;
      return `\n   ${formatEvidenceWords(one, ['"', '"'])}${mark}`;
    })
    .join("");
}

// Messages.

/** In full, each in a fence of its own. */
export function renderMessages(
  title: string,
  messages: readonly TableMessage[],
  fence: Fence,
): string {
  if (messages.length === 0) return "";
  const words = messages.map((one) => fence(headOfMessage(one), renderMessage(one)));
  return `${title}\n${words.join("\n")}`;
}

function renderMessage({ text: words, detail, resolved_by, evidence }: TableMessage): string {
  const lines = [
    words,
    ...(detail === null ? [] : [detail]),
    ...(resolved_by === null ? [] : [`Settled by: ${resolved_by}`]),
  ];
  return `${lines.join("\n")}${renderEvidence(evidence)}`;
}

/** T34: one line each, for what was shown in full before. */
export function renderHeadlines(
  title: string,
  messages: readonly TableMessage[],
  fence: Fence,
): string {
  if (messages.length === 0) return "";
  const lines = messages.map((one) => `${headOfMessage(one)}: ${one.text}`);
  return `${title}\n${fence("headlines", lines.join("\n"))}`;
}

export function headOfMessage({ id, by, to, kind, option, answers }: TableMessage): string {
  const addressed = to === EVERYONE || to === "" ? "" : ` to ${to} alone`;
  const about = option === null ? "" : ` on option ${option}`;
  const answering = answers.length === 0 ? "" : `, answers ${answers.join(", ")}`;
  return `${id} ${kind.replace("_", "-")} from ${by}${addressed}${about}${answering}`;
}
