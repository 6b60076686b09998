/** The shape of dissent.yaml. Descriptions reach editors through schema/dissent.schema.json. */
import * as z from "zod";

import { isSlug } from "../domain/slug.ts";
import { parseShare, type Share } from "../domain/tally.ts";
import { DURATION, DURATION_RULE, parseDuration } from "./durations.ts";
import type { KnownKeys } from "./mistakes.ts";
import { plainText } from "./plain-text.ts";

export const DISPLAYS = ["auto", "live", "plain", "none"] as const;

const duration = z
  .union([z.number(), z.string().regex(DURATION, { error: DURATION_RULE })], {
    error: DURATION_RULE,
  })
  .transform((given, check): number => {
    const ms = parseDuration(given);
    if (ms === undefined) check.addIssue(DURATION_RULE);
    return ms ?? z.NEVER;
  });

const SHARE_RULE = "must be a share above 1/2 and up to 1, such as 2/3, 67% or 0.67";

const share = z
  .union([z.number(), z.string()], { error: SHARE_RULE })
  .transform((given, check): Share => {
    const read = parseShare(given);
    if (read === undefined) check.addIssue(SHARE_RULE);
    return read ?? z.NEVER;
  });

const words = z
  .string({ error: "must be a text" })
  .min(1, { error: "must not be empty" })
  .max(300, { error: "must have at most 300 characters" })
  .refine((given) => plainText(given) === given, { error: "must not have control characters" });

const WHOLE = "must be a whole number of at least 1";
const whole = z.int({ error: WHOLE }).min(1, { error: WHOLE });

const ABOVE_ZERO = "must be greater than 0";
const aboveZero = z.number({ error: "must be a number" }).positive({ error: ABOVE_ZERO });

const ZERO_OR_MORE = "must be a number of at least 0";
const zeroOrMore = z.number({ error: ZERO_OR_MORE }).min(0, { error: ZERO_OR_MORE });

const yesOrNo = z.boolean({ error: "must be true or false" });
const list = z.array(words, { error: "must be a list of texts" });

const Seat = z.strictObject(
  {
    model: words.optional().describe("Model reference, such as offline."),
    stance: words.optional().describe("A lens that never changes, such as skeptical."),
    name: words.optional().describe("The name people read."),
    seated: yesOrNo.optional().describe("False leaves one of the protocol's own seats empty."),
  },
  { error: "must be a mapping" },
);

const SEAT_RULE = "must be a model, or a mapping of model, stance, name and seated";
const SLUG_RULE = "must be lower-case words joined by hyphens";

const Limits = z.strictObject(
  {
    calls: whole.optional().describe("Model calls at most, repairs included."),
    tokens: whole.optional().describe("Input and output tokens at most."),
    usd: aboveZero.optional().describe("US dollars at most."),
    time: duration.optional().describe("Time at most while the debate runs, such as 10m."),
    onLimit: z
      .enum(["pause", "finish"], { error: "must be pause or finish" })
      .optional()
      .describe("What a reached limit does: pause, or finish without the missing voices."),
  },
  { error: "must be a mapping" },
);

const LARGEST_CONTEXT = 64 * 1024 * 1024;

const ContextFiles = z.strictObject(
  {
    include: list.optional().describe("Files and patterns that every debate may quote from."),
    deny: list.optional().describe("Patterns of files never sent; added to the built-in ones."),
    maxBytes: whole
      .max(LARGEST_CONTEXT, { error: `must be at most ${LARGEST_CONTEXT}` })
      .optional()
      .describe("Bytes of all context files together."),
  },
  { error: "must be a mapping" },
);

const Records = z.strictObject(
  {
    dir: words.optional().describe("Directory of decision records, or auto to look for one."),
    journal: yesOrNo.optional().describe("Write the journal beside each record."),
  },
  { error: "must be a mapping" },
);

export const Settings = z.strictObject(
  {
    $schema: words.optional().describe("Where this schema is, for editors."),
    version: z.literal(1, { error: "must be 1" }).optional().describe("Version of this format."),
    protocol: words.optional().describe("The kind of debate, such as judges."),
    consensus: share.optional().describe("Share of votes that carries: 2/3, 67% or 0.67."),
    maxRounds: whole.optional().describe("Rounds at most."),
    timeout: duration.optional().describe("Time for one answer: seconds, 120s or 2m."),
    participants: z
      .record(
        z
          .string()
          .regex(/^[a-z0-9-]{1,64}$/, { error: SLUG_RULE })
          .refine(isSlug, { error: SLUG_RULE }),
        z.union([words, Seat], { error: SEAT_RULE }),
        { error: "must be a mapping of seats" },
      )
      .optional()
      .describe("Who sits: seat id to model, stance and name."),
    limits: Limits.optional().describe("What a debate may use."),
    confirmAbove: zeroOrMore
      .optional()
      .describe("Estimated US dollars above which a debate asks before it starts."),
    settings: z
      .record(z.string(), z.unknown(), { error: "must be a mapping" })
      .optional()
      .describe("The protocol's own settings."),
    context: ContextFiles.optional().describe("Files that debates may quote from."),
    out: words.optional().describe("Directory to write reports to."),
    records: Records.optional().describe("Where decisions are kept."),
    display: z
      .enum(DISPLAYS, { error: `must be one of ${DISPLAYS.join(", ")}` })
      .optional()
      .describe("How progress is shown."),
  },
  { error: "must be a mapping" },
);
export type Settings = z.infer<typeof Settings>;

export const knownSettings: KnownKeys = ([first]) => {
  switch (first) {
    case undefined:
      return Object.keys(Settings.shape);
    case "participants":
      return Object.keys(Seat.shape);
    case "limits":
      return Object.keys(Limits.shape);
    case "context":
      return Object.keys(ContextFiles.shape);
    case "records":
      return Object.keys(Records.shape);
    default:
      return [];
  }
};

/** Leaf paths, save those whose names are the person's or the protocol's, or are of no consequence. */
export const LEAVES: readonly string[] = knownSettings([]).flatMap((key) => {
  if (["$schema", "version", "participants", "settings"].includes(key)) return [];
  const below = knownSettings([key]);
  return below.length === 0 ? [key] : below.map((leaf) => `${key}.${leaf}`);
});

/** The JSON Schema that editors complete from; draft 7 is what YAML editors read. */
export function settingsSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(Settings, { target: "draft-7", io: "input" });
  const schema = { $schema, $id: "dissent.schema.json", title: "Dissent configuration", ...rest };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
