/** Turns events into lines as they happen: with signs and colour for a terminal, one plain line each for a pipe. */
import { type DebateOpened, type Event, opening } from "../../domain/event.ts";
import type { Outcome } from "../../domain/outcome.ts";
import { pauseWords } from "../../domain/pause-words.ts";
import { spell } from "../../domain/round.ts";
import { stepOf } from "../../domain/transcript.ts";
import { money } from "../../reports/words.ts";
import {
  fitted,
  padded,
  plain,
  type Style,
  widthOf,
  withoutColours,
} from "../terminal/terminal.ts";

export interface Narrator {
  /** Lines for one event; none for events that are not told. */
  tell(event: Event): string[];
}

export interface NarratorSetting {
  readonly style: Style;
  readonly titleOf: (step: string) => string;
}

/** What both narrators keep in mind between events. */
interface Memory {
  opened: DebateOpened | undefined;
  readonly held: Map<string, string>;
  readonly told: Set<string>;
}

function memory(): Memory {
  return { opened: undefined, held: new Map(), told: new Set() };
}

export function terminalNarrator({ style, titleOf }: NarratorSetting): Narrator {
  const kept = memory();
  return {
    tell(event) {
      const { fact } = event;
      switch (fact.type) {
        case "debate-opened":
          kept.opened = opening([event]);
          return [];
        case "asks-committed": {
          const step = stepOf(fact.step);
          if (kept.told.has(step)) return [];
          kept.told.add(step);
          return ["", style.bold(plain(titleOf(step)))];
        }
        case "reply-rejected":
          return [
            turnLine(kept, {
              by: fact.by,
              sign: style.red(style.sign.again),
              rest: style.dim(`asked again: ${plain(fact.problems[0] ?? "")}`),
            }),
          ];
        case "participant-absent": {
          const rest = style.red(spell(fact.reason)) + style.dim(`  ${plain(fact.detail)}`);
          return [turnLine(kept, { by: fact.by, sign: style.red(style.sign.failed), rest })];
        }
        case "reply-recorded":
          return replyLines(kept, style, fact);
        case "debate-paused":
          return ["", style.red(`Paused${pauseWords(plain(fact.detail))}`)];
        case "debate-resumed":
          return fact.askedAgain.length === 0
            ? [style.dim("Resumed")]
            : [
                style.dim(
                  `Resumed, asking again what was in flight: ${plain(fact.askedAgain.join(", "))}`,
                ),
              ];
        case "escalation-raised":
          return ["", style.bold(`Waiting for a person: ${plain(fact.question)}`)];
        default:
          return [];
      }
    },
  };
}

type Replied = Extract<Event["fact"], { type: "reply-recorded" }>;

/** What was said on one line, cut to its width; on a narrow terminal the words stand below. */
function replyLines(kept: Memory, style: Style, { by, said, claims, unmet }: Replied): string[] {
  const done = { by, sign: style.green(style.sign.done) };
  if (!said) return [turnLine(kept, { ...done, rest: "" })];
  const before = kept.held.get(by);
  const position = plain(said.position ?? "");
  if (position !== "") kept.held.set(by, position);
  const moved = before !== undefined && position !== "" && before !== position;
  const letters = moved
    ? style.red(padded(`${before}${style.sign.arrow}${position}`, positionColumns(kept)))
    : style.option(indexOf(kept, position), padded(position, positionColumns(kept)));
  const sure = padded(said.confidence === null ? "" : `${said.confidence}%`, 5);
  const claim = style.dim(padded(plain(claims[0]?.id ?? ""), 4));
  const mark = unmet.length > 0 ? style.red(" (duty unmet)") : "";
  const head = untrimmedTurn(kept, { ...done, rest: `${letters} ${sure} ${claim} ` });
  const taken = widthOf(withoutColours(head)) + widthOf(withoutColours(mark));
  const worded = (columns: number): string => {
    const words = fitted(plain(said.words), columns, style.sign.ellipsis);
    return (moved ? style.red(words) : words) + mark;
  };
  if (style.columns - taken >= FEWEST_COLUMNS) return [head + worded(style.columns - taken)];
  const below = worded(style.columns - BELOW.length - widthOf(withoutColours(mark)));
  return [head.trimEnd(), ...(below === "" ? [] : [BELOW + below])];
}

// fewer say too little of a sentence
const FEWEST_COLUMNS = 24;
const BELOW = "    ";

function turnLine(
  kept: Memory,
  { by, sign, rest }: { by: string; sign: string; rest: string },
): string {
  return untrimmedTurn(kept, { by, sign, rest }).trimEnd();
}

function untrimmedTurn(
  kept: Memory,
  { by, sign, rest }: { by: string; sign: string; rest: string },
): string {
  return `${sign} ${padded(nameOf(kept, by), nameColumns(kept))} ${rest}`;
}

function nameOf({ opened }: Memory, by: string): string {
  return plain(opened?.participants.find(({ id }) => id === by)?.name ?? by);
}

function nameColumns({ opened }: Memory): number {
  return Math.max(6, ...(opened?.participants.map(({ name }) => widthOf(plain(name))) ?? [])) + 1;
}

/** Letters of options are short; where there are none, positions are words. */
function positionColumns({ opened }: Memory): number {
  const ids = opened?.brief.options.map(({ id }) => id.length) ?? [];
  return ids.length === 0 ? 14 : Math.max(2, ...ids) * 2 + 1;
}

function indexOf({ opened }: Memory, option: string): number {
  return Math.max(0, opened?.brief.options.findIndex(({ id }) => id === option) ?? 0);
}

/** One line per event, no escapes: for logs and pipes. */
export function plainNarrator({ style }: Pick<NarratorSetting, "style">): Narrator {
  const kept = memory();
  let round = 0;
  return {
    tell(event) {
      const { fact } = event;
      switch (fact.type) {
        case "debate-opened":
          kept.opened = opening([event]);
          return [
            `debate ${plain(fact.debate)}`,
            ...fact.notices.map((notice) => `notice ${plain(notice)}`),
          ];
        case "asks-committed": {
          const step = stepOf(fact.step);
          if (!kept.told.has(step)) round += 1;
          kept.told.add(step);
          return [];
        }
        case "reply-rejected":
          return [
            `r${round} ${padded(plain(fact.by), 12)} asked again: ${plain(fact.problems[0] ?? "")}`,
          ];
        case "participant-absent":
          return [
            `r${round} ${padded(plain(fact.by), 12)} ${spell(fact.reason)}: ${plain(fact.detail)}`,
          ];
        case "reply-recorded": {
          const { said, by, claims, usage } = fact;
          const before = kept.held.get(by);
          const position = plain(said?.position ?? "");
          if (position !== "") kept.held.set(by, position);
          const moved = before !== undefined && position !== "" && before !== position;
          const letters = moved ? `${before}->${position}` : position;
          const sure = said?.confidence === null ? "" : `${said?.confidence ?? ""}%`;
          const price = usage.price === "unknown" ? "$?" : money(usage.costUsd);
          const words = fitted(plain(said?.words ?? ""), 200, style.sign.ellipsis);
          return [
            `r${round} ${padded(plain(by), 12)} ${letters} ${sure} ${price} ${plain(claims[0]?.id ?? "")} ${words}`.trimEnd(),
          ];
        }
        case "debate-paused":
          return [`paused${pauseWords(plain(fact.detail))}`];
        case "debate-resumed":
          return [`resumed asking-again=${fact.askedAgain.length}`];
        case "escalation-raised":
          return [`waiting ${plain(fact.question)}`];
        case "debate-settled":
          return [settledLine(fact.outcome, kept.opened?.debate ?? "")];
        default:
          return [];
      }
    },
  };
}

function settledLine(
  { label, choice, dissents, tallies, present, expected, nobodyJudged }: Outcome,
  debate: string,
): string {
  const last = tallies.at(-1);
  const votes =
    last && choice !== null ? `${last.distribution[choice]?.length ?? 0}/${last.cast}` : "-";
  const against = dissents.map(({ by }) => by).join(",");
  const words = `outcome ${label.toLowerCase()} ${choice ?? "-"} votes=${votes} present=${present}/${expected} dissent=${against || "-"}${nobodyJudged ? " judged=nobody" : ""} debate=${debate}`;
  return plain(words);
}
