/** F24-F26: rule-based warnings about what a board should not do. They are recorded and change nothing. */
import { formatOptionText } from "../../../domain/brief.ts";
import type { Spoken } from "../../../domain/round.ts";
import { isSubstantiveText, listWords } from "../../../text/substance.ts";
import type { BoardResponse, BoardStatement, Synthesis } from "../replies.ts";
import type { BoardHearing } from "./board-debate.ts";
import { presets } from "./presets.ts";

export interface Flag {
  readonly by: string;
  /** Key of the turn, such as `responses-2/cto`. */
  readonly turn: string;
  readonly kind: "code" | "scope" | "deference";
  readonly detail: string;
}

export function flagsIn(
  hearing: BoardHearing,
  synthesis: Spoken<Synthesis> | undefined,
): readonly Flag[] {
  const brief = briefWords(hearing);
  const statements = hearing.statements.spoken.map((turn) => ({
    turn,
    words: statementWords(turn.reply),
    reasons: [] as string[],
  }));
  const responses = hearing.rounds.flatMap(({ spoken }) =>
    spoken.map((turn) => ({
      turn,
      words: responseWords(turn.reply),
      reasons: turn.reply.agreements.map(({ reason }) => reason),
    })),
  );
  const written = synthesis
    ? [{ turn: synthesis, words: synthesisWords(synthesis.reply), reasons: [] as string[] }]
    : [];
  return [...statements, ...responses, ...written].flatMap(({ turn, words, reasons }) => {
    const flag = (kind: Flag["kind"], details: readonly string[]): Flag[] =>
      details.map((detail) => ({ by: turn.by, turn: turn.key, kind, detail }));
    return [
      ...(presets[hearing.preset].planning ? flag("code", codeIn(words)) : []),
      ...flag("scope", scopeOf(words, brief)),
      ...flag("deference", reasons.filter(defers)),
    ];
  });
}

/** Diagrams and schemas are how a plan is written; anything else between fences is an implementation. */
const PLANS = new Set(
  "mermaid plantuml dot graphviz ascii text txt diagram schema json-schema jsonschema graphql proto".split(
    " ",
  ),
);

export function codeIn(words: string): string[] {
  return [...words.matchAll(/```([\w+-]*)[^\n]*\n/g)]
    .map(([, language = ""]) => language.toLowerCase())
    .filter((language, index) => index % 2 === 0 || language !== "")
    .filter((language) => !PLANS.has(language))
    .map((language) => `a block of ${language === "" ? "code" : language}`);
}

function briefWords({ brief }: BoardHearing): ReadonlySet<string> {
  const texts = [
    brief.question,
    ...brief.options.map(formatOptionText),
    ...brief.sources.map(({ text }) => text),
  ];
  return new Set(texts.flatMap(rootsIn));
}

/** Long words cut to their first letters, so that "migrating" is within a brief on a migration. */
function rootsIn(words: string): string[] {
  return listWords(words)
    .filter((word) => word.length >= 5)
    .map((word) => word.slice(0, 5));
}

/** Fewer distinct words than this say nothing about a subject. */
const TELLING = 25;

/** Four of five words strange to the brief: an argument of one's own, or another subject. */
export function scopeOf(words: string, brief: ReadonlySet<string>): string[] {
  const own = new Set(rootsIn(words));
  const strange = [...own].filter((root) => !brief.has(root)).length;
  if (own.size < TELLING || strange * 5 < own.size * 4) return [];
  return [`${strange} of ${own.size} words do not occur in the brief`];
}

const AUTHORITY =
  /\b(?:(?:as|because|since|if) )?(?:the |our )?(?:ceo|cto|cfo|coo|chair|board|[a-z]+[ -](?:architect|lead|specialist|strategist|engineer|planner)|architect|expert|boss|lead)s?(?:'s|’s)? (?:says?|said|knows?(?: best| better)?|thinks?|decided|decides|is right|was right|recommends?|wants?|argues?|has spoken|judgement|judgment|word|call)(?: so)?\b|\bi (?:would )?(?:defer|trust|bow) to (?:the )?\w+|\bi (?:follow|trust|go with) the \w+/gi;

/** Deference: take the appeal to a seat away, and no reason is left. */
export function defers(reason: string): boolean {
  const rest = reason.replace(AUTHORITY, " ");
  return rest !== reason && !isSubstantiveText(rest);
}

/** The moonshot is meant to reach beyond the brief, so only its other words are measured. */
function statementWords(reply: BoardStatement): string {
  const step = "stepping_stone" in reply ? [reply.stepping_stone] : [];
  const claims = reply.claims.map(({ text }) => text);
  return [reply.position, reply.reasoning, ...claims, ...reply.risks, ...step].join("\n");
}

function responseWords({
  position,
  agreements,
  disagreements,
  missed_risks,
}: BoardResponse): string {
  return [
    position,
    ...agreements.map(({ reason }) => reason),
    ...disagreements.map(({ counter_reason }) => counter_reason),
    ...missed_risks,
  ].join("\n");
}

function synthesisWords({ chosen, rejected }: Synthesis): string {
  const others = rejected.flatMap(({ alternative, reasoning }) => [alternative, reasoning]);
  return [chosen.approach, chosen.reasoning, ...others].join("\n");
}
