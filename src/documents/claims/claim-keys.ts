/** The keys under which claims and values are compared: the same key means the same thing. */
import { stemWordList } from "../../text/word-stem.ts";
import { type ExtractedClaim, isLocalNoun } from "./extract-claim.ts";
import type { StatedValue } from "./stated-values.ts";

export interface KeyedClaim extends ExtractedClaim {
  /** Claims with the same key are about the same thing, whatever their stance. */
  readonly key: string;
  readonly figures: readonly KeyedValue[];
}

/** A value and what it is a value of. */
export interface KeyedValue extends StatedValue {
  readonly key: string;
}

export function addClaimKeys(claim: ExtractedClaim): KeyedClaim {
  const { stems, values } = claim;
  // a value is part of what is claimed: "does not cost 5 EUR" does not deny "costs 6 EUR"
  const key = [stems.join(" "), ...values.map(formatValueKey)].join("|");
  return { ...claim, key, figures: listKeyedValues(claim) };
}

function formatValueKey({ dimension, low, high }: StatedValue): string {
  return `${dimension} ${low} ${high}`;
}

/** Values that can conflict with others. A permission gives none, an estimate cannot be wrong. */
function listKeyedValues({ stems, stance, values }: ExtractedClaim): KeyedValue[] {
  if (values.length === 0 || stems.every(isUnnamedStem) || isTimestampClaim(stems)) return [];
  if (stance === "allowed" || stance === "optional" || stance === "possible") return [];
  const about = [...new Set(stems.filter((stem) => !UNNAMING.has(stem)))].sort().join(" ");
  return values.flatMap((value) => {
    if (value.vague) return [];
    // the other figures of a sentence say which case this one is for
    const beside = values.filter((other) => other !== value).map(formatValueKey);
    return [{ ...value, key: [about, value.dimension, ...beside].join("|") }];
  });
}

/** Words that say that there is a value, not of what. */
const UNNAMING = stemWordList(
  "date deadline due equal expect for happen in occur on plan reach schedule set slate take target total until value",
);

/** Nothing by itself: "the allowed value". */
function isUnnamedStem(stem: string): boolean {
  return UNNAMING.has(stem) || VALIDITY.has(stem) || isLocalNoun(stem);
}

const VALIDITY = stemWordList("accept allow permit recommend support valid");

/** The date of a document is not disputed. */
const TIMESTAMPS = stemWordList("author create publish release review revise update version write");

function isTimestampClaim(stems: readonly string[]): boolean {
  return stems.every((stem) => stem === "last" || TIMESTAMPS.has(stem));
}
