/** A review for its panels: the findings as the outcome has them, or as they are so far. */
import type { DebateTimeline } from "../../../timeline/debate-timeline.ts";
import {
  fieldIn,
  inStep,
  numberIn,
  oneOfIn,
  type Row,
  readRow,
  rowsIn,
  textIn,
  textsIn,
  truthIn,
} from "../../../timeline/reading.ts";
import { cutTimelineAt } from "../../../timeline/snapshot/cut-timeline.ts";
import { FINDING_FATES, type FindingFate, SEVERITIES, type Severity } from "../reply-values.ts";

export interface FindingCard {
  readonly id: string;
  readonly severity: Severity;
  /** Null while the review goes on. */
  readonly fate: FindingFate | null;
  readonly path: string;
  readonly side: "new" | "old";
  readonly first: number;
  readonly last: number;
  readonly movedFrom: number | null;
  readonly isBeside: boolean;
  readonly quote: string;
  readonly claim: string;
  readonly scenario: string;
  readonly suggestion: string | null;
  readonly foundBy: readonly string[];
  readonly also: readonly {
    readonly by: string;
    readonly claim: string;
    readonly scenario: string;
  }[];
  readonly verdicts: readonly FindingVerdictCard[];
  readonly silent: readonly string[];
  readonly answer: { readonly by: string; readonly word: string; readonly reason: string } | null;
  readonly defences: readonly {
    readonly by: string;
    readonly word: string;
    readonly reason: string;
  }[];
}

export interface FindingVerdictCard {
  readonly by: string;
  readonly given: string;
  readonly counted: string;
  readonly fault: string | null;
  readonly reason: string;
}

export interface ReviewStory {
  readonly what: string | null;
  readonly findings: readonly FindingCard[];
  readonly dropped: readonly {
    readonly by: string;
    readonly file: string;
    readonly claim: string;
    readonly why: string;
  }[];
  readonly notShown: readonly string[];
  readonly isOver: boolean;
}

export function reviewAt(whole: DebateTimeline, at: number): ReviewStory {
  const timeline = cutTimelineAt(whole, at);
  const result = timeline.end?.outcome.result ?? null;
  if (result === null) {
    return {
      what: null,
      findings: listOpenCards(timeline),
      dropped: [],
      notShown: [],
      isOver: false,
    };
  }
  return {
    what: textIn(result, "what"),
    findings: rowsIn(result, "findings").map(({ row }) => readCard(row)),
    dropped: rowsIn(result, "dropped").map(({ row }) => ({
      by: textIn(row, "by") ?? "",
      file: textIn(row, "file") ?? "",
      claim: textIn(row, "claim") ?? "",
      why: textIn(row, "why") ?? "",
    })),
    notShown: textsIn(result, "not_shown"),
    isOver: true,
  };
}

function readCard(row: Row): FindingCard {
  const answer = fieldIn(row, "answer");
  return {
    ...readFiled(row),
    id: textIn(row, "id") ?? "",
    fate: oneOfIn(row, "fate", FINDING_FATES) ?? null,
    path: textIn(row, "path") ?? "",
    movedFrom: numberIn(row, "moved_from") ?? null,
    isBeside: truthIn(row, "beside_the_change") ?? false,
    foundBy: textsIn(row, "found_by"),
    also: rowsIn(row, "also").map(({ row: other }) => ({
      by: textIn(other, "by") ?? "",
      claim: textIn(other, "claim") ?? "",
      scenario: textIn(other, "scenario") ?? "",
    })),
    verdicts: rowsIn(row, "verdicts").map(({ row: verdict }) => ({
      by: textIn(verdict, "by") ?? "",
      given: textIn(verdict, "given") ?? "",
      counted: textIn(verdict, "counted") ?? "",
      fault: textIn(verdict, "fault"),
      reason: textIn(verdict, "reason") ?? "",
    })),
    silent: textsIn(row, "silent"),
    answer: answer === null ? null : readWord(readRow(answer), "given"),
    defences: rowsIn(row, "defences").map(({ row: one }) => readWord(one, "choice")),
  };
}

function readWord(row: Row, field: string) {
  return {
    by: textIn(row, "by") ?? "",
    word: textIn(row, field) ?? "",
    reason: textIn(row, "reason") ?? "",
  };
}

function readFiled(row: Row) {
  const first = numberIn(row, "first_line") ?? 1;
  return {
    severity: oneOfIn(row, "severity", SEVERITIES) ?? ("minor" as const),
    side: oneOfIn(row, "side", ["new", "old"]) ?? ("new" as const),
    first,
    last: Math.max(first, numberIn(row, "last_line") ?? first),
    quote: textIn(row, "quote") ?? "",
    claim: textIn(row, "claim") ?? "",
    scenario: textIn(row, "scenario") ?? "",
    suggestion: textIn(row, "suggestion"),
  };
}

/** What reviewers wrote so far, one by one: what belongs together is worked out at the end. */
function listOpenCards(timeline: DebateTimeline): FindingCard[] {
  const steps = timeline.steps.filter(({ step }) => /^findings(?:-\d+)?$/.test(step));
  return steps.flatMap(({ step }) =>
    inStep(timeline, step).flatMap((turn) =>
      rowsIn(turn.reply, "findings").map(({ row, place }) => ({
        ...readFiled(row),
        id: turn.claims[place]?.id ?? "",
        fate: null,
        path: textIn(row, "file") ?? "",
        movedFrom: null,
        isBeside: false,
        foundBy: [turn.seat],
        also: [],
        verdicts: [],
        silent: [],
        answer: null,
        defences: [],
      })),
    ),
  );
}
