/** The brief, the opening and the versions of the position, as every seat is shown them: the same bytes for all. */
import { BODY_SOURCE, type Brief } from "../../../domain/brief.ts";
import {
  type CheckedEvidence,
  describeEvidenceCheck,
  formatEvidenceWords,
} from "../../../domain/evidence/evidence.ts";
import {
  SHORT_EVIDENCE_RULE,
  renderBriefOptions,
  renderBriefSources,
} from "../../../exchange/brief-prompt.ts";
import { sharedSegment } from "../../../exchange/prompt-segments.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { PromptSegment } from "../../../model.ts";
import type { Fence } from "../../../protocol.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import {
  formatPositionText,
  formatVersionSource,
  listOpeningClaims,
  listPositions,
  type PartChange,
  readCurrentPosition,
  readOpening,
  readPlanParts,
} from "../rules/positions.ts";
import {
  type ChallengeDebateTable,
  type Debate,
  isUsersPlan,
  listTurns,
  makesVersions,
} from "../rules/table.ts";
import type { OpeningPoint, PositionPart } from "./prompt-input.ts";
import { findStatedDate } from "./stated-date.ts";

/** The brief alone: all that a blind ask shows. A person's plan is in it once, in numbered parts. */
export function showMatter(table: ChallengeDebateTable, fence: Fence): PromptSegment {
  const { brief } = table;
  const options = renderBriefOptions(brief, fence);
  const plan = isUsersPlan(table)
    ? [
        "The plan, in its author's words. It is position v1 and the source brief. The numbers in brackets are its parts;",
        "they are not in the source, so quote inside one part.",
        fence("source brief, position v1", formatNumberedParts(readPlanParts(table))),
      ].join("\n")
    : "";
  const words = text`
    A proponent answers for a position, and challengers try to refute it. The debate tests the position. It succeeds
    when a weak point is found, and also when none is.
    ${FENCE_RULE}

    ${showQuestion(table, fence)}

    ${options === "" ? "" : `Options\n${options}\n`}
    ${plan === "" ? renderBriefSources(brief, fence) : `${plan}\n\n${showOtherSources(brief, fence)}`}

    ${SHORT_EVIDENCE_RULE}
  `;
  return sharedSegment(words.replace(/\n{3,}/g, "\n\n"));
}

function showQuestion(table: ChallengeDebateTable, fence: Fence): string {
  const { brief } = table;
  const date = findStatedDate(brief);
  const judgedAsNote =
    date === null ? "" : `\nThe position is judged as of ${date}, the date the brief gives.`;
  const asked = isUsersPlan(table)
    ? "\nThe question of this debate: does the plan hold as written?"
    : "";
  return `${isUsersPlan(table) ? "Title" : "Question"}\n${fence("question", brief.question)}${asked}${judgedAsNote}`;
}

function showOtherSources(brief: Brief, fence: Fence): string {
  const sources = brief.sources.filter(({ id }) => id !== BODY_SOURCE);
  return sources.length === 0 ? "" : renderBriefSources({ ...brief, sources }, fence);
}

export function formatNumberedParts(parts: readonly PositionPart[]): string {
  return parts
    .map(({ number, text: words, confidence, open }) => {
      const sure = confidence === null ? "" : ` (confidence ${confidence})`;
      const undecided = open === null ? "" : `\n    Open: ${open}`;
      return `[${number}]${sure} ${words}${undecided}`;
    })
    .join("\n");
}

/** H6: what was opened with, and the ids of what it concedes and assumes. */
export function showOpening(debate: Debate, fence: Fence, view: ReaderView): PromptSegment {
  const fenced = view.fencing(fence);
  const { parts, reasoning, confidence, weaknesses, assumptions } = view.anonymize(
    readOpening(debate),
  );
  const [reasons] = view.anonymize(listOpeningClaims(debate));
  const shownParts = view.oneVoice ? parts.map((part) => ({ ...part, confidence: null })) : parts;
  const position = isUsersPlan(debate)
    ? describePlanConfidence(shownParts)
    : `Position v1, in numbered parts:\n${fenced("position v1", formatNumberedParts(shownParts))}\n\n`;
  const sure = view.oneVoice ? "" : `\nConfidence: ${confidence}`;
  const words = text`
    Reasoning: ${reasoning}${(reasons?.evidence ?? []).map(formatEvidenceLine).join("")}${sure}
    Conceded weaknesses:
    ${weaknesses.map(showWeakness).join("\n")}
    Assumptions:
    ${assumptions.map(({ id, text: assumption }) => `${id}: ${assumption}`).join("\n")}
  `;
  const quotable = view.hidden ? QUOTABLE_VERSIONS : `${QUOTABLE_VERSIONS} ${QUOTABLE_WORDS}`;
  const opened = `The proponent's opening. ${position}${fenced("opening", words)}\n\n${quotable}`;
  return sharedSegment(opened.replace("opening. \n", "opening.\n"));
}

function showWeakness({ id, text: weakness, evidence = [] }: OpeningPoint): string {
  return `${id}: ${weakness}${evidence.map(formatEvidenceLine).join("")}`;
}

const QUOTABLE_VERSIONS =
  "A version of the position can be quoted as a source, such as position-v1.";
const QUOTABLE_WORDS = "So can what was said, by its id.";

function describePlanConfidence(parts: readonly PositionPart[]): string {
  const rated = parts.filter(({ confidence }) => confidence !== null);
  const list = rated.map(({ number, confidence }) => `part ${number} ${confidence}`).join(", ");
  return list === "" ? "\n" : `Confidence that differs by part: ${list}.\n`;
}

/** H22: what each version changed, the newest first; parts that are not named stand as in v1. */
export function showVersions(debate: Debate, fence: Fence, view: ReaderView): string {
  const versions = listPositions(debate).filter(({ changes }) => changes.length > 0);
  if (versions.length === 0) {
    const isSaid = debate.exchanges.length > 0 && makesVersions(debate);
    return isSaid ? "The position is still v1, word for word." : "";
  }
  const fenced = view.fencing(fence);
  const seen = new Set<number>();
  const entries = versions.toReversed().map(({ version, changes }) => {
    const shown = view.anonymize(changes.filter(({ part }) => !seen.has(part)));
    for (const { part } of changes) seen.add(part);
    const lines = shown.map((change) => showPartChange(change, version, fenced));
    return lines.length === 0 ? "" : `From v${version - 1} to v${version}:\n${lines.join("\n")}`;
  });
  const { version } = readCurrentPosition(debate);
  return `The position is now v${version}. Parts that are not named here stand as in v1.\n\n${entries
    .filter((entry) => entry !== "")
    .join("\n\n")}`;
}

function showPartChange(
  { kind, part, after, because }: PartChange,
  version: number,
  fenced: Fence,
): string {
  const cause = because.length === 0 ? "" : `, because of ${because.join(", ")}`;
  const head = {
    changed: "has new words",
    added: "is new",
    dropped: "is dropped",
    open: "is open",
  };
  const line = `Part ${part} ${head[kind]}${cause}`;
  return after === null
    ? `${line}.`
    : `${line}:\n${fenced(`position v${version}, part ${part}`, after)}`;
}

/** The current version in full, for who judges it as a whole. */
export function showCurrentVersion(debate: Debate, fence: Fence, view: ReaderView): string {
  const { version, parts } = view.anonymize(readCurrentPosition(debate));
  return `Position v${version} as a whole:\n${view.fencing(fence)(`position v${version}`, formatNumberedParts(parts))}`;
}

export function formatEvidenceLine(evidence: CheckedEvidence): string {
  const mark = evidence.verified ? "" : ` (${describeEvidenceCheck(evidence)})`;
  return `\n   ${formatEvidenceWords(evidence, ['"', '"'])}${mark}`;
}

/** Keys of all turns whose words may be in a prompt; sealed answers never are. */
export function listRevealedTurns(debate: Debate): string[] {
  return listTurns({ ...debate, blind: null, exposures: null }).flatMap((turn) =>
    turn.kind === "spoken" ? [turn.key] : [],
  );
}

/** K7: the versions of the position and, where names are not hidden, all that was said, by its id. */
export function listQuotableWords(debate: Debate, view: ReaderView): ReadonlyMap<string, string> {
  const versions = listPositions(debate).map(
    (version) =>
      [formatVersionSource(version.version), view.anonymize(formatPositionText(version))] as const,
  );
  const claims = view.hidden
    ? []
    : listTurns({ ...debate, blind: null, exposures: null }).flatMap((turn) =>
        turn.kind === "spoken"
          ? turn.claims.map(
              ({ id, text: words, detail = "" }) => [id, `${words}\n${detail}`] as const,
            )
          : [],
      );
  return new Map([...versions, ...claims]);
}
