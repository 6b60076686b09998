/** The fields a brief can have: in front matter, or in the seed's `debate_context` shape. */
import * as z from "zod";

import type { Json } from "../../domain/json.ts";
import type { SetupError } from "../../errors.ts";
import { createFileLayer, type ConfigLayer } from "../config-layers.ts";
import { createMistakeError, findFirstMistake, type InputMistake } from "../input-mistakes.ts";
import type { ParsedMarkup, ValuePath } from "../parse-markup.ts";

/** What the brief says for the configuration. */
export interface BriefSettings {
  /** The class of the question, if the author has decided it. */
  readonly class: string | null;
  readonly layer: ConfigLayer;
}

export interface BriefFields {
  readonly question: string | null;
  readonly id: string | null;
  readonly options: Json | undefined;
  readonly context: readonly string[];
  readonly body: string | null;
  readonly featureName: string | null;
  readonly featureDir: string | null;
  readonly given: BriefSettings;
  /** An error at a field, named as above or as in `options`. */
  readonly createFieldError: (mistake: InputMistake) => SetupError;
  readonly findPosition: ParsedMarkup["findPosition"];
}

const optionalTextField = z
  .union([z.string(), z.number(), z.boolean()], { error: "must be a text" })
  .nullish();

const optionalUnknownField = z.unknown().optional();

const BriefFieldsSchema = z.strictObject(
  {
    question: optionalTextField,
    question_text: optionalTextField,
    id: optionalTextField,
    question_id: optionalTextField,
    options: optionalUnknownField,
    context: z
      .union([z.string(), z.array(z.string())], { error: "must be a file or a list of files" })
      .nullish(),
    spec_context: optionalTextField,
    feature_name: optionalTextField,
    feature_dir: optionalTextField,
    class: optionalTextField,
    protocol: optionalUnknownField,
    settings: optionalUnknownField,
    seats: optionalUnknownField,
    participants: optionalUnknownField,
    consensus: optionalUnknownField,
    maxRounds: optionalUnknownField,
    timeout: optionalUnknownField,
    limits: optionalUnknownField,
  },
  { error: "must be a mapping" },
);

/** The seed's words for the same things. */
const FIELD_ALIASES: Readonly<Record<string, string>> = {
  question_text: "question",
  question_id: "id",
  seats: "participants",
};

const CONFIGURATION_FIELDS = [
  "protocol",
  "settings",
  "participants",
  "consensus",
  "maxRounds",
  "timeout",
  "limits",
];

/** Reads the fields, and refuses what is not one. */
export function parseBriefFields(markup: ParsedMarkup): BriefFields {
  const { written, prefix } = unwrapDebateContext(markup);
  const pathIn = (path: ValuePath): ValuePath => [...prefix, ...resolveFieldAlias(written, path)];
  const createFieldError = (mistake: InputMistake): SetupError =>
    createMistakeError(markup, { ...mistake, path: pathIn(mistake.path) });
  const checked = BriefFieldsSchema.safeParse(written);
  if (!checked.success) {
    const known = Object.keys(BriefFieldsSchema.shape);
    throw createFieldError(findFirstMistake(checked.error, written, () => known));
  }
  refuseDuplicateFields(written, createFieldError);
  const field = (name: string): Json | undefined =>
    written[String(resolveFieldAlias(written, [name])[0])];
  const words = (name: string): string | null => readTextValue(field(name));
  const values = Object.fromEntries(
    CONFIGURATION_FIELDS.map((name) => [name, field(name)] as const).filter(
      ([, value]) => value !== undefined && value !== null,
    ),
  );
  return {
    question: words("question"),
    id: words("id"),
    options: field("options"),
    context: [checked.data.context ?? []].flat(),
    body: words("spec_context"),
    featureName: words("feature_name"),
    featureDir: words("feature_dir"),
    given: { class: words("class"), layer: createFileLayer("brief", markup, { values, pathIn }) },
    createFieldError,
    findPosition: (path, part) => markup.findPosition(pathIn(path), part),
  };
}

/** A number or a yes is text if a person writes it as one; anything else is invalid. */
export function readTextValue(value: Json | undefined): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

type WrittenFields = Readonly<Record<string, Json>>;

/** The mapping with the fields: the file itself, or its `debate_context`. */
function unwrapDebateContext(markup: ParsedMarkup): { written: WrittenFields; prefix: ValuePath } {
  const outer = requireMapping(markup, markup.value, []);
  const inner = outer["debate_context"];
  if (inner === undefined) return { written: outer, prefix: [] };
  const beside = Object.keys(outer).find((key) => key !== "debate_context");
  if (beside !== undefined) {
    throw createMistakeError(markup, {
      path: [beside],
      part: "key",
      says: "stands beside debate_context",
      hint: `Move ${beside} into debate_context.`,
    });
  }
  return { written: requireMapping(markup, inner, ["debate_context"]), prefix: ["debate_context"] };
}

function requireMapping(markup: ParsedMarkup, value: Json, path: ValuePath): WrittenFields {
  if (value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value as WrittenFields;
  throw createMistakeError(markup, {
    path,
    part: "value",
    says: "must hold fields with values",
    hint: "Write fields such as question: Should we ship?",
  });
}

/** The path in the author's own words. */
function resolveFieldAlias(written: WrittenFields, path: ValuePath): ValuePath {
  const [name, ...rest] = path;
  const alias = Object.entries(FIELD_ALIASES).find(
    ([other, usual]) => usual === name && other in written,
  );
  return alias === undefined || name === undefined ? path : [alias[0], ...rest];
}

function refuseDuplicateFields(
  written: WrittenFields,
  createFieldError: (mistake: InputMistake) => SetupError,
): void {
  for (const [alias, usual] of Object.entries(FIELD_ALIASES)) {
    if (!(alias in written) || !(usual in written)) continue;
    throw createFieldError({
      path: [alias],
      part: "key",
      says: `says the same as ${usual}`,
      hint: `Keep either ${alias} or ${usual}.`,
    });
  }
}
