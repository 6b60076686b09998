/** The requests a client may send, as schemas. */
import * as z from "zod";

const limitedText = (most: number): z.ZodString => z.string().max(most);
const facts = z.array(limitedText(20_000)).min(1).max(20);
const name = limitedText(200).regex(/^[^/\\\0]+$/, "must be a plain name");
/** Provider and model; `scripted/<file>` would read a file. */
const model = limitedText(300).refine((reference) => !/^scripted\//i.test(reference.trim()), {
  error: "a script is named in dissent.yaml or on the command line",
});
const models = z.record(name, model);

/** A draft's name, as a file would have it; kept short of what is a path anywhere, or hidden. */
const draftName = limitedText(80).regex(
  /^[\p{L}\p{N}_][\p{L}\p{N} ._-]*$/u,
  "must be a plain file name",
);

export const StartShape = z.strictObject({
  protocol: name,
  question: limitedText(2_000),
  options: z
    .array(
      z.strictObject({
        id: limitedText(16),
        label: limitedText(300),
        description: limitedText(20_000).exactOptional(),
      }),
    )
    .max(9),
  body: limitedText(900_000),
  context: z.array(limitedText(1_000)).max(100).exactOptional(),
  /** On a team's server: the drafts, for a protocol that takes them. */
  variants: z
    .array(z.strictObject({ name: draftName, text: limitedText(1_000_000) }))
    .min(2)
    .max(10)
    .exactOptional(),
  seats: models.exactOptional(),
  panel: z
    .strictObject({ proposal: limitedText(64), without: z.array(name).max(20) })
    .exactOptional(),
  budgetUsd: z.number().positive().max(1_000_000).exactOptional(),
  agreedUsd: z.number().nonnegative().exactOptional(),
});

export const DecisionShape = z.strictObject({
  choice: limitedText(2_000),
  reason: limitedText(20_000),
  blind: z.boolean().exactOptional(),
});

export const AnswerShape = z.strictObject({ seat: name, reply: z.unknown() });

export const PauseShape = z.strictObject({ drop: z.boolean().exactOptional() });

export const ResumeShape = z.strictObject({
  limits: z
    .strictObject({
      usd: z.number().positive().exactOptional(),
      calls: z.number().int().positive().exactOptional(),
    })
    .exactOptional(),
});

const agreedUsd = z.number().nonnegative().exactOptional();

export const AskShape = z.strictObject({ facts, agreedUsd });

export const ForkShape = z.strictObject({
  at: limitedText(200).exactOptional(),
  models: models.exactOptional(),
  facts: facts.exactOptional(),
  agreedUsd,
});

export const RevertShape = z.strictObject({
  changes: z.array(z.number().int().positive()).min(1).max(10_000),
  reason: limitedText(2_000).exactOptional(),
});
