/** The shape of a claim in a journal, field by field. */
import { EVIDENCE_KINDS } from "../evidence/evidence.ts";
import { anyBoolean, anyText, expectList, expectObject, expectChoice, shortId } from "./shape.ts";

export const claim = expectObject(
  {
    id: shortId,
    by: shortId,
    text: anyText,
    about: anyText,
    side: expectChoice("supports", "attacks"),
    evidence: expectList(
      expectObject(
        { source: anyText, quote: anyText, verified: anyBoolean },
        { kind: expectChoice(...EVIDENCE_KINDS) },
      ),
    ),
  },
  { detail: anyText, aside: expectChoice(true) },
);
