/** The keys under which claims and values are compared: the same key means the same thing. */
import { stemWordList } from "../../text/word-stem.ts";
import { type ExtractedClaim, isLocalNoun } from "./extract-claim.ts";
import type { StatedValue } from "./stated-values.ts";
import { findSameMeaning, isUnnamingStem, listTopicStems } from "./topic-words.ts";

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

/** Values that can conflict with others. A permission gives only its limit, an estimate cannot be wrong. */
function listKeyedValues(claim: ExtractedClaim): KeyedValue[] {
  const { stems, stance, values, suffices, opposite } = claim;
  if (values.length === 0 || stems.every(isUnnamedStem) || isTimestampClaim(stems)) return [];
  const permits = stance === "allowed" || stance === "optional" || stance === "possible";
  return values.flatMap((value) => {
    if (value.vague || (permits && value.bound !== "at most")) return [];
    // the other figures of a sentence say which case this one is for
    const beside = values.filter((other) => other !== value).map(formatValueKey);
    const formatKey = (limit: boolean): string => {
      const topic = listTopicStems(stems, { dimension: value.dimension, limit }).join(" ");
      const said = opposite ? `not ${topic}` : topic;
      return topic === "" ? "" : [said, value.dimension, ...beside].join("|");
    };
    const [plain, limit] = [formatKey(false), formatKey(true)];
    const keyed: KeyedValue[] = [];
    if (plain !== "" && !permits && !suffices) keyed.push({ ...value, key: plain });
    const limited = limitStatedValue(value, { stems, suffices });
    if (limit !== "" && limited !== undefined) keyed.push({ ...limited, key: `limit ${limit}` });
    return keyed;
  });
}

/** The value as a limit: what is needed is a lower one, what suffices is one that others must not exceed. */
function limitStatedValue(
  value: StatedValue,
  { stems, suffices }: Pick<ExtractedClaim, "stems" | "suffices">,
): StatedValue | undefined {
  if (value.kind === "date") return undefined;
  if (value.bound !== "is" || suffices) return value;
  if (value.dimension === "count" && stems.some((stem) => NEEDING.has(stem)))
    return { ...value, bound: "at least" };
  // what is kept for long enough is needed for so long
  return stems.some((stem) => findSameMeaning(stem) === "keep")
    ? { ...value, bound: "at least" }
    : undefined;
}

const NEEDING = stemWordList("need require");

/** Nothing by itself: "the allowed value". */
function isUnnamedStem(stem: string): boolean {
  return isUnnamingStem(stem) || VALIDITY.has(stem) || isLocalNoun(stem);
}

const VALIDITY = stemWordList("accept allow permit recommend support valid");

/** The date of a document is not disputed. */
const TIMESTAMPS = stemWordList(
  "accept approve author create publish release review revise status update version write",
);

function isTimestampClaim(stems: readonly string[]): boolean {
  return stems.every((stem) => stem === "last" || TIMESTAMPS.has(stem));
}
