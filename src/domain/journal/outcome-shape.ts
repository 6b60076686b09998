/** The shape of an outcome in a journal, field by field. */
import { CONFIDENCES, type Outcome } from "../outcome.ts";
import { ABSENCE_REASONS } from "../round.ts";
import {
  anyJson,
  anyText,
  listOf,
  listOfDistinct,
  objectOf,
  oneOf,
  orNull,
  recordOf,
  type ShapeCheck,
  shortId,
  anyBoolean,
  integerInRange,
} from "./shape.ts";

const texts = listOf(anyText);
const count = integerInRange(0);
const distribution = recordOf(texts);

const tally = objectOf({
  votes: listOf(objectOf({ by: shortId, option: anyText })),
  cast: count,
  needed: objectOf({ needed: count, of: integerInRange(1) }),
  distribution,
  carried: orNull(anyText),
  type: oneOf("UNANIMOUS", "MAJORITY", "NONE"),
});

const dissent = objectOf(
  {
    by: shortId,
    holds: anyText,
    words: anyText,
    grounds: listOf(objectOf({ id: shortId, text: anyText })),
    stage: orNull(anyText),
  },
  { attested: oneOf("confirmed", "corrected", "unattested"), correction: anyText },
);

const change = objectOf({
  by: shortId,
  round: count,
  from: anyText,
  to: anyText,
  reason: anyText,
  causes: texts,
  standing: oneOf("explained", "reverted", "unexplained"),
});

const absence = objectOf({
  by: shortId,
  step: anyText,
  reason: oneOf(...ABSENCE_REASONS),
  detail: anyText,
});

const REQUIRED: {
  readonly [
    Name in Exclude<keyof Outcome, "judge" | "choices" | "nobodyJudged" | "refuted" | "conditions">
  ]: ShapeCheck;
} = {
  label: anyText,
  ending: oneOf("decided", "open", "failed"),
  choice: orNull(anyText),
  confidence: oneOf(...CONFIDENCES),
  summary: anyText,
  present: count,
  expected: count,
  absences: listOf(absence),
  tallies: listOf(tally),
  dissents: listOf(dissent),
  changes: listOf(change),
  baseline: orNull(objectOf({ distribution, choice: orNull(anyText), changed: anyBoolean })),
  notes: texts,
  rounds: count,
  result: (value) => anyJson(value) ?? recordOf(() => undefined)(value),
};

export const outcomeShape = objectOf(REQUIRED, {
  nobodyJudged: oneOf(true),
  refuted: oneOf(true),
  conditions: listOf(objectOf({ by: shortId, text: anyText })),
  judge: objectOf({ by: shortId, choice: orNull(anyText), consistent: anyBoolean }),
  choices: listOfDistinct(objectOf({ id: shortId, label: anyText })),
});
