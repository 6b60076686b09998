/** F24-F26: warnings about what a board should not do. They are recorded and change nothing. */
import type { Spoken } from "../../../domain/round.ts";
import { findHollowness } from "../../../text/substance.ts";
import type { BoardResponse, BoardStatement, Synthesis } from "../replies.ts";
import { type BoardHearing, claimsBefore } from "./board-debate.ts";
import { presets } from "./presets.ts";
import { defersToAuthority } from "./reasons.ts";

export interface Flag {
  readonly by: string;
  /** Key of the turn, such as `responses-2/cto`. */
  readonly turn: string;
  readonly kind: "code" | "scope" | "deference" | "copy";
  readonly detail: string;
}

export function flagsIn(
  hearing: BoardHearing,
  synthesis: Spoken<Synthesis> | undefined,
): readonly Flag[] {
  const responses = hearing.rounds.flatMap(({ spoken }) => spoken);
  const written = [
    ...hearing.statements.spoken.map((turn) => ({ turn, words: statementWords(turn.reply) })),
    ...responses.map((turn) => ({ turn, words: responseWords(turn.reply) })),
    ...(synthesis ? [{ turn: synthesis, words: synthesisWords(synthesis.reply) }] : []),
  ];
  const code = presets[hearing.preset].planning
    ? written.flatMap(({ turn, words }) =>
        codeIn(words).map((detail) => ({
          by: turn.by,
          turn: turn.key,
          kind: "code" as const,
          detail,
        })),
      )
    : [];
  const deference = responses.flatMap(({ by, key, reply }) =>
    reasonsIn(reply)
      .filter(defersToAuthority)
      .map((detail) => ({ by, turn: key, kind: "deference" as const, detail })),
  );
  return [...code, ...deference, ...copiesIn(hearing), ...scopeIn(hearing)];
}

/** F24: code cannot tell what a brief is about. The gate reviewer can, and names points by id. */
function scopeIn(hearing: BoardHearing): Flag[] {
  const claims = new Map(claimsBefore(hearing).map((claim) => [claim.id, claim]));
  return hearing.gates.flatMap(({ turn }) => {
    if (turn.kind === "absent") return [];
    return turn.reply.outside_brief.flatMap(({ claim: id, reason }): Flag[] => {
      const claim = claims.get(id);
      return claim
        ? [{ by: claim.by, turn: turn.key, kind: "scope", detail: `${id}: ${reason}` }]
        : [];
    });
  });
}

/** K8: two seats that give the same words in one round have not both thought. */
function copiesIn({ rounds }: BoardHearing): Flag[] {
  return rounds.flatMap(({ spoken }) =>
    spoken.flatMap(({ by, key, reply }, place): Flag[] => {
      const others = spoken.slice(0, place).flatMap((turn) => reasonsIn(turn.reply));
      const rule = { minimumWords: 1 };
      const isCopied = (reason: string): boolean =>
        others.length > 0 &&
        findHollowness(reason, { mayAgree: true, rule }) === null &&
        findHollowness(reason, { others, mayAgree: true, rule }) !== null;
      return reasonsIn(reply)
        .filter(isCopied)
        .map((detail) => ({ by, turn: key, kind: "copy", detail }));
    }),
  );
}

function reasonsIn({ agreements, disagreements, changed_because }: BoardResponse): string[] {
  return [
    ...agreements.map(({ reason }) => reason),
    ...disagreements.map(({ counter_reason }) => counter_reason),
    ...(changed_because ? [changed_because.explanation] : []),
  ];
}

/** Diagrams and schemas are how a plan is written; anything else between fences is an implementation. */
const PLANS = new Set(
  "mermaid plantuml dot graphviz ascii text txt diagram schema json-schema jsonschema graphql proto".split(
    " ",
  ),
);

export function codeIn(words: string): string[] {
  const fenced = [...words.matchAll(/```([\w+-]*)[^\n]*\n/g)]
    .map(([, language = ""]) => language.toLowerCase())
    .filter((language, index) => index % 2 === 0 || language !== "")
    .filter((language) => !PLANS.has(language))
    .map((language) => `a block of ${language === "" ? "code" : language}`);
  const bare = words.replace(/```[\s\S]*?(?:```|$)/g, "").match(STATEMENT) ?? [];
  return [
    ...fenced,
    ...(bare.length >= FEWEST_STATEMENTS ? [`code such as ${bare[0]?.trim()}`] : []),
  ];
}

/** One line of code may be an example in a sentence; two are an implementation. */
const FEWEST_STATEMENTS = 2;

/** Statements that prose does not have: they begin a line or follow another, and end as code does. */
const STATEMENT =
  /(?:^|[;{}]|\n)\s*(?:(?:export |async |public |private |static )*(?:function|class|interface) \w+\s*[({<]|(?:const|let|var) \w+\s*=[^=]|def \w+\(|import [\w{},* ]+ from |from [\w.]+ import |(?:if|for|while) ?\([^)\n]*\)\s*\{|return [^.\n;]*;|(?:ALTER|CREATE|DROP) (?:TABLE|INDEX) \w+[^.\n;]*;|SELECT [\w*, ]+ FROM \w+|INSERT INTO \w+|[\w.]+\([^)\n]*\);)/g;

function statementWords(reply: BoardStatement): string {
  const claims = reply.claims.flatMap(({ text, detail }) => [text, detail ?? ""]);
  const versions = "moonshot" in reply ? [reply.moonshot, reply.stepping_stone] : [];
  return [reply.position, reply.reasoning, ...claims, ...versions].join("\n");
}

function responseWords(reply: BoardResponse): string {
  return [reply.position, ...reasonsIn(reply), ...reply.missed_risks.map(({ text }) => text)].join(
    "\n",
  );
}

function synthesisWords({ approach, reasoning, rejected }: Synthesis): string {
  return [approach, reasoning, ...rejected.map((one) => one.reasoning)].join("\n");
}
