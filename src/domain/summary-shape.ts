/** Summaries that lie beside journals, read as strictly as what comes from elsewhere. */
import {
  anyText,
  listOf,
  numberFrom,
  objectOf,
  oneOf,
  orNull,
  type Shape,
  shortId,
  trueOrFalse,
  wholeFrom,
} from "./shape.ts";
import type { DebateSummary } from "./summary.ts";

const timeMs = numberFrom(0, 8_640_000_000_000_000);

const FIELDS: {
  readonly [Name in Exclude<keyof DebateSummary, "judged" | "nobodyJudged">]: Shape;
} = {
  id: shortId,
  brief: shortId,
  question: anyText,
  options: listOf(objectOf({ id: shortId, label: anyText })),
  protocol: shortId,
  status: oneOf("running", "paused", "waiting", "settled"),
  label: orNull(anyText),
  ending: orNull(oneOf("decided", "open", "failed")),
  choice: orNull(anyText),
  degraded: trueOrFalse,
  decided: orNull(anyText),
  decidedMs: orNull(timeMs),
  gist: anyText,
  openedMs: timeMs,
  updatedMs: timeMs,
  calls: wholeFrom(0),
  costUsd: numberFrom(0, Number.MAX_VALUE),
};

const summaryShape = objectOf(FIELDS, {
  judged: oneOf("right", "wrong", "partial"),
  nobodyJudged: oneOf(true),
});

/** Undefined where the text is not the summary of a debate. */
export function parseSummary(text: string): DebateSummary | undefined {
  try {
    const summary: unknown = JSON.parse(text);
    return summaryShape(summary) === undefined ? (summary as DebateSummary) : undefined;
  } catch {
    return undefined;
  }
}
