/** Turns events into lines as they happen: with symbols and colour for a terminal, one plain line each for a pipe. */
import { type DebateOpened, type Event, readOpening } from "../../domain/journal/event.ts";
import { readStepName } from "../../domain/journal/steps.ts";
import { describePause } from "../../domain/journal/transcript.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import { findParticipantName } from "../../domain/participant.ts";
import { describeAbsenceReason } from "../../domain/round.ts";
import { formatDollars } from "../../reports/summary-text.ts";
import {
  type TerminalStyle,
  measureColumns,
  padToColumns,
  sanitizeForTerminal,
  stripColours,
  truncateToColumns,
} from "../terminal/terminal-style.ts";

export interface EventNarrator {
  /** Lines for one event; none for events that are not shown. */
  tell(event: Event): string[];
}

export interface NarratorOptions {
  readonly style: TerminalStyle;
  readonly formatTitle: (step: string) => string;
}

/** What both narrators keep in mind between events. */
interface NarratorMemory {
  opened: DebateOpened | undefined;
  readonly held: Map<string, string>;
  readonly told: Set<string>;
}

function createNarratorMemory(): NarratorMemory {
  return { opened: undefined, held: new Map(), told: new Set() };
}

export function createTerminalNarrator({ style, formatTitle }: NarratorOptions): EventNarrator {
  const kept = createNarratorMemory();
  return {
    tell(event) {
      const { fact } = event;
      switch (fact.type) {
        case "debate-opened":
          kept.opened = readOpening([event]);
          return [];
        case "asks-committed": {
          const step = readStepName(fact.step);
          if (kept.told.has(step)) return [];
          kept.told.add(step);
          return ["", style.bold(sanitizeForTerminal(formatTitle(step)))];
        }
        case "reply-rejected":
          return [
            formatTurnLine(kept, {
              by: fact.by,
              sign: style.red(style.sign.again),
              rest: style.dim(`asked again: ${sanitizeForTerminal(fact.problems[0] ?? "")}`),
            }),
          ];
        case "participant-absent": {
          const rest =
            style.red(describeAbsenceReason(fact.reason)) +
            style.dim(`  ${sanitizeForTerminal(fact.detail)}`);
          return [formatTurnLine(kept, { by: fact.by, sign: style.red(style.sign.failed), rest })];
        }
        case "reply-recorded":
          return formatReplyLines(kept, style, fact);
        case "debate-paused":
          return ["", style.red(`Paused${describePause(sanitizeForTerminal(fact.detail))}`)];
        case "debate-resumed":
          return fact.askedAgain.length === 0
            ? [style.dim("Resumed")]
            : [
                style.dim(
                  `Resumed, asking again what was in flight: ${sanitizeForTerminal(fact.askedAgain.join(", "))}`,
                ),
              ];
        case "escalation-raised":
          return ["", style.bold(`Waiting for a person: ${sanitizeForTerminal(fact.question)}`)];
        default:
          return [];
      }
    },
  };
}

type RecordedReply = Extract<Event["fact"], { type: "reply-recorded" }>;

/** An answer on one line, cut to its width; on a narrow terminal the words go below. */
function formatReplyLines(
  kept: NarratorMemory,
  style: TerminalStyle,
  { by, said, claims, unmet }: RecordedReply,
): string[] {
  const done = { by, sign: style.green(style.sign.done) };
  if (!said) return [formatTurnLine(kept, { ...done, rest: "" })];
  const before = kept.held.get(by);
  const position = sanitizeForTerminal(said.position ?? "");
  if (position !== "") kept.held.set(by, position);
  const moved = before !== undefined && position !== "" && before !== position;
  const letters = moved
    ? style.red(
        padToColumns(`${before}${style.sign.arrow}${position}`, computePositionColumns(kept)),
      )
    : style.option(
        findOptionIndex(kept, position),
        padToColumns(position, computePositionColumns(kept)),
      );
  const sure = padToColumns(said.confidence === null ? "" : `${said.confidence}%`, 5);
  const claim = style.dim(padToColumns(sanitizeForTerminal(claims[0]?.id ?? ""), 4));
  const mark = unmet.length > 0 ? style.red(" (duty unmet)") : "";
  const head = formatUntrimmedTurn(kept, { ...done, rest: `${letters} ${sure} ${claim} ` });
  const taken = measureColumns(stripColours(head)) + measureColumns(stripColours(mark));
  const worded = (columns: number): string => {
    const words = truncateToColumns(sanitizeForTerminal(said.words), columns, style.sign.ellipsis);
    return (moved ? style.red(words) : words) + mark;
  };
  if (style.columns - taken >= FEWEST_COLUMNS) return [head + worded(style.columns - taken)];
  const below = worded(style.columns - REPLY_INDENT.length - measureColumns(stripColours(mark)));
  return [head.trimEnd(), ...(below === "" ? [] : [REPLY_INDENT + below])];
}

// fewer say too little of a sentence
const FEWEST_COLUMNS = 24;
const REPLY_INDENT = "    ";

function formatTurnLine(
  kept: NarratorMemory,
  { by, sign, rest }: { by: string; sign: string; rest: string },
): string {
  return formatUntrimmedTurn(kept, { by, sign, rest }).trimEnd();
}

function formatUntrimmedTurn(
  kept: NarratorMemory,
  { by, sign, rest }: { by: string; sign: string; rest: string },
): string {
  return `${sign} ${padToColumns(formatParticipantName(kept, by), computeNameColumns(kept))} ${rest}`;
}

function formatParticipantName({ opened }: NarratorMemory, by: string): string {
  return sanitizeForTerminal(findParticipantName(opened?.participants ?? [], by));
}

function computeNameColumns({ opened }: NarratorMemory): number {
  return (
    Math.max(
      6,
      ...(opened?.participants.map(({ name }) => measureColumns(sanitizeForTerminal(name))) ?? []),
    ) + 1
  );
}

/** Letters of options are short; without options, positions are words. */
function computePositionColumns({ opened }: NarratorMemory): number {
  const ids = opened?.brief.options.map(({ id }) => id.length) ?? [];
  return ids.length === 0 ? 14 : Math.max(2, ...ids) * 2 + 1;
}

function findOptionIndex({ opened }: NarratorMemory, option: string): number {
  return Math.max(0, opened?.brief.options.findIndex(({ id }) => id === option) ?? 0);
}

/** One line per event, no escapes: for logs and pipes. */
export function createPlainNarrator({ style }: Pick<NarratorOptions, "style">): EventNarrator {
  const kept = createNarratorMemory();
  let round = 0;
  return {
    tell(event) {
      const { fact } = event;
      switch (fact.type) {
        case "debate-opened":
          kept.opened = readOpening([event]);
          return [
            `debate ${sanitizeForTerminal(fact.debate)}`,
            ...fact.notices.map((notice) => `notice ${sanitizeForTerminal(notice)}`),
          ];
        case "asks-committed": {
          const step = readStepName(fact.step);
          if (!kept.told.has(step)) round += 1;
          kept.told.add(step);
          return [];
        }
        case "reply-rejected":
          return [
            `r${round} ${padToColumns(sanitizeForTerminal(fact.by), 12)} asked again: ${sanitizeForTerminal(fact.problems[0] ?? "")}`,
          ];
        case "participant-absent":
          return [
            `r${round} ${padToColumns(sanitizeForTerminal(fact.by), 12)} ${describeAbsenceReason(fact.reason)}: ${sanitizeForTerminal(fact.detail)}`,
          ];
        case "reply-recorded": {
          const { said, by, claims, usage } = fact;
          const before = kept.held.get(by);
          const position = sanitizeForTerminal(said?.position ?? "");
          if (position !== "") kept.held.set(by, position);
          const moved = before !== undefined && position !== "" && before !== position;
          const letters = moved ? `${before}->${position}` : position;
          const sure = said?.confidence === null ? "" : `${said?.confidence ?? ""}%`;
          const price = usage.price === "unknown" ? "$?" : formatDollars(usage.costUsd);
          const words = truncateToColumns(
            sanitizeForTerminal(said?.words ?? ""),
            200,
            style.sign.ellipsis,
          );
          return [
            `r${round} ${padToColumns(sanitizeForTerminal(by), 12)} ${letters} ${sure} ${price} ${sanitizeForTerminal(claims[0]?.id ?? "")} ${words}`.trimEnd(),
          ];
        }
        case "debate-paused":
          return [`paused${describePause(sanitizeForTerminal(fact.detail))}`];
        case "debate-resumed":
          return [`resumed asking-again=${fact.askedAgain.length}`];
        case "escalation-raised":
          return [`waiting ${sanitizeForTerminal(fact.question)}`];
        case "debate-settled":
          return [formatSettledLine(fact.outcome, kept.opened?.debate ?? "")];
        default:
          return [];
      }
    },
  };
}

function formatSettledLine(
  { label, choice, dissents, tallies, present, expected, nobodyJudged }: Outcome,
  debate: string,
): string {
  const last = tallies.at(-1);
  const votes =
    last && choice !== null ? `${last.distribution[choice]?.length ?? 0}/${last.cast}` : "-";
  const against = dissents.map(({ by }) => by).join(",");
  const words = `outcome ${label.toLowerCase()} ${choice ?? "-"} votes=${votes} present=${present}/${expected} dissent=${against || "-"}${nobodyJudged ? " judged=nobody" : ""} debate=${debate}`;
  return sanitizeForTerminal(words);
}
