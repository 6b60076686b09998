/** The shape of an outcome in a journal, field by field. */
import { CONFIDENCES, type Outcome } from "../outcome/outcome.ts";
import { ABSENCE_REASONS } from "../round.ts";
import {
  anyJson,
  anyText,
  expectList,
  listOfDistinct,
  expectObject,
  expectChoice,
  orNull,
  expectRecord,
  type ShapeCheck,
  shortId,
  anyBoolean,
  integerInRange,
} from "./shape.ts";

const texts = expectList(anyText);
const count = integerInRange(0);
const distribution = expectRecord(texts);

const tally = expectObject({
  votes: expectList(expectObject({ by: shortId, option: anyText })),
  cast: count,
  needed: expectObject({ needed: count, of: integerInRange(1) }),
  distribution,
  carried: orNull(anyText),
  type: expectChoice("UNANIMOUS", "MAJORITY", "NONE"),
});

const dissent = expectObject(
  {
    by: shortId,
    holds: anyText,
    words: anyText,
    grounds: expectList(expectObject({ id: shortId, text: anyText })),
    stage: orNull(anyText),
  },
  { attested: expectChoice("confirmed", "corrected", "unattested"), correction: anyText },
);

const change = expectObject({
  by: shortId,
  round: count,
  from: anyText,
  to: anyText,
  reason: anyText,
  causes: texts,
  standing: expectChoice("explained", "reverted", "unexplained"),
});

const absence = expectObject({
  by: shortId,
  step: anyText,
  reason: expectChoice(...ABSENCE_REASONS),
  detail: anyText,
});

const REQUIRED: {
  readonly [
    Name in Exclude<
      keyof Outcome,
      "judge" | "choices" | "nobodyJudged" | "refuted" | "conditions" | "wording" | "unsettled"
    >
  ]: ShapeCheck;
} = {
  label: anyText,
  ending: expectChoice("decided", "open", "failed"),
  choice: orNull(anyText),
  confidence: expectChoice(...CONFIDENCES),
  summary: anyText,
  present: count,
  expected: count,
  absences: expectList(absence),
  tallies: expectList(tally),
  dissents: expectList(dissent),
  changes: expectList(change),
  baseline: orNull(expectObject({ distribution, choice: orNull(anyText), changed: anyBoolean })),
  notes: texts,
  rounds: count,
  result: (value) => anyJson(value) ?? expectRecord(() => undefined)(value),
};

export const outcomeShape = expectObject(REQUIRED, {
  nobodyJudged: expectChoice(true),
  refuted: expectChoice(true),
  conditions: expectList(expectObject({ by: shortId, text: anyText })),
  wording: anyText,
  unsettled: expectObject({ because: anyText, next: anyText }),
  judge: expectObject({ by: shortId, choice: orNull(anyText), consistent: anyBoolean }),
  choices: listOfDistinct(expectObject({ id: shortId, label: anyText })),
});
