/** The decision record of a roundtable: the lead's drafts, and each specialist's review for their own domain. */
import type { AbsenceReason } from "../../../domain/round.ts";
import type { DebateTimeline } from "../../../timeline/debate-timeline.ts";
import {
  fieldIn,
  inStep,
  oneOfIn,
  parseRoundNumber,
  rowsIn,
  textIn,
  textsIn,
} from "../../../timeline/reading.ts";

export interface DraftCard {
  readonly at: number;
  readonly version: number;
  readonly title: string | null;
  readonly context: string | null;
  readonly decision: string | null;
  readonly guidance: readonly { readonly seat: string; readonly task: string }[];
  readonly positive: readonly string[];
  readonly negative: readonly string[];
  readonly neutral: readonly string[];
}

export interface RecordReview {
  readonly seat: string;
  readonly version: number;
  readonly at: number | null;
  readonly accurate: boolean | null;
  readonly correction: string | null;
  readonly absent: AbsenceReason | null;
}

export function draftsIn(debateTimeline: DebateTimeline): DraftCard[] {
  return debateTimeline.turns
    .filter(
      ({ step, reply }) =>
        reply !== null && (step === "adr-draft" || parseRoundNumber(step, "adr-revision") !== null),
    )
    .map(({ at, reply }, index) => {
      const consequences = fieldIn(reply, "consequences");
      return {
        at,
        version: index + 1,
        title: textIn(reply, "title"),
        context: textIn(reply, "context"),
        decision: textIn(reply, "decision"),
        guidance: rowsIn(reply, "implementation_guidance").flatMap(({ row }) => {
          const [seat, task] = [textIn(row, "specialist"), textIn(row, "task")];
          return seat === null || task === null ? [] : [{ seat, task }];
        }),
        positive: textsIn(consequences, "positive"),
        negative: textsIn(consequences, "negative"),
        neutral: textsIn(consequences, "neutral"),
      };
    });
}

export function reviewsIn(debateTimeline: DebateTimeline): RecordReview[] {
  return debateTimeline.steps.flatMap(({ step, asked }) => {
    const version = parseRoundNumber(step, "adr-review");
    if (version === null) return [];
    return asked.map(({ seat }): RecordReview => {
      const turn = inStep(debateTimeline, step).find((one) => one.seat === seat);
      const word = oneOfIn(turn?.reply, "accurate", ["yes", "no", "incomplete"]);
      return {
        seat,
        version,
        at: turn?.at ?? null,
        accurate: word === null ? null : word === "yes",
        correction: textIn(turn?.reply, "correction"),
        absent: turn?.absent?.reason ?? null,
      };
    });
  });
}
