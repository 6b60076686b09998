/** The shape of a claim in a journal, field by field. */
import { EVIDENCE_KINDS } from "../evidence.ts";
import { anyBoolean, anyText, listOf, objectOf, oneOf, shortId } from "./shape.ts";

export const claim = objectOf(
  {
    id: shortId,
    by: shortId,
    text: anyText,
    about: anyText,
    side: oneOf("supports", "attacks"),
    evidence: listOf(
      objectOf(
        { source: anyText, quote: anyText, verified: anyBoolean },
        { kind: oneOf(...EVIDENCE_KINDS) },
      ),
    ),
  },
  { detail: anyText, aside: oneOf(true) },
);
