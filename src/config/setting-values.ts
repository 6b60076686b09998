/** The kinds of values that settings can have, each with its rule in words. */
import * as z from "zod";

import { parseShare, type VoteShare } from "../domain/outcome/tally.ts";
import { stripControlCharacters } from "../text/plain-text.ts";
import { isSlug } from "../text/slug.ts";
import { DURATION_PATTERN, DURATION_RULE, parseDuration } from "./durations.ts";
import { createLazyValue } from "./lazy-value.ts";

const SHARE_RULE = "must be a share above 1/2 and up to 1, such as 2/3, 67% or 0.67";
const WHOLE_NUMBER_RULE = "must be a whole number of at least 1";
const ABOVE_ZERO_RULE = "must be greater than 0";
const ZERO_OR_MORE_RULE = "must be a number of at least 0";
const SLUG_RULE = "must be lower-case words joined by hyphens";

export const getValueSchemas = createLazyValue(() => {
  const durationValue = z
    .union([z.number(), z.string().regex(DURATION_PATTERN, { error: DURATION_RULE })], {
      error: DURATION_RULE,
    })
    .transform((given, check): number => {
      const ms = parseDuration(given);
      if (ms === undefined) check.addIssue(DURATION_RULE);
      return ms ?? z.NEVER;
    });

  const shareValue = z
    .union([z.number(), z.string()], { error: SHARE_RULE })
    .transform((given, check): VoteShare => {
      const read = parseShare(given);
      if (read === undefined) check.addIssue(SHARE_RULE);
      return read ?? z.NEVER;
    });

  const textValue = z
    .string({ error: "must be a text" })
    .min(1, { error: "must not be empty" })
    .max(300, { error: "must have at most 300 characters" })
    .refine((given) => stripControlCharacters(given) === given, {
      error: "must not have control characters",
    });

  const wholeNumberValue = z.int({ error: WHOLE_NUMBER_RULE }).min(1, { error: WHOLE_NUMBER_RULE });

  const positiveNumberValue = z
    .number({ error: "must be a number" })
    .positive({ error: ABOVE_ZERO_RULE });

  const nonNegativeNumberValue = z
    .number({ error: ZERO_OR_MORE_RULE })
    .min(0, { error: ZERO_OR_MORE_RULE });

  const booleanValue = z.boolean({ error: "must be true or false" });
  const textListValue = z.array(textValue, { error: "must be a list of texts" });

  const slugValue = z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, { error: SLUG_RULE })
    .refine(isSlug, { error: SLUG_RULE });

  return {
    durationValue,
    shareValue,
    textValue,
    wholeNumberValue,
    positiveNumberValue,
    nonNegativeNumberValue,
    booleanValue,
    textListValue,
    slugValue,
  };
});

export function createChoiceValue<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
): z.ZodEnum<{ [Key in Choice]: Key }> {
  const last = choices.at(-1);
  const rule =
    choices.length === 2
      ? `must be ${choices[0]} or ${last}`
      : `must be one of ${choices.join(", ")}`;
  return z.enum(choices, { error: rule });
}
