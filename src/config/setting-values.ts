/** The kinds of values that settings have, each with its rule in words. */
import * as z from "zod";

import { parseShare, type Share } from "../domain/tally.ts";
import { plainText } from "../text/plain-text.ts";
import { isSlug } from "../text/slug.ts";
import { DURATION, DURATION_RULE, parseDuration } from "./durations.ts";

export const duration = z
  .union([z.number(), z.string().regex(DURATION, { error: DURATION_RULE })], {
    error: DURATION_RULE,
  })
  .transform((given, check): number => {
    const ms = parseDuration(given);
    if (ms === undefined) check.addIssue(DURATION_RULE);
    return ms ?? z.NEVER;
  });

const SHARE_RULE = "must be a share above 1/2 and up to 1, such as 2/3, 67% or 0.67";

export const share = z
  .union([z.number(), z.string()], { error: SHARE_RULE })
  .transform((given, check): Share => {
    const read = parseShare(given);
    if (read === undefined) check.addIssue(SHARE_RULE);
    return read ?? z.NEVER;
  });

export const words = z
  .string({ error: "must be a text" })
  .min(1, { error: "must not be empty" })
  .max(300, { error: "must have at most 300 characters" })
  .refine((given) => plainText(given) === given, { error: "must not have control characters" });

const WHOLE = "must be a whole number of at least 1";
export const whole = z.int({ error: WHOLE }).min(1, { error: WHOLE });

const ABOVE_ZERO = "must be greater than 0";
export const aboveZero = z.number({ error: "must be a number" }).positive({ error: ABOVE_ZERO });

const ZERO_OR_MORE = "must be a number of at least 0";
export const zeroOrMore = z.number({ error: ZERO_OR_MORE }).min(0, { error: ZERO_OR_MORE });

export const yesOrNo = z.boolean({ error: "must be true or false" });
export const list = z.array(words, { error: "must be a list of texts" });

const SLUG_RULE = "must be lower-case words joined by hyphens";

export const slug = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, { error: SLUG_RULE })
  .refine(isSlug, { error: SLUG_RULE });

export function oneOf<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
): z.ZodEnum<{ [Key in Choice]: Key }> {
  const last = choices.at(-1);
  const rule =
    choices.length === 2
      ? `must be ${choices[0]} or ${last}`
      : `must be one of ${choices.join(", ")}`;
  return z.enum(choices, { error: rule });
}
