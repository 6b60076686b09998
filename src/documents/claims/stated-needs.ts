/** What a document requires and what it rules out, by subject: here a requirement meets a constraint. */
import { listComparableWords } from "../../text/comparable-words.ts";
import { stemWord, stemWordList } from "../../text/word-stem.ts";
import type { DocumentSentence } from "../markdown/document-sentences.ts";
import { CUE_BITS } from "./cue-words.ts";
import type { SentenceUtterance } from "./sentence-utterance.ts";

export interface StatedNeed {
  /** Stems of the thing, in order. */
  readonly thing: string;
  /** The thing in the sentence's own words. */
  readonly about: string;
  readonly ruledOut: boolean;
  /** Stems of who needs it; empty for everybody. */
  readonly who: string;
}

/** A statement that is true only sometimes, or vague, requires nothing and rules nothing out. */
export function findNeeds({ text, cues, vague }: SentenceUtterance): StatedNeed[] {
  const [needing, ruling] = [(cues & CUE_BITS.need) !== 0, (cues & CUE_BITS.ruling) !== 0];
  if ((!needing && !ruling) || (cues & CUE_BITS.condition) !== 0 || vague) return [];
  const said = text
    .toLowerCase()
    .replace(/[.!]+$/, "")
    .replaceAll("’", "'");
  for (const { pattern, ruledOut } of PATTERNS) {
    const groups = (ruledOut ? ruling : needing) ? pattern.exec(said)?.groups : undefined;
    if (groups === undefined) continue;
    if (!UNQUALIFIED.test(groups["rest"] ?? "")) return [];
    return parseNeededThings(
      (groups["who"] ?? "").replace(ALSO, ""),
      groups["thing"] ?? "",
      ruledOut,
    );
  }
  return [];
}

/** A section whose items are ruled out: "Out of scope", "Non-goals". */
export function isExclusionTitle(title: string): boolean {
  return CLOSED.test(title);
}

const CLOSED = /\b(?:out[- ]of[- ]scope|non-?goals?|not in scope|excluded|exclusions?|won't do)\b/i;

/** What an item of such a section rules out. */
export function listExcludedThings({ text, place }: DocumentSentence): StatedNeed[] {
  const said = text.toLowerCase().replace(/[.!]+$/, "");
  return place === "item" && listComparableWords(said).length <= LONGEST_THING
    ? parseNeededThings("", said, true)
    : [];
}

const LONGEST_THING = 6;

const UNQUALIFIED =
  /^\s*(?:$|in (?:this|the) (?:project|release|version|phase|environment|system|product|design)|by (?:policy|design|law)|at all|for (?:this|the) (?:project|release|version|product))/;

/** "The endpoint is public and …": who it is stays the same. */
const ALSO = / (?:is|are) .* and\s*$/;

const WHO = "^(?<who>.{0,80}?)\\b";
const MUST = "(?:must|shall|has to|have to|needs? to|(?:is|are) required to)";
const NOT = "(?:(?:must|may|shall|can|should|will|do|does) not|cannot|\\w+n't|never)";
const USE =
  "(?:use|run on|rely on|depend on|support|provide|offer|include|integrate(?: with)?|be (?:built|written|implemented|stored|deployed|hosted|run|based|kept) (?:with|in|on|using|via))";
const GONE =
  "(?:forbidden|prohibited|banned|excluded|unavailable|out of scope|disallowed|ruled out)";
const HAD =
  "(?:allowed|available|permitted|supported|used|possible|introduced|included|in scope|an option)";

const OFFLINE = "(?:work|run|operate|function|start|be (?:usable|available))s? (?<thing>offline)";

const PATTERNS: readonly { readonly pattern: RegExp; readonly ruledOut: boolean }[] = [
  { pattern: new RegExp(`${WHO}${MUST} ${OFFLINE}$`), ruledOut: true },
  {
    pattern: new RegExp(`${WHO}${MUST} (?:work|run|operate|function|start) without (?<thing>.+)$`),
    ruledOut: true,
  },
  { pattern: new RegExp(`${WHO}${NOT} (?:be allowed to )?${USE} (?<thing>.+)$`), ruledOut: true },
  {
    pattern: new RegExp(
      `^(?:the |any )?(?<thing>.+?) (?:(?:must|may|shall|can|will|should) not be|cannot be|(?:is|are) not|isn't|aren't) ${HAD}(?<rest>.*)$`,
    ),
    ruledOut: true,
  },
  {
    pattern: new RegExp(`^(?:the |any )?(?<thing>.+?) (?:is|are) ${GONE}(?<rest>.*)$`),
    ruledOut: true,
  },
  {
    pattern: new RegExp(
      `^(?:constraint: )?no (?<thing>.+?) (?:is|are|may be|must be|can be|shall be|will be) ${HAD}(?<rest>.*)$`,
    ),
    ruledOut: true,
  },
  { pattern: /^constraint: no (?<thing>.+)$/, ruledOut: true },
  {
    pattern: new RegExp(`${WHO}${NOT} be (?:given|granted) (?<thing>.+)$`),
    ruledOut: true,
  },
  {
    pattern: new RegExp(`${WHO}(?:has|have|needs?|requires?) no (?<thing>.+)$`),
    ruledOut: true,
  },
  { pattern: new RegExp(`${WHO}${MUST} ${USE} (?<thing>.+)$`), ruledOut: false },
  {
    pattern: new RegExp(
      `${WHO}${MUST} (?:download|fetch|load|read|get|call) .+ (?:from|over|via) (?:the )?(?<thing>internet|network)\\b.*$`,
    ),
    ruledOut: false,
  },
  {
    pattern: new RegExp(
      `${WHO}(?:requires?|needs?|uses|depends on|relies on|runs on) (?<thing>.+)$`,
    ),
    ruledOut: false,
  },
];

/** Where the name of a thing ends. */
const BEYOND =
  /[,;:()]|\s(?:for|to|in|with|on|as|by|at|from|because|so|that|which|than|during|via|per)(?!\S)/;

const GENERIC = stemWordList(
  "anything app application approach change data feature function it method one option product project service " +
    "solution something system team that them these thing this those user value we",
);

const DETERMINERS = new Set(
  "a an any all the its their our your additional external own".split(" "),
);

function parseNeededThings(who: string, written: string, ruledOut: boolean): StatedNeed[] {
  const subject = /\b(?:not|no|never|n't)\b/.test(who) ? null : stemWords(who);
  if (subject === null) return [];
  const [name = ""] = written.split(BEYOND);
  return name.split(/ and | or /).flatMap((about) => {
    const thing = stemWords(about.replace(NETWORK, "network connection"));
    if (thing.length === 0 || thing.length > 4 || thing.every((word) => GENERIC.has(word)))
      return [];
    const generic = subject.every((word) => GENERIC.has(word));
    return [
      {
        thing: thing.join(" "),
        about: about.trim(),
        ruledOut,
        who: generic ? "" : subject.join(" "),
      },
    ];
  });
}

/** What works offline works without this. */
const NETWORK =
  /^offline$|(?:permanent |constant |stable |live )?\b(?:internet|network|online)(?: connection| access| connectivity)?$/;

function stemWords(text: string): string[] {
  return listComparableWords(text)
    .filter((word) => !DETERMINERS.has(word))
    .map(stemWord);
}
