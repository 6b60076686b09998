/** R2-R4: checks a rendered prompt for names, the drawn order, one voice per position, and head counts. */
import type { Brief } from "../../domain/brief.ts";
import type { Participant } from "../../domain/participant.ts";
import { findHeadCounts } from "../../exchange/head-counts.ts";
import { type NameFinder } from "../../exchange/name-finder.ts";
import { assignVoices } from "../../exchange/voices.ts";
import type { Ask, ExchangeShown } from "../../protocol.ts";

export type ExchangeRule = "R1" | "R2" | "R3" | "R4";

export interface IsolationFinding {
  readonly rule: ExchangeRule;
  /** Key of the turn whose prompt it is. */
  readonly key: string;
  readonly what: string;
  /** The words that show it. */
  readonly excerpt: string;
}

/** What a debate knows and its prompts may not say. */
export interface ExchangeSecrets {
  readonly brief: Brief;
  /** All words of the brief, in small letters. */
  readonly words: string;
  readonly participants: readonly Participant[];
  readonly lots: (name: string, count: number) => readonly number[];
  readonly names: NameFinder;
  /** Ids of all claims; they begin with their author's mark. */
  readonly claims: ReadonlySet<string>;
}

export interface CheckedPrompt {
  readonly key: string;
  readonly reader: string;
  readonly ask: Ask<unknown>;
  readonly shown: ExchangeShown;
}

export function checkExchangeRules(
  prompted: CheckedPrompt,
  secrets: ExchangeSecrets,
): IsolationFinding[] {
  const { key, shown } = prompted;
  const text = extractExchangeText(prompted);
  const found = (
    rule: ExchangeRule,
    what: string,
    excerpt: string | undefined,
  ): IsolationFinding[] => (excerpt === undefined ? [] : [{ rule, key, what, excerpt }]);
  const parts = splitFencedParts(text);
  return [
    ...(shown.hidden
      ? [
          ...found("R2", "a name is in it", findRevealedName(parts, prompted, secrets)),
          ...found("R2", "the id of a claim tells its author", findRevealedClaim(parts, secrets)),
        ]
      : []),
    ...found(
      "R3",
      "its voices are not those that were drawn",
      describeWrongDraw(prompted, secrets),
    ),
    ...found("R3", "the others are not shown in the order drawn", describeWrongOrder(text, shown)),
    ...(shown.oneVoice
      ? [
          ...found("R4", "a position is shown more than once", findRepeatedAnswer(parts, secrets)),
          ...found("R4", "heads are counted in it", findHeadCount(parts, secrets)),
        ]
      : []),
  ];
}

/** The prompt without the brief and without what is the reader's own. */
function extractExchangeText({ ask, shown }: Pick<CheckedPrompt, "ask" | "shown">): string {
  const text = ask.prompt
    .slice(1)
    .map((segment) => segment.text)
    .join("\n\n");
  return shown.own.reduce((rest, own) => rest.replace(own, () => ""), text);
}

interface FencedParts {
  /** Written by code: headings, tasks, lists of ids. */
  readonly around: string;
  readonly heads: readonly string[];
  /** Words of participants. */
  readonly bodies: readonly string[];
}

function splitFencedParts(text: string): FencedParts {
  const fenced = [...text.matchAll(FENCE)];
  return {
    around: text.replace(FENCE, "\n"),
    heads: fenced.map(([, , head = ""]) => head),
    bodies: fenced.map(([, , , body = ""]) => body),
  };
}

const FENCE = /<<<dissent-([0-9a-f]{16}) ([^\n]*)\n([\s\S]*?)\ndissent-\1>>>/g;

/** In a heading of a fence any seat is a name; in words, where it is used as one. */
function findRevealedName(
  { around, heads, bodies }: FencedParts,
  { reader, shown }: CheckedPrompt,
  { participants, names }: ExchangeSecrets,
): string | undefined {
  const labelled = new Set(shown.voices.flatMap(({ members }) => members));
  const isOffice = (id: string, text: string): boolean => {
    const role = participants.find((one) => one.id === id)?.role;
    return !labelled.has(id) && text.toLowerCase().replace(/^the /, "") === role;
  };
  const seats = new Set(participants.map(({ id }) => id).filter((id) => !HEADINGS.has(id)));
  const head = heads.find((one) =>
    one.split(/[\s,]+/).some((word) => seats.has(word) && !isOffice(word, word)),
  );
  if (head !== undefined) return head;
  for (const body of bodies) {
    const use = names(body).find(({ id, text }) => !isOffice(id, text));
    if (use) return formatExcerptAt(body, use);
  }
  const use = names(around).find(
    ({ id, text }) => id !== reader && !isOffice(id, text) && !CAPITALS.has(text),
  );
  return use && formatExcerptAt(around, use);
}

/** Written in capitals by the rules themselves, for any participant. */
const CAPITALS: ReadonlySet<string> = new Set(
  "JSON ACCEPT PARTIAL REJECT MAINTAIN ESCALATE CONTINUE HALT SATISFACTION POSITION CONSENSUS".split(
    " ",
  ),
);

/** Words used in headings; a seat of that name cannot be told apart from them. */
const HEADINGS: ReadonlySet<string> = new Set(
  (
    "judge challenger statement position of in round shortened objection score from to all answers acknowledges " +
    "proposal concern question answer summary synthesis proponent your last reply challenge opening correction " +
    "clarification by draft reason the person against it alternative assigned true"
  ).split(" "),
);

/** Where code writes ids: around the fences, in their headings, before a claim, and where a reply named one. */
function findRevealedClaim(
  { around, heads, bodies }: FencedParts,
  { claims, words }: ExchangeSecrets,
): string | undefined {
  const found = (text: string, expression: RegExp): string | undefined => {
    for (const { 0: all, index: at } of text.matchAll(expression)) {
      const id = all.replace(/[‹›]/g, "");
      const isMatter = words.includes(id.toLowerCase()) && !all.includes("‹");
      if (claims.has(id) && !isMatter) return formatExcerptAt(text, { at, text: all });
    }
    return undefined;
  };
  return (
    found(around, NUMBERED) ?? found(heads.join("\n"), NUMBERED) ?? found(bodies.join("\n"), STATED)
  );
}

const NUMBERED = /(?<![\w-])[A-Za-z][\w-]*\d(?![\w-])/g;

/** A participant may begin a line with what looks like an id; only code says what kind of claim it is. */
const STATED =
  /^[A-Za-z][\w-]*\d(?= (?:supports|attacks|holds option|concern|blocking concern|agrees with|disagrees with|risk of|assumption|condition|formally dissents)\b)|‹[A-Za-z][\w-]*\d›/gm;

/** Labels and order follow from the salt, the step, the reader and the round. */
function describeWrongDraw(
  { reader, shown }: CheckedPrompt,
  { participants, lots }: ExchangeSecrets,
): string | undefined {
  const { step, round, hidden, rotate } = shown;
  const seats = participants.map(({ id }) => id);
  const groups = shown.voices.map(({ members }) => members);
  const drawn = assignVoices(groups, {
    seats,
    seededOrder: lots,
    step,
    reader,
    round,
    hidden,
    rotate,
  });
  const spelled = (voices: ExchangeShown["voices"]): string =>
    voices.map(({ label, members }) => `${label}: ${members.join(", ")}`).join("; ");
  return spelled(drawn) === spelled(shown.voices) ? undefined : spelled(shown.voices);
}

function describeWrongOrder(text: string, { order, voices }: ExchangeShown): string | undefined {
  let from = 0;
  for (const list of order) {
    let last = -1;
    for (const mark of list) {
      const at = text.indexOf(mark, from);
      if (at === -1) return mark;
      from = at + mark.length;
      const speaker = parseSpeakerLabel(mark);
      const rank = voices.findIndex(({ label }) => label === speaker);
      if (rank !== -1 && rank < last) return mark;
      last = Math.max(last, rank);
    }
  }
  return undefined;
}

/** "claim-3 answer from voice-2 to all", "position of voice-2", "voice-2 in round 1". */
function parseSpeakerLabel(mark: string): string | undefined {
  const [, named, first] =
    /(?:^|\s)(?:from|of|by|judge|challenger) ([a-z0-9-]+)|^([a-z0-9-]+) (?:in round|gave no)/.exec(
      mark,
    ) ?? [];
  return named ?? first;
}

/** The line with which code states a position, above the words of its supporters. */
const ANSWER = /^(?:Recommends|Holds|\S+ holds option) ([^\s,.:]+)/;

function findRepeatedAnswer(
  { bodies }: FencedParts,
  { brief }: ExchangeSecrets,
): string | undefined {
  const options = new Set(brief.options.map(({ id }) => id));
  const seen = new Set<string>();
  for (const body of bodies) {
    const [line, option = ""] = ANSWER.exec(body) ?? [];
    if (!options.has(option)) continue;
    if (seen.has(option)) return line;
    seen.add(option);
  }
  return undefined;
}

const COUNTING = /\b(?:most|majority|\d+ (?:of|out of) \d+|everyone|consensus)\b/giu;

/** What code wrote counts nobody in any words; what participants say may count things, and no heads. */
function findHeadCount(
  { around, bodies }: FencedParts,
  { words }: ExchangeSecrets,
): string | undefined {
  for (const { 0: text, index: at } of around.matchAll(COUNTING)) {
    if (!words.includes(text.toLowerCase())) return formatExcerptAt(around, { at, text });
  }
  for (const body of bodies) {
    const [first] = findHeadCounts(body, words);
    if (first) return formatExcerptAt(body, first);
  }
  return undefined;
}

const EXCERPT_MARGIN = 30;

function formatExcerptAt(text: string, { at, text: found }: { at: number; text: string }): string {
  const start = Math.max(0, at - EXCERPT_MARGIN);
  const end = Math.min(text.length, at + found.length + EXCERPT_MARGIN);
  return text.slice(start, end).replace(/\s+/g, " ").trim();
}
