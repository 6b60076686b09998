/**
 * Shows progress in a terminal: finished lines scroll by, and the turns in flight are repainted below them.
 *
 * RD1. Only changed lines are rewritten, inside one synchronised update, so nothing flickers.
 * RD2. A line that has scrolled by is final and never touched again.
 */
import type { Clock } from "../../clock.ts";
import type { Event } from "../../domain/journal/event.ts";
import type { LiveEvent } from "../../engine.ts";
import {
  clipColouredLine,
  truncateToColumns,
  type TerminalOutput,
  padToColumns,
  sanitizeForTerminal,
  type TerminalStyle,
  measureColumns,
} from "../terminal/terminal-style.ts";
import { wrapTerminalLines } from "../terminal/wrap-lines.ts";
import type { EventNarrator } from "./narrator.ts";

export interface RunDisplay {
  event(event: Event): void;
  live(event: LiveEvent): void;
  note(line: string): void;
  stop(): void;
}

export interface LiveDisplayOptions {
  readonly output: TerminalOutput;
  readonly style: TerminalStyle;
  readonly narrator: EventNarrator;
  readonly clock: Clock;
  /** The lines under the turns in flight, such as the running tally. */
  readonly footer: () => readonly string[];
  readonly findName: (seat: string) => string;
}

interface LiveTurn {
  readonly by: string;
  characters: number;
  tail: string;
}

// fast enough to look alive, slow enough to cost nothing
const FRAME_MS = 80;
// more than the widest terminal shows
const MAX_TAIL_CHARACTERS = 600;
const BEGIN_SYNC = "\u001b[?2026h";
const END_SYNC = "\u001b[?2026l";

export function createLiveDisplay(setting: LiveDisplayOptions): RunDisplay {
  const { output, narrator, clock } = setting;
  const turns = new Map<string, LiveTurn>();
  let painted: readonly string[] = [];
  let frame = 0;
  let cancel: (() => void) | undefined;

  function paint(above: readonly string[] = []): void {
    const lines = clipBlockToScreen(
      output,
      formatTurnBlock(setting, { turns: [...turns.values()], frame }),
    );
    const told = wrapTerminalLines(above, output.columns ?? 80);
    const text = renderRepaint({ before: painted, above: told, lines });
    painted = lines;
    if (text !== "") output.write(BEGIN_SYNC + text + END_SYNC);
  }

  function schedule(): void {
    cancel ??= clock.after(FRAME_MS, () => {
      cancel = undefined;
      frame += 1;
      paint();
      if (turns.size > 0) schedule();
    });
  }

  return {
    event(event) {
      const { fact } = event;
      if (fact.type === "reply-recorded" || fact.type === "participant-absent")
        turns.delete(fact.key);
      const lines = narrator.tell(event);
      if (lines.length > 0) paint(lines);
    },
    live(event) {
      if (event.type === "turn-started")
        turns.set(event.key, { by: event.by, characters: 0, tail: "" });
      const turn = turns.get(event.key);
      if (turn && event.type === "text-heard") {
        turn.characters += event.text.length;
        turn.tail = (turn.tail + event.text).slice(-MAX_TAIL_CHARACTERS);
      }
      if (event.type === "try-failed") {
        if (turn) Object.assign(turn, { characters: 0, tail: "" });
        paint([formatRetryLine(event, setting.findName(event.by))]);
      }
      schedule();
    },
    note(line) {
      paint([line]);
    },
    stop() {
      cancel?.();
      turns.clear();
      const text = renderRepaint({ before: painted, above: [], lines: [] });
      if (text !== "") output.write(text);
      painted = [];
    },
  };
}

function formatTurnBlock(
  { style, footer, findName }: LiveDisplayOptions,
  { turns, frame }: { turns: readonly LiveTurn[]; frame: number },
): string[] {
  if (turns.length === 0) return [];
  const spinner = style.sign.spinner[frame % style.sign.spinner.length] ?? "";
  const width = Math.max(...turns.map(({ by }) => measureColumns(findName(by)))) + 1;
  const lines = turns.map(({ by, characters, tail }) => {
    const count = characters === 0 ? "thinking" : `${characters} characters`;
    const room = style.columns - width - 24;
    const words = truncateToColumns(
      sanitizeForTerminal(tail).slice(-Math.max(1, room)),
      room,
      style.sign.ellipsis,
    );
    return `${style.red(spinner)} ${padToColumns(findName(by), width)} ${style.dim(padToColumns(count, 16))} ${style.dim(words)}`;
  });
  const rule = style.dim(style.sign.rule.repeat(Math.min(style.columns, 74)));
  return [...lines, rule, ...wrapTerminalLines(footer(), style.columns)];
}

/** A line that wraps, or a block that scrolls, could not be counted back and would stay for ever. */
function clipBlockToScreen(
  { columns = 80, rows = 24 }: TerminalOutput,
  lines: readonly string[],
): string[] {
  return lines.slice(1 - rows).map((line) => clipColouredLine(line, columns));
}

/** Escape sequences that turn the painted block into new lines above and a new block below. */
function renderRepaint({
  before,
  above,
  lines,
}: {
  before: readonly string[];
  above: readonly string[];
  lines: readonly string[];
}): string {
  const same = above.length === 0 && before.length === lines.length;
  if (same && before.every((line, index) => line === lines[index])) return "";
  const up = before.length === 0 ? "" : `\u001b[${before.length}A`;
  if (same) {
    const rows = lines.map((line, index) =>
      line === before[index] ? "\n" : `\r${line}\u001b[K\n`,
    );
    return up + rows.join("");
  }
  const clear = before.length === 0 ? "" : `${up}\r\u001b[J`;
  return clear + [...above, ...lines].map((line) => `${line}\n`).join("");
}

/** One plain line per event; for pipes, logs and CI. */
export function createPlainDisplay(output: TerminalOutput, narrator: EventNarrator): RunDisplay {
  return {
    event(event) {
      for (const line of narrator.tell(event)) output.write(`${line}\n`);
    },
    live(event) {
      if (event.type === "try-failed") output.write(`${formatRetryLine(event, event.by)}\n`);
    },
    note(line) {
      output.write(`${line}\n`);
    },
    stop() {},
  };
}

/** K14: a try that failed is seen, not only counted. */
function formatRetryLine(
  { reason, tries, delayMs }: Extract<LiveEvent, { type: "try-failed" }>,
  name: string,
): string {
  const when = delayMs < 1_000 ? "now" : `in ${Math.round(delayMs / 1_000)} s`;
  return `${name}: try ${tries} failed (${sanitizeForTerminal(reason)}), asked again ${when}`;
}

export const SILENT_DISPLAY: RunDisplay = { event() {}, live() {}, note() {}, stop() {} };
