/** The fields a brief can have: in front matter, or in the seed's `debate_context` shape. */
import * as z from "zod";

import type { Json } from "../../domain/json.ts";
import type { SetupError } from "../../errors.ts";
import { fileLayer, type Layer } from "../layers.ts";
import { faultIn, firstMistake, type Mistake } from "../mistakes.ts";
import type { Markup, Path } from "../yaml.ts";

/** What the brief says for the configuration. */
export interface BriefSettings {
  /** The class of the question, when the author has settled it. */
  readonly class: string | null;
  readonly layer: Layer;
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
  readonly faultOf: (mistake: Mistake) => SetupError;
  readonly placeOf: Markup["placeOf"];
}

const text = z.union([z.string(), z.number(), z.boolean()], { error: "must be a text" }).nullish();

const anything = z.unknown().optional();

const Fields = z.strictObject(
  {
    question: text,
    question_text: text,
    id: text,
    question_id: text,
    options: anything,
    context: z
      .union([z.string(), z.array(z.string())], { error: "must be a file or a list of files" })
      .nullish(),
    spec_context: text,
    feature_name: text,
    feature_dir: text,
    class: text,
    protocol: anything,
    settings: anything,
    seats: anything,
    participants: anything,
    consensus: anything,
    maxRounds: anything,
    timeout: anything,
    limits: anything,
  },
  { error: "must be a mapping" },
);

/** The seed's words for the same things. */
const ALIASES: Readonly<Record<string, string>> = {
  question_text: "question",
  question_id: "id",
  seats: "participants",
};

const FOR_CONFIGURATION = [
  "protocol",
  "settings",
  "participants",
  "consensus",
  "maxRounds",
  "timeout",
  "limits",
];

/** Reads the fields, and refuses what is not one. */
export function briefFields(markup: Markup): BriefFields {
  const { written, prefix } = unwrapped(markup);
  const pathIn = (path: Path): Path => [...prefix, ...spelledAs(written, path)];
  const faultOf = (mistake: Mistake): SetupError =>
    faultIn(markup, { ...mistake, path: pathIn(mistake.path) });
  const checked = Fields.safeParse(written);
  if (!checked.success) {
    const known = Object.keys(Fields.shape);
    throw faultOf(firstMistake(checked.error, written, () => known));
  }
  refuseDoubles(written, faultOf);
  const field = (name: string): Json | undefined => written[String(spelledAs(written, [name])[0])];
  const words = (name: string): string | null => wordsOf(field(name));
  const values = Object.fromEntries(
    FOR_CONFIGURATION.map((name) => [name, field(name)] as const).filter(
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
    given: { class: words("class"), layer: fileLayer("brief", markup, { values, pathIn }) },
    faultOf,
    placeOf: (path, part) => markup.placeOf(pathIn(path), part),
  };
}

/** A number or a yes is text to a person who writes it as one; anything else is none. */
export function wordsOf(value: Json | undefined): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

type Written = Readonly<Record<string, Json>>;

/** The mapping that holds the fields: the file itself, or its `debate_context`. */
function unwrapped(markup: Markup): { written: Written; prefix: Path } {
  const outer = mappingOf(markup, markup.value, []);
  const inner = outer["debate_context"];
  if (inner === undefined) return { written: outer, prefix: [] };
  const beside = Object.keys(outer).find((key) => key !== "debate_context");
  if (beside !== undefined) {
    throw faultIn(markup, {
      path: [beside],
      part: "key",
      says: "stands beside debate_context",
      hint: `Move ${beside} into debate_context.`,
    });
  }
  return { written: mappingOf(markup, inner, ["debate_context"]), prefix: ["debate_context"] };
}

function mappingOf(markup: Markup, value: Json, path: Path): Written {
  if (value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value as Written;
  throw faultIn(markup, {
    path,
    part: "value",
    says: "must hold fields with values",
    hint: "Write fields such as question: Should we ship?",
  });
}

/** The path in the author's own words. */
function spelledAs(written: Written, path: Path): Path {
  const [name, ...rest] = path;
  const alias = Object.entries(ALIASES).find(
    ([other, usual]) => usual === name && other in written,
  );
  return alias === undefined || name === undefined ? path : [alias[0], ...rest];
}

function refuseDoubles(written: Written, faultOf: (mistake: Mistake) => SetupError): void {
  for (const [alias, usual] of Object.entries(ALIASES)) {
    if (!(alias in written) || !(usual in written)) continue;
    throw faultOf({
      path: [alias],
      part: "key",
      says: `says the same as ${usual}`,
      hint: `Keep either ${alias} or ${usual}.`,
    });
  }
}
