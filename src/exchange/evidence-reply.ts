/** K7: evidence as a reply gives it, the same in every protocol that asks for its kind. */
import * as z from "zod";

import { EVIDENCE_KINDS } from "../domain/evidence/evidence.ts";

export const EvidenceReply = z.object({
  kind: z.enum(EVIDENCE_KINDS),
  source: z.string().trim().describe("id of the source; empty for several or none"),
  quote: z
    .string()
    .trim()
    .min(1)
    .describe("the exact words, the calculation, the words not found, or the fact"),
});
