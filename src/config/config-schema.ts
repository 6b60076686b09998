/** The shape of dissent.yaml. Descriptions reach editors through schema/dissent.schema.json. */
import * as z from "zod";

import { accessSettings, knownAccess } from "./access-schema.ts";
import type { KnownKeys } from "./mistakes.ts";
import {
  aboveZero,
  duration,
  list,
  oneOf,
  share,
  slug,
  whole,
  words,
  yesOrNo,
  zeroOrMore,
} from "./setting-values.ts";

export const DISPLAYS = ["auto", "live", "plain", "none"] as const;

const Seat = z.strictObject(
  {
    model: words.optional().describe("Model reference, such as offline."),
    stance: words.optional().describe("A lens that never changes, such as skeptical."),
    name: words.optional().describe("The name people read."),
    seated: yesOrNo.optional().describe("False leaves one of the protocol's own seats empty."),
  },
  { error: "must be a mapping" },
);

const FOLDERS_RULE = "must be a list of folders, each written from / or ~/";
const folder = words.regex(/^(?:~?\/|~$|[A-Za-z]:[\\/])/, { error: FOLDERS_RULE });

const SEAT_RULE = "must be a model, or a mapping of model, stance, name and seated";

const Limits = z.strictObject(
  {
    calls: whole.optional().describe("Model calls at most, repairs included."),
    tokens: whole.optional().describe("Input and output tokens at most."),
    usd: aboveZero.optional().describe("US dollars at most."),
    time: duration.optional().describe("Time at most while the debate runs, such as 10m."),
    unpriced: yesOrNo
      .optional()
      .describe("Ask models of unknown price under a limit in dollars; their cost is not counted."),
    onLimit: oneOf(["pause", "finish"])
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

const Signing = z.strictObject(
  {
    key: words
      .optional()
      .describe(
        "The SSH key you sign with: a file, a public key that your agent holds, or none. Default: Git's own.",
      ),
    allowedSigners: words
      .optional()
      .describe("File that says whose keys you know, as ssh-keygen reads it. Default: Git's own."),
  },
  { error: "must be a mapping" },
);
export type SigningSettings = z.infer<typeof Signing>;

export const Settings = z.strictObject(
  {
    $schema: words.optional().describe("Where this schema is, for editors."),
    version: z.literal(1, { error: "must be 1" }).optional().describe("Version of this format."),
    protocol: words.optional().describe("The kind of debate, such as judges."),
    consensus: share.optional().describe("Share of votes that carries: 2/3, 67% or 0.67."),
    maxRounds: whole.optional().describe("Rounds at most."),
    timeout: duration.optional().describe("Time for one answer: seconds, 120s or 2m."),
    participants: z
      .record(slug, z.union([words, Seat], { error: SEAT_RULE }), {
        error: "must be a mapping of seats",
      })
      .optional()
      .describe("Who sits: seat id to model, stance and name."),
    panel: list
      .optional()
      .describe(
        "Models for the seats that name none, one after the other, and again from the first.",
      ),
    ...accessSettings,
    limits: Limits.optional().describe("What a debate may use."),
    cacheWarming: oneOf(["auto", "on", "off"])
      .optional()
      .describe("Whether one call of a round goes ahead, so that the others find a warm cache."),
    confirmAbove: zeroOrMore
      .optional()
      .describe("Estimated US dollars above which a debate asks before it starts."),
    settings: z
      .record(z.string(), z.unknown(), { error: "must be a mapping" })
      .optional()
      .describe("The protocol's own settings."),
    context: ContextFiles.optional().describe("Files that debates may quote from."),
    database: words
      .optional()
      .describe(
        "A PostgreSQL database that keeps the debates: ${NAME}, ${NAME}?schema=name, or project for the one that dissent serve starts.",
      ),
    engine: oneOf(["inline", "fleet"])
      .optional()
      .describe("Where debates are held: in this process, or by the workers of a fleet."),
    out: words.optional().describe("Directory to write reports to."),
    records: Records.optional().describe("Where decisions are kept."),
    trustedFolders: z
      .array(folder, { error: FOLDERS_RULE })
      .optional()
      .describe(
        "Folders whose configuration and debates you use although others can write them; only in your own file.",
      ),
    signing: Signing.optional().describe(
      "How debates are signed and checked. Only in your own configuration, never in a project's.",
    ),
    display: oneOf(DISPLAYS).optional().describe("How progress is shown."),
  },
  { error: "must be a mapping" },
);
export type Settings = z.infer<typeof Settings>;

export const knownSettings: KnownKeys = (path) => {
  switch (path[0]) {
    case undefined:
      return Object.keys(Settings.shape);
    case "participants":
      return path.length > 2 ? [] : Object.keys(Seat.shape);
    case "limits":
      return Object.keys(Limits.shape);
    case "context":
      return Object.keys(ContextFiles.shape);
    case "records":
      return Object.keys(Records.shape);
    case "signing":
      return Object.keys(Signing.shape);
    default:
      return knownAccess(path);
  }
};

/** Settings below which the names are the person's or the protocol's own. */
export const NAMED = ["participants", "endpoints", "agents", "providers", "settings"] as const;

/** Leaf paths, save those with names of one's own, and those of no consequence. */
export const LEAVES: readonly string[] = knownSettings([]).flatMap((key) => {
  if (["$schema", "version", ...NAMED].includes(key)) return [];
  const below = knownSettings([key]);
  return below.length === 0 ? [key] : below.map((leaf) => `${key}.${leaf}`);
});

/** The JSON Schema that editors complete from; draft 7 is what YAML editors read. */
export function settingsSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(Settings, { target: "draft-7", io: "input" });
  const schema = { $schema, $id: "dissent.schema.json", title: "Dissent configuration", ...rest };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
