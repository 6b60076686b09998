/** Finds the cues of one passage, and reverses those that the passage negates. */
import type { Level } from "../../domain/level.ts";
import { type Cue, PHRASES } from "./cues.ts";
import { hasHardFigure, shareIn } from "./numbers.ts";
import { type Word, stemOf, wordsOf } from "./words.ts";

export interface Sign {
  readonly cue: Cue;
  /** The passage says the opposite: "no data loss", "avoids conflicts". */
  readonly denied: boolean;
}

export interface Signs {
  readonly signs: readonly Sign[];
  /** Carries a share, an amount or a multiple. */
  readonly hard: boolean;
  /** How many people or how often, as far as the passage says. */
  readonly reach: Level | null;
  /** "May", "could", "rarely". */
  readonly doubtful: boolean;
  /** Needs the passage speaks of without denying them. */
  readonly themes: ReadonlySet<string>;
}

export function signsOf(said: string): Signs {
  const words = wordsOf(said);
  const themes = themesIn(said, words);
  const signs: Sign[] = [];
  for (let index = 0; index < words.length; index++) {
    const found = phrasesAt(words, index);
    const denied = deniedAt(said, words, { index, length: found.length, inTheme: themes.words });
    signs.push(...found.cues.map((cue) => ({ cue, denied })));
    if (found.length > 1) index += found.length - 1;
  }
  return {
    signs,
    hard: hasHardFigure(said),
    reach: reachOf(said, words),
    doubtful: words.some(({ text }) => DOUBT.has(text)),
    themes: themes.ids,
  };
}

const DOUBT = new Set(
  "may might could rare rarely seldom occasionally unlikely perhaps".split(" "),
);

/** The cues of the longest phrase that begins here; one phrase may speak of several things. */
function phrasesAt(words: readonly Word[], index: number): { length: number; cues: Cue[] } {
  let length = 0;
  const cues: Cue[] = [];
  for (const { stems, cue } of PHRASES.get(words[index]?.stem ?? "") ?? []) {
    if (stems.length < length) break;
    if (!stems.every((stem, offset) => words[index + offset]?.stem === stem)) continue;
    length = stems.length;
    cues.push(cue);
  }
  return { length, cues };
}

/** Deny what follows directly: "no data loss", "without manual work". */
const NEAR = new Set("no without zero neither nor free fewer less nothing none".split(" "));
/** Deny what follows in the clause: "does not lose", "avoids all conflicts". */
const FAR = new Set(
  (
    "not never cannot can't don't doesn't didn't won't isn't aren't wouldn't avoid prevent remove eliminate stop " +
    "reduce cut spare nobody hardly replace lower"
  )
    .split(" ")
    .map(stemOf),
);
const REACHES = { near: 2, far: 5 };
const SKIPPED = new Set(["a", "an", "the", "any", "all", "of", "more"]);

interface Spot {
  readonly index: number;
  readonly length: number;
  readonly inTheme: ReadonlySet<number>;
}

/** Two denials cancel: "cannot avoid conflicts" is a conflict. */
function deniedAt(said: string, words: readonly Word[], { index, length, inTheme }: Spot): boolean {
  let denials = 0;
  let distance = 0;
  for (let at = index - 1; at >= 0 && distance < REACHES.far; at--) {
    const word = words[at];
    const next = words[at + 1];
    if (word === undefined || next === undefined) break;
    if (/[,;:()]/.test(said.slice(word.end, next.start))) break;
    if (SKIPPED.has(word.text)) continue;
    distance++;
    if (inTheme.has(at) || next.text === "only") continue;
    if (NEAR.has(word.text) && distance <= REACHES.near) denials++;
    else if (FAR.has(word.stem) || /^end(?:s|ed)$/.test(word.text)) denials++;
  }
  if (endsLater(said, words, index + length)) denials++;
  return denials % 2 === 1;
}

/** "Complaints about late mails were gone". */
function endsLater(said: string, words: readonly Word[], from: number): boolean {
  for (let at = from; at < from + REACHES.far + 1; at++) {
    const word = words[at];
    const before = words[at - 1];
    if (word === undefined || before === undefined) return false;
    if (/[,;:()]/.test(said.slice(before.end, word.start))) return false;
    if (/^(?:impossible|avoided|gone|vanish|disappear|disappears|prevented)$/.test(word.text))
      return true;
  }
  return false;
}

const WIDE = new Set(
  "all every everyone most always whole each majority daily constantly".split(" "),
);
const MIDDLING = new Set("many several often regularly half weekly".split(" "));
const NARROW = new Set("few rare rarely seldom occasional handful single".split(" "));

function reachOf(said: string, words: readonly Word[]): Level | null {
  const share = shareIn(said);
  if (share !== undefined) return share >= 30 ? "high" : share >= 10 ? "medium" : "low";
  const uses = (list: ReadonlySet<string>): boolean => words.some(({ text }) => list.has(text));
  if (uses(WIDE)) return "high";
  if (uses(MIDDLING)) return "medium";
  return uses(NARROW) ? "low" : null;
}

/** Different words for one need, so that a fact about it finds the options that serve it. */
const THEMES: Readonly<Record<string, string>> = {
  offline:
    "offline|no signal|without signal|without a signal|no coverage|without coverage|no connection|no network|" +
    "without a connection|without a network|dead zone|disconnected|out of range",
  speed: "fast|faster|slow|slower|latency|instant|seconds|milliseconds|performance",
  security: "breach|encrypt|attack|phishing|password|intruder",
  mistakes: "typo|typos|misspelt|misspelling",
  pricing: "usage based|pricing|price list|new plan",
};

const THEME_PHRASES: ReadonlyMap<
  string,
  readonly { readonly id: string; readonly stems: readonly string[] }[]
> = new Map(
  Object.entries(
    Object.groupBy(
      Object.entries(THEMES).flatMap(([id, phrases]) =>
        phrases.split("|").map((phrase) => ({ id, stems: phrase.split(" ").map(stemOf) })),
      ),
      ({ stems }) => stems[0] ?? "",
    ),
  ).map(([first, phrases]) => [first, phrases ?? []] as const),
);

function themesIn(said: string, words: readonly Word[]): { ids: Set<string>; words: Set<number> } {
  const ids = new Set<string>();
  const inside = new Set<number>();
  for (let index = 0; index < words.length; index++) {
    for (const { id, stems } of THEME_PHRASES.get(words[index]?.stem ?? "") ?? []) {
      if (!stems.every((stem, offset) => words[index + offset]?.stem === stem)) continue;
      stems.forEach((_, offset) => inside.add(index + offset));
      const spot = { index, length: stems.length, inTheme: inside };
      if (!deniedAt(said, words, spot)) ids.add(id);
    }
  }
  return { ids, words: inside };
}
