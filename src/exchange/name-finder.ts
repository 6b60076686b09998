/**
 * R2: finds words that reveal who spoke. Many seats have ordinary names, such as risk, value or test: those count
 * only when used as a name. A name that the brief itself mentions belongs to the subject.
 */
import type { Participant } from "../domain/participant.ts";
import { AGENT_NAMES, VENDORS, findModelFamily } from "../domain/vendor.ts";

export interface NameUse {
  readonly at: number;
  readonly text: string;
  readonly kind: "name" | "model" | "stance";
  /** Whose name it is; empty for a model. */
  readonly id: string;
}

export type NameFinder = (words: string) => readonly NameUse[];

interface NamePattern {
  readonly kind: NameUse["kind"];
  readonly id: string;
  readonly expression: RegExp;
}

export function createNameFinder(
  participants: readonly Participant[],
  brief: readonly string[],
): NameFinder {
  const matter = brief.join("\n");
  const patterns = [
    ...participants.flatMap((participant) => [
      ...createUsagePatterns(participant),
      ...createStancePatterns(participant),
      ...[
        ...createCapitalisedPatterns(participant),
        ...createDistinctivePatterns(participant),
      ].filter(({ expression }) => matter.search(expression) === -1),
    ]),
    ...createModelPatterns(participants).filter(
      ({ expression }) => matter.search(expression) === -1,
    ),
  ];
  const said = collapseSpaces(matter);
  const mention = createMentionPattern(participants);
  const known = new Map<string, readonly NameUse[]>();
  return (words) => {
    // most texts name nobody, and looking for that is cheap
    if (!mention.test(words)) return NOBODY;
    const before = known.get(words);
    if (before) return before;
    const found = removeOverlaps(
      patterns.flatMap((pattern) => findPatternUses(pattern, words, said)),
    );
    known.set(words, found);
    return found;
  };
}

const NOBODY: readonly NameUse[] = [];

/** Anything that could be a use, at any position. */
function createMentionPattern(participants: readonly Participant[]): RegExp {
  const forms = participants.flatMap(({ id, name, stance }) => [
    ...listNameForms({ id, name }),
    ...(stance === null ? [] : [stance]),
  ]);
  return new RegExp(
    [...forms, ...listModelNames(participants)].map(escapeRegExp).join("|") || "(?!)",
    "iu",
  );
}

function findPatternUses(
  { kind, id, expression }: NamePattern,
  words: string,
  brief: string,
): NameUse[] {
  return [...words.matchAll(expression)]
    .map(({ 0: text, index: at }) => ({ at, text, kind, id }))
    .filter((use) => !isQuotedFromBrief(use, words, brief));
}

/** The brief contains the name with the same words after or before it. */
function isQuotedFromBrief({ at, text }: NameUse, words: string, brief: string): boolean {
  const after = /^(?:\s+\S+){1,2}/.exec(words.slice(at + text.length))?.[0];
  const before = /(?:\S+\s+){2}$/.exec(words.slice(Math.max(0, at - REACH), at))?.[0];
  const around = [
    ...(after === undefined ? [] : [text + after]),
    ...(before === undefined ? [] : [before + text]),
    ...(/\s/.test(text) ? [text] : []),
  ];
  return around.some((phrase) =>
    brief.includes(collapseSpaces(phrase).replace(/[.,;:!?"“”)]+$/, "")),
  );
}

/** Two words are at most this long. */
const REACH = 80;

function collapseSpaces(words: string): string {
  return words.toLowerCase().replace(/\s+/g, " ");
}

/** In order, the longest first where several begin or overlap. */
function removeOverlaps(uses: readonly NameUse[]): NameUse[] {
  const kept: NameUse[] = [];
  const sorted = uses.toSorted((a, b) => a.at - b.at || b.text.length - a.text.length);
  for (const use of sorted) {
    const last = kept.at(-1);
    if (!last || use.at >= last.at + last.text.length) kept.push(use);
  }
  return kept;
}

const BEGIN = String.raw`(?<![\p{L}\p{N}_-])`;
const END = String.raw`(?![\p{L}\p{N}_]|-[\p{L}\p{N}])`;

const SPEAKING =
  "says|said|argues|argued|recommends|recommended|believes|thinks|insists|maintains|agrees|disagrees|objects|" +
  "proposes|proposed|wants|wanted|holds|asks|asked|answers|answered|replies|replied|read|reads|saw|found|wrote|stands|" +
  "is sure|is right|is wrong|was right|was wrong|points out|overlooks|ignores|misses|needs|claims that|claimed|" +
  "fears|warns|expects|hopes|doubts|adds that|tried to|would (?:keep|rather|like|choose|accept|hold|say|prefer)";
const SAYINGS =
  "claim|claims|argument|arguments|position|view|views|objection|concern|concerns|point|points|vote|case|message|" +
  "messages|statement|reasoning|judgement|judgment|score|answer|headline";
const AGREEING = "(?:dis)?agree(?:s|d|ing)? with|sid(?:e|es|ed|ing) with";
const BEING = String.raw`I(?:['’]m| am| speak (?:as|for)| sit (?:here )?(?:as|for))`;

/** The name beside its role, with a verb of saying, with something said, or where it is agreed with. */
function createUsagePatterns({ id, name, role }: Participant): NamePattern[] {
  // in any letter case, so that IT must not be among them: it matches too often
  const forms = listNameForms({ id, name }).filter((form) => form.length > 2 && !isAcronym(form));
  if (forms.length === 0) return [];
  const called = forms.map(escapeRegExp).join("|");
  const office = escapeRegExp(role);
  return [
    `${BEGIN}(?:the )?(?:${called})(?:['’]s)? ${office}${END}`,
    `${BEGIN}(?:the )?${office} (?:${called})${END}`,
    String.raw`(?<=\b(?:${AGREEING}) )(?:the )?(?:${called})${END}`,
    String.raw`(?<=\b${BEING} )(?:the |an? )?(?:${called})${END}`,
    String.raw`(?<=(?:^|[.!?;:,(“"]\s*|\n\s*(?:- )?|\b(?:as|because|what|where|how|why|than) ))(?:${called})(?= (?:now |still |also |already )?(?:${SPEAKING})\b)`,
    String.raw`${BEGIN}(?:the )?(?:${called})(?=['’]s (?:own )?(?:${SAYINGS})\b)`,
    String.raw`(?<=\b(?:answers|answered|to|with|from|by|against) )(?:${called})(?=:)`,
  ].map((source) => ({ kind: "name", id, expression: new RegExp(source, "giu") }));
}

/** A capital inside a sentence makes a name of any word. */
function createCapitalisedPatterns({ id, name }: Participant): NamePattern[] {
  if (!/^\p{Lu}/u.test(name) || !listNameForms({ id, name }).includes(name)) return [];
  const source = String.raw`(?<=[\p{L}\p{N},;)’'"”–] )${escapeRegExp(name)}${END}`;
  return [{ kind: "name", id, expression: new RegExp(source, "gu") }];
}

/** Names of several words, with digits, or in capitals, are always names. */
function createDistinctivePatterns({ id, name }: Participant): NamePattern[] {
  const acronym = isAcronym(name);
  const forms = listNameForms({ id, name }).filter((form) => /\p{L}/u.test(form));
  // as written: IT is a name, "it" is not
  const short = acronym ? [name, ...(id.length > 2 && id === name.toLowerCase() ? [id] : [])] : [];
  const long = acronym ? [] : forms.filter((form) => /[\s\d-]/.test(form));
  return [
    ...(short.length === 0 ? [] : [createAnywherePattern(short, "gu")]),
    ...(long.length === 0 ? [] : [createAnywherePattern(long, "giu")]),
  ].map((expression) => ({ kind: "name", id, expression }));
}

function isAcronym(name: string): boolean {
  return /^[\p{Lu}\p{N}]{2,}$/u.test(name);
}

function createAnywherePattern(forms: readonly string[], flags: string): RegExp {
  return new RegExp(`${BEGIN}(?:${forms.map(escapeRegExp).join("|")})${END}`, flags);
}

function createStancePatterns({ id, stance }: Participant): NamePattern[] {
  if (stance === null || stance.length < 4) return [];
  const held = escapeRegExp(stance);
  return [
    `${BEGIN}${held}(?= (?:stance|lens|seat|perspective)${END})`,
    String.raw`(?<=\bstance(?: is|:)? )${held}${END}`,
    String.raw`(?<=\b(?:I|we) (?:read|judge|look|speak|argue|sit|stand)\b[^.]{0,30} for )${held}${END}`,
  ].map((source) => ({ kind: "stance", id, expression: new RegExp(source, "giu") }));
}

function createModelPatterns(participants: readonly Participant[]): NamePattern[] {
  const forms = listModelNames(participants);
  if (forms.length === 0) return [];
  return [{ kind: "model", id: "", expression: createAnywherePattern(forms, "giu") }];
}

/** References, model ids, and the vendors behind them; endpoints are named by ordinary words, so only in full. */
function listModelNames(participants: readonly Participant[]): string[] {
  const vendors = new Set([...VENDORS.map(({ name }) => name), ...AGENT_NAMES]);
  const names = participants.flatMap(({ model }) => {
    const [provider = "", ...rest] = model.split("/");
    if (OWN_READERS.has(provider)) return [];
    const id = rest.join("/");
    const family = findModelFamily(model);
    return [
      ...(rest.length > 0 ? [model] : []),
      ...(/[\d-]/.test(id) ? [id] : []),
      ...(vendors.has(provider) ? [provider] : []),
      // a family that is not the provider's own name was read off the model, so it is somebody's
      ...(vendors.has(family) || family !== provider ? [family] : []),
    ];
  });
  return [...new Set(names)].toSorted((a, b) => b.length - a.length);
}

/** What answers without being a vendor's model: their names are words like any other. */
const OWN_READERS: ReadonlySet<string> = new Set(["offline", "person", "host", "scripted"]);

function listNameForms({ id, name }: Pick<Participant, "id" | "name">): string[] {
  return [...new Set([name, id, id.replaceAll("-", " ")])].filter(
    (form) => form.length > 1 && (isAcronym(form) || !UNNAMING.has(form.toLowerCase())),
  );
}

/** A seat with such a name cannot be told apart from any sentence, and cannot be hidden in one. */
const UNNAMING: ReadonlySet<string> = new Set(
  "the you we they he she it all none nobody everyone someone others this that these those and or not".split(
    " ",
  ),
);

function escapeRegExp(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
