/** What the server's description promises of a merged document; the page reads more of it. */
import * as z from "zod";

const words = z.string();
const count = z.number().int().nonnegative();

export const MergedViewAnswer = z
  .looseObject({
    stage: words,
    traced: z.boolean(),
    name: words.nullable(),
    format: z.enum(["markdown", "text"]),
    variants: z.array(z.looseObject({ variant: count, label: words, name: words })),
    pieces: z.array(z.looseObject({ text: words, kind: words })),
    changes: z.array(z.looseObject({ number: count, title: words, status: words })),
    valid: z.boolean().nullable(),
  })
  .describe("A merge: see docs/protocols/merge.md.");
