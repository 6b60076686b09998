/** The shape of dissent.yaml. Descriptions reach editors through schema/dissent.schema.json. */
import * as z from "zod";

import { DEFAULT_PROTOCOL } from "../protocols/names.ts";
import { listAccessKeys, getAccessFields } from "./access-schema.ts";
import type { KnownKeysLookup } from "./input-mistakes.ts";
import { createLazyValue } from "./lazy-value.ts";
import { createChoiceValue, getValueSchemas } from "./setting-values.ts";

export const DISPLAY_MODES = ["auto", "live", "plain", "none"] as const;

const FOLDERS_RULE = "must be a list of folders, each written from / or ~/";
const SEAT_RULE = "must be a model, or a mapping of model, stance, name, source and seated";
const MAX_CONTEXT_BYTES = 64 * 1024 * 1024;

// Schemas are made when a file is checked: there are hundreds, and most commands check none.

const getSeatSchema = createLazyValue(() => {
  const { textValue, booleanValue } = getValueSchemas();
  return z.strictObject(
    {
      model: textValue.optional().describe("Model reference, such as offline."),
      stance: textValue.optional().describe("A lens that never changes, such as skeptical."),
      name: textValue.optional().describe("The name people read."),
      source: textValue
        .optional()
        .describe("A file of the project that this seat speaks from; everyone can quote it."),
      seated: booleanValue
        .optional()
        .describe("False leaves one of the protocol's own seats empty."),
    },
    { error: "must be a mapping" },
  );
});

const getFolderPathSchema = createLazyValue(() => {
  const { textValue } = getValueSchemas();
  return textValue.regex(/^(?:~?\/|~$|[A-Za-z]:[\\/])/, { error: FOLDERS_RULE });
});

const getLimitSchema = createLazyValue(() => {
  const { wholeNumberValue, booleanValue, durationValue, positiveNumberValue } = getValueSchemas();
  return z.strictObject(
    {
      calls: wholeNumberValue.optional().describe("Model calls at most, repairs included."),
      tokens: wholeNumberValue.optional().describe("Input and output tokens at most."),
      usd: positiveNumberValue.optional().describe("US dollars at most."),
      time: durationValue.optional().describe("Time at most while the debate runs, such as 10m."),
      unpriced: booleanValue
        .optional()
        .describe(
          "Ask models of unknown price under a limit in dollars; their cost is not counted.",
        ),
      onLimit: createChoiceValue(["pause", "finish"])
        .optional()
        .describe("What a reached limit does: pause, or finish without the missing voices."),
    },
    { error: "must be a mapping" },
  );
});

const getContextSchema = createLazyValue(() => {
  const { textListValue, wholeNumberValue } = getValueSchemas();
  return z.strictObject(
    {
      include: textListValue
        .optional()
        .describe("Files and patterns that every debate may quote from."),
      deny: textListValue
        .optional()
        .describe("Patterns of files never sent; added to the built-in ones."),
      maxBytes: wholeNumberValue
        .max(MAX_CONTEXT_BYTES, { error: `must be at most ${MAX_CONTEXT_BYTES}` })
        .optional()
        .describe("Bytes of all context files together."),
    },
    { error: "must be a mapping" },
  );
});

const getRecordSchema = createLazyValue(() => {
  const { textValue, booleanValue } = getValueSchemas();
  return z.strictObject(
    {
      dir: textValue.optional().describe("Directory of decision records, or auto to look for one."),
      journal: booleanValue.optional().describe("Write the journal beside each record."),
    },
    { error: "must be a mapping" },
  );
});

const getSigningSchema = createLazyValue(() => {
  const { textValue } = getValueSchemas();
  return z.strictObject(
    {
      key: textValue
        .optional()
        .describe(
          "The SSH key you sign with: a file, a public key that your agent holds, or none. Default: Git's own.",
        ),
      allowedSigners: textValue
        .optional()
        .describe(
          "File that says whose keys you know, as ssh-keygen reads it. Default: Git's own.",
        ),
      timestampAuthorities: textValue
        .optional()
        .describe("PEM file with the certificates of the timestamp servers you trust (RFC 3161)."),
    },
    { error: "must be a mapping" },
  );
});

export const getConfigSchema = createLazyValue(() => {
  const {
    textListValue,
    slugValue,
    wholeNumberValue,
    textValue,
    booleanValue,
    nonNegativeNumberValue,
    durationValue,
    shareValue,
  } = getValueSchemas();
  return z.strictObject(
    {
      $schema: textValue.optional().describe("Where this schema is, for editors."),
      version: z.literal(1, { error: "must be 1" }).optional().describe("Version of this format."),
      protocol: textValue.optional().describe(`The kind of debate, such as ${DEFAULT_PROTOCOL}.`),
      consensus: shareValue.optional().describe("Share of votes that carries: 2/3, 67% or 0.67."),
      maxRounds: wholeNumberValue.optional().describe("Rounds at most."),
      timeout: durationValue.optional().describe("Time for one answer: seconds, 120s or 2m."),
      participants: z
        .record(slugValue, z.union([textValue, getSeatSchema()], { error: SEAT_RULE }), {
          error: "must be a mapping of seats",
        })
        .optional()
        .describe("Who sits: seat id to model, stance, name and source."),
      panel: textListValue
        .optional()
        .describe(
          "Models for the seats that name none, one after the other, and again from the first.",
        ),
      offline: booleanValue
        .optional()
        .describe("Use the built-in reader for seats that name no model. It decides nothing."),
      ...getAccessFields(),
      limits: getLimitSchema().optional().describe("What a debate may use."),
      cacheWarming: createChoiceValue(["auto", "on", "off"])
        .optional()
        .describe("Whether one call of a round goes ahead, so that the others find a warm cache."),
      confirmAbove: nonNegativeNumberValue
        .optional()
        .describe("Estimated US dollars above which a debate asks before it starts."),
      settings: z
        .record(z.string(), z.unknown(), { error: "must be a mapping" })
        .optional()
        .describe("The protocol's own settings."),
      context: getContextSchema().optional().describe("Files that debates may quote from."),
      database: textValue
        .optional()
        .describe(
          "A PostgreSQL database that keeps the debates: ${NAME}, ${NAME}?schema=name, or project for the one that dissent serve starts.",
        ),
      engine: createChoiceValue(["inline", "fleet"])
        .optional()
        .describe("Where debates are held: in this process, or by the workers of a fleet."),
      out: textValue.optional().describe("Directory to write reports to."),
      records: getRecordSchema().optional().describe("Where decisions are kept."),
      trustedFolders: z
        .array(getFolderPathSchema(), { error: FOLDERS_RULE })
        .optional()
        .describe(
          "Folders whose configuration and debates you use although others can write them; only in your own file.",
        ),
      signing: getSigningSchema()
        .optional()
        .describe(
          "How debates are signed and checked. Only in your own configuration, never in a project's.",
        ),
      display: createChoiceValue(DISPLAY_MODES).optional().describe("How progress is shown."),
    },
    { error: "must be a mapping" },
  );
});

export type SigningSettings = z.infer<ReturnType<typeof getSigningSchema>>;
export type ConfigSettings = z.infer<ReturnType<typeof getConfigSchema>>;

export const listSettingKeys: KnownKeysLookup = (path) => {
  switch (path[0]) {
    case undefined:
      return Object.keys(getConfigSchema().shape);
    case "participants":
      return path.length > 2 ? [] : Object.keys(getSeatSchema().shape);
    case "limits":
      return Object.keys(getLimitSchema().shape);
    case "context":
      return Object.keys(getContextSchema().shape);
    case "records":
      return Object.keys(getRecordSchema().shape);
    case "signing":
      return Object.keys(getSigningSchema().shape);
    default:
      return listAccessKeys(path);
  }
};

/** Settings below which the names are the person's or the protocol's own. */
export const NAMED_SETTINGS = [
  "participants",
  "endpoints",
  "agents",
  "providers",
  "settings",
] as const;

/** Leaf paths, save those with names of one's own, and those of no consequence. */
export function listSettingPaths(): string[] {
  return listSettingKeys([]).flatMap((key) => {
    if (["$schema", "version", ...NAMED_SETTINGS].includes(key)) return [];
    const below = listSettingKeys([key]);
    return below.length === 0 ? [key] : below.map((leaf) => `${key}.${leaf}`);
  });
}

/** The JSON Schema that editors complete from; draft 7 is what YAML editors read. */
export function formatSettingsSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(getConfigSchema(), {
    target: "draft-7",
    io: "input",
  });
  const schema = { $schema, $id: "dissent.schema.json", title: "Dissent configuration", ...rest };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
