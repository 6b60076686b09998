/** The stance of a clause: required, forbidden, allowed, denied… Two stances on one thing may exclude each other. */
import type { ClauseLexeme } from "./lexemes.ts";

export type ClauseStance =
  | "required"
  | "forbidden"
  | "recommended"
  | "discouraged"
  | "allowed"
  | "optional"
  | "possible"
  | "impossible"
  | "asserted"
  | "denied";

const EXCLUDES: Readonly<Record<ClauseStance, readonly ClauseStance[]>> = {
  required: ["forbidden", "discouraged", "optional", "denied", "impossible"],
  forbidden: ["required", "recommended", "allowed", "possible", "asserted"],
  recommended: ["forbidden", "discouraged"],
  discouraged: ["required", "recommended"],
  allowed: ["forbidden", "impossible"],
  optional: ["required"],
  possible: ["forbidden", "impossible"],
  impossible: ["required", "allowed", "possible", "asserted"],
  asserted: ["forbidden", "impossible", "denied"],
  denied: ["required", "asserted"],
};

export function excludesStance(a: ClauseStance, b: ClauseStance): boolean {
  return EXCLUDES[a].includes(b);
}

/** What is said beside the plain fact; a statement with one is an obligation or a permission. */
export function isNormativeStance(stance: ClauseStance): boolean {
  return !FACTUAL.has(stance);
}

const FACTUAL: ReadonlySet<ClauseStance> = new Set([
  "asserted",
  "denied",
  "possible",
  "impossible",
]);

/** Reads and spends modal verbs, negations and words with an opposite; null for what commits itself to nothing. */
export function readStance(lexemes: readonly ClauseLexeme[]): ClauseStance | null {
  const main = extractMainClause(lexemes);
  if (main === null) return null;
  const modal = readImperative(main) ?? readModalVerb(main);
  if (modal === "perhaps") return null;
  if (hasPartialNegation(main)) return null;
  for (const [at, lexeme] of main.entries()) {
    if (SWITCHED.has(lexeme.word) && /^o(?:n|ff)$/.test(main[at + 1]?.word ?? ""))
      lexeme.spent = true;
  }
  const negated = readNegation(main);
  // "can be disabled" and "can be enabled" go together
  const flipped = modal === "can" || modal === "may" ? false : readOppositeWords(main);
  return combineStance(modal, negated, flipped);
}

type ModalMeaning =
  | "must"
  | "need"
  | "should"
  | "may"
  | "can"
  | "allow"
  | "forbid"
  | "option"
  | "advise"
  | "warn";

function combineStance(
  modal: ModalMeaning | null,
  negated: boolean,
  flipped: boolean,
): ClauseStance {
  const positive = negated === flipped;
  switch (modal) {
    case null:
      return positive ? "asserted" : "denied";
    case "must":
      return positive ? "required" : "forbidden";
    case "need":
      if (negated) return flipped ? "allowed" : "optional";
      return flipped ? "forbidden" : "required";
    case "should":
    case "advise":
      return positive ? "recommended" : "discouraged";
    case "warn":
      return positive ? "discouraged" : "recommended";
    case "can":
      return positive ? "possible" : "impossible";
    case "may":
    case "allow":
      return positive ? "allowed" : "forbidden";
    case "forbid":
      return positive ? "forbidden" : "allowed";
    case "option":
      return positive ? "optional" : "required";
  }
}

const SUBORDINATE = new Set(
  "that which who whose where if when whenever unless because since so while whereas until once though although".split(
    " ",
  ),
);

/** Without subordinate clauses, whose modal verbs and negations are their own; null where there is nothing else. */
function extractMainClause(lexemes: readonly ClauseLexeme[]): readonly ClauseLexeme[] | null {
  const at = lexemes.findIndex(({ word }) => SUBORDINATE.has(word));
  if (at === -1) return lexemes;
  if (at > 0) return lexemes.slice(0, at);
  const comma = lexemes.findIndex(({ word }) => word === ",");
  const main = comma === -1 ? [] : lexemes.slice(comma + 1);
  return main.length > 1 ? main : null;
}

/** "Do not …", "Never …", "Avoid …", "Always …" at the beginning. */
function readImperative(main: readonly ClauseLexeme[]): ModalMeaning | null {
  const [first, second] = main;
  if (first === undefined) return null;
  const order = first.word === "do" && second?.word === "not" ? "must" : ORDERS.get(first.word);
  if (order === undefined) return null;
  // "never" is read again as the negation of its order
  if (first.word !== "never") first.spent = true;
  return order;
}

const ORDERS: ReadonlyMap<string, ModalMeaning> = new Map(
  Object.entries<ModalMeaning>({
    always: "must",
    avoid: "forbid",
    never: "must",
  }),
);

function readModalVerb(main: readonly ClauseLexeme[]): ModalMeaning | "perhaps" | null {
  let found: ModalMeaning | null = null;
  for (const [at, lexeme] of main.entries()) {
    const after = main[at + 1];
    const adjective = isInPredicate(main, at) ? ADJECTIVES.get(lexeme.word) : undefined;
    const modal = VERBS.get(lexeme.word) ?? adjective ?? readNeedVerb(lexeme, after);
    if (modal === undefined) continue;
    if (lexeme.word === "may" && !isPermissionClause(main, at)) return "perhaps";
    // "must be optional" is about being optional; "can be required" is left as it is
    if (found !== null && !(found === "must" && adjective !== undefined)) continue;
    lexeme.spent = true;
    if (after?.word === "to" && modal === "need") after.spent = true;
    found = modal;
  }
  return found;
}

const VERBS: ReadonlyMap<string, ModalMeaning> = new Map(
  Object.entries<ModalMeaning>({
    must: "must",
    shall: "must",
    should: "should",
    may: "may",
    can: "can",
  }),
);

const ADJECTIVES: ReadonlyMap<string, ModalMeaning> = new Map(
  Object.entries<ModalMeaning>({
    required: "need",
    mandatory: "need",
    obligatory: "need",
    compulsory: "need",
    optional: "option",
    allowed: "allow",
    permitted: "allow",
    forbidden: "forbid",
    prohibited: "forbid",
    disallowed: "forbid",
    banned: "forbid",
    recommended: "advise",
    advised: "advise",
    discouraged: "warn",
  }),
);

function readNeedVerb(
  { word }: ClauseLexeme,
  after: ClauseLexeme | undefined,
): ModalMeaning | undefined {
  const needs = /^(?:has|have|needs?)$/.test(word) && after?.word === "to";
  return needs || (word === "need" && after?.word === "not") ? "need" : undefined;
}

const BEFORE_PREDICATE = new Set(
  "is are be been being not never remain remains stays strictly always explicitly turned switched".split(
    " ",
  ),
);

function isInPredicate(main: readonly ClauseLexeme[], at: number): boolean {
  return BEFORE_PREDICATE.has(main[at - 1]?.word ?? "");
}

const WHO_MAY =
  /^(?:admins?|administrators?|agents?|applications?|callers?|clients?|contributors?|customers?|developers?|employees?|guests?|members?|operators?|participants?|reviewers?|services?|tenants?|users?|you)$/;

/** "Users may …" and "may be stored" permit; "the call may fail" only says that it is possible. */
function isPermissionClause(main: readonly ClauseLexeme[], at: number): boolean {
  const [next, beyond] = main.slice(at + 1).filter(({ word }) => word !== "not");
  if (next?.word === "be" && /(?:ed|en|own|one|ept|ilt|ent)$/.test(beyond?.word ?? "")) return true;
  // "may be up to 5 MB"
  if (next?.word === "be" && /^(?:up|at|#)$/.test(beyond?.word ?? "")) return true;
  return WHO_MAY.test(main[at - 1]?.word ?? "");
}

const NEGATIONS = new Set(["not", "never", "no", "neither", "nor"]);

/** "Turned off" is off. */
const SWITCHED = new Set(["switched", "turned"]);

/** "Not all …", "not only …": neither the one nor the other. */
function hasPartialNegation(main: readonly ClauseLexeme[]): boolean {
  return main.some(({ word }, at) => word === "not" && PARTIAL.has(main[at + 1]?.word ?? ""));
}

const PARTIAL = new Set("all always each every just merely necessarily only simply".split(" "));

/** The first negation is the clause's; a second one stays part of what it says. */
function readNegation(main: readonly ClauseLexeme[]): boolean {
  const first = main.find(({ word, spent }) => !spent && NEGATIONS.has(word));
  if (first === undefined) return false;
  first.spent = true;
  return true;
}

/** A word and its opposite are one word and a negation. Adjectives count only if they are the predicate. */
const OPPOSITE_VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    disables: "enables",
    excludes: "includes",
    lacks: "has",
    rejects: "accepts",
  }),
);

const OPPOSITE_ADJECTIVES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    asynchronous: "synchronous",
    decentralised: "centralised",
    decentralized: "centralized",
    disabled: "enabled",
    excluded: "included",
    immutable: "mutable",
    impossible: "possible",
    inactive: "active",
    incompatible: "compatible",
    off: "enabled",
    "opt-out": "opt-in",
    private: "public",
    rejected: "accepted",
    stateful: "stateless",
    unavailable: "available",
    unencrypted: "encrypted",
    unsigned: "signed",
    unsupported: "supported",
  }),
);

const AFTER_STATE = /^(?:by|for|in|,|)$/;

function readOppositeWords(main: readonly ClauseLexeme[]): boolean {
  let flipped = false;
  for (const [at, lexeme] of main.entries()) {
    const { word, spent } = lexeme;
    // "is on by default", but "is on the disk"
    if (word === "on" && isInPredicate(main, at) && AFTER_STATE.test(main[at + 1]?.word ?? ""))
      lexeme.word = "enabled";
    const adjective = isInPredicate(main, at) ? OPPOSITE_ADJECTIVES.get(word) : undefined;
    const opposite = OPPOSITE_VERBS.get(word) ?? adjective;
    if (opposite === undefined || spent) continue;
    flipped = !flipped;
    lexeme.word = opposite;
  }
  return flipped;
}
