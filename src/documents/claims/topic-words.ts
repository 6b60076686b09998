/** What a value is a value of, whatever the order of the words: stems without those that only say that there is one. */
import { stemWord, stemWordList } from "../../text/word-stem.ts";

/** Words for one relation, each as the first of its list. */
const SAME_MEANING: ReadonlyMap<string, string> = new Map(
  [
    "keep keeps kept keeping retain retained retention store stored storing storage preserve preserved",
    "end ends ending finish finishes finished complete completes completed conclude concludes",
    "start starts starting begin begins beginning",
    "retry retries retried retrying",
    "write written implement implemented implementation",
    "remove removed removal removing",
    "expire expires expiry expiration",
    "approve approved approval approvals",
    "answer answers respond responds response",
    "communicate communicates communicating communication talk talks speak speaks",
    "live lives last lasts",
    "make makes made take takes taken",
  ].flatMap((line) => {
    const [first = "", ...others] = line.split(" ").map(stemWord);
    return others.map((word): [string, string] => [word, first]);
  }),
);

export function findSameMeaning(stem: string): string {
  return SAME_MEANING.get(stem) ?? stem;
}

/** Words that say that there is a value, not of what. */
const UNNAMING = stemWordList(
  "date deadline due equal expect for happen in is occur on plan reach schedule set slate take target total until value",
);

/** Verbs that add nothing to a figure: "the cache holds 5 entries" is "5 entries in the cache". */
const BEING = stemWordList("contain exist get have hold last remain run stay");

/** Nouns that only name the kind of a value. */
const KINDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["time", stemWordList("budget duration interval length period time window")],
  ["size", stemWordList("size volume")],
  ["count", stemWordList("number count time")],
  ["interval", stemWordList("interval frequency period")],
]);

/** Whose system it is goes without saying. */
const EVERYTHING = stemWordList(
  "app application file it product project software system they us we you",
);

/** What a limit is put on does not depend on these. */
const AROUND_LIMITS = stemWordList(
  "acceptable accept allow and at before by enough for from have in limit make must need of on own per permit rate " +
    "receive require return send sufficient support that to tolerate use with within",
);

/** Enough to name something only together with another word. */
const COMMON = stemWordList(
  "call client character day day entry hour item message minute month people request second server service time user week year",
);

export interface TopicChoice {
  readonly dimension: string;
  /** Limits are compared more freely than plain figures: less can be meant by them. */
  readonly limit: boolean;
}

/** Sorted and without repetitions; empty where nothing is named. */
export function listTopicStems(
  stems: readonly string[],
  { dimension, limit }: TopicChoice,
): string[] {
  const kinds = KINDS.get(dimension);
  const named = stems.filter((stem) => {
    if (UNNAMING.has(stem) || BEING.has(stem) || kinds?.has(stem) === true) return false;
    return !limit || (!AROUND_LIMITS.has(stem) && !EVERYTHING.has(stem));
  });
  const topic = [...new Set(named.map(findSameMeaning))].sort();
  const telling = topic.filter((stem) => !COMMON.has(stem)).length;
  return limit && telling === 0 && topic.length < 2 ? [] : topic;
}

export function isUnnamingStem(stem: string): boolean {
  return UNNAMING.has(stem);
}
