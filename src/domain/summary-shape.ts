/** Summaries that lie beside journals, read as strictly as what comes from elsewhere. */
import {
  anyText,
  listOf,
  numberInRange,
  objectOf,
  oneOf,
  orNull,
  type ShapeCheck,
  shortId,
  anyBoolean,
  integerInRange,
} from "./shape.ts";
import type { DebateSummary } from "./summary.ts";

const timeMs = numberInRange(0, 8_640_000_000_000_000);

const FIELDS: {
  readonly [Name in Exclude<keyof DebateSummary, "judged" | "nobodyJudged">]: ShapeCheck;
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
  degraded: anyBoolean,
  decided: orNull(anyText),
  decidedMs: orNull(timeMs),
  gist: anyText,
  openedMs: timeMs,
  updatedMs: timeMs,
  calls: integerInRange(0),
  costUsd: numberInRange(0, Number.MAX_VALUE),
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
