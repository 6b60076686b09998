/** Puts points into sentences that begin with the brief's own words and end with the conclusion. */
import { callAtStart } from "./attribution.ts";
import { daysOf } from "./days.ts";
import type { OldLensId } from "./old-lens.ts";
import type { ArgumentPoint } from "./points.ts";
import type { OfflineBriefReading } from "./read-brief.ts";
import { asSentence, opening, quoted, shortened } from "./sentences.ts";
import { stemsOf } from "./words.ts";

/** An option's name inside a sentence. */
export function nameOf(reading: OfflineBriefReading, option: string): string {
  const name = reading.options.find(({ id }) => id === option)?.name ?? `option ${option}`;
  if (IMPERATIVE.test(name)) return `“${name}”`;
  return name.replace(/^(?:The|A|An|Our|One|No)\b(?= )/, (article) => article.toLowerCase());
}

/** A name that is an order, such as "Keep the old code", reads as a quotation only. */
const IMPERATIVE =
  /^(?:accept|add|adopt|allow|ask|ban|buy|build|change|close|continue|create|cut|delay|delete|do|drop|expand|extend|fix|freeze|give|go|hire|hold|introduce|invest|keep|launch|leave|let|make|merge|migrate|move|offer|open|outsource|pause|pay|postpone|publish|put|raise|rebuild|refactor|reject|rename|remove|replace|require|rewrite|roll|run|sell|ship|show|sign|split|start|stay|stick|stop|support|switch|take|test|train|try|turn|use|wait|write)\b/i;

/** The point's own words as the beginning of a sentence, "it" replaced by the option's name. */
export function clauseOf(point: ArgumentPoint, name: string): string {
  const { said, form } = point.passage;
  if (form === "cell") return opening(`${name} is listed with “${said}”`);
  const direct = !point.topic.startsWith("need/");
  const resolved = direct ? withName(said, name, point.option) : said;
  return shortened(opening(resolved), LONGEST_CLAUSE);
}

/** A sentence taken out of its section has to say whom it speaks of. */
function withName(said: string, name: string, id: string): string {
  const called = callAtStart(said, id);
  if (called !== "") return name + said.slice(called.length);
  return said
    .replace(/^(?:it|this) (?=[a-z])/i, () => `${name} `)
    .replace(/^its ([\p{L}-]+) /iu, (_, thing: string) => `The ${thing} of ${name} `);
}

/** Past this a reader has lost the beginning when the conclusion comes. */
const LONGEST_CLAUSE = 150;

/** A claim: what the brief says, and what follows for the option. */
export function claimText(point: ArgumentPoint, reading: OfflineBriefReading): string {
  const name = nameOf(reading, point.option);
  const clause = clauseOf(point, name);
  const tail = TAILS[`${point.topic}/${point.side}`] ?? TAILS[point.topic];
  // a second "and" or "which" makes a sentence that nobody reads to its end
  const full = /, (?:and|which) /.test(clause) || clause.length > COMFORTABLE;
  if (!tail || (full && tail.form === "and") || clause.endsWith("…")) return asSentence(clause);
  return asSentence(clause + tail.words({ name, named: mentions(clause, name), point, reading }));
}

const COMFORTABLE = 110;

interface Subject {
  readonly name: string;
  /** The clause has named the option already. */
  readonly named: boolean;
  readonly point: ArgumentPoint;
  readonly reading: OfflineBriefReading;
}

interface Tail {
  readonly form: "and" | "so";
  readonly words: (subject: Subject) => string;
}

const and = (words: Tail["words"]): Tail => ({ form: "and", words });
const so = (words: Tail["words"]): Tail => ({ form: "so", words });
const it = ({ name, named }: Subject): string => (named ? "it" : name);
const ofIt = ({ name, named }: Subject): string => (named ? "" : ` of ${name}`);

const TAILS: Readonly<Record<string, Tail>> = {
  "risk/technical/attacks": and((subject) => `, and that is a technical risk${ofIt(subject)}`),
  "risk/user/attacks": and(({ name, named }) =>
    named ? ", and its users would bear that" : `, and the users of ${name} would bear that`,
  ),
  "risk/business/attacks": and((subject) => `, and that is a business risk${ofIt(subject)}`),
  "risk/operational/attacks": and((subject) => `, and that is an operational risk${ofIt(subject)}`),
  "risk/technical/supports": so((subject) => `, so less can break with ${it(subject)}`),
  "risk/user/supports": so((subject) => `, so ${it(subject)} asks little of its users`),
  "risk/business/supports": so((subject) => `, so ${it(subject)} exposes the business less`),
  "risk/operational/supports": so((subject) => `, so ${it(subject)} is less of a burden to run`),
  "value/delight/supports": and(({ name, named }) =>
    named ? ", a gain its users would notice" : `, a gain that users of ${name} would notice`,
  ),
  "value/competitive/supports": and((subject) => `, and that sets ${it(subject)} apart`),
  "value/retention/supports": and((subject) =>
    subject.named
      ? ", a reason for customers to stay"
      : `, so customers have a reason to stay with ${it(subject)}`,
  ),
  "value/growth/supports": and((subject) => `, and ${it(subject)} is how to get that growth`),
  "value/delight/attacks": so((subject) => `, so ${it(subject)} falls short there`),
  "value/growth/attacks": so((subject) => `, so ${it(subject)} falls short there`),
  "need/served": and(({ name }) => `, and ${name} meets that need`),
  "need/left": and(({ name }) => `, and ${name} leaves that as it is`),
  "work/too-much": so(
    ({ reading }) => `, more than the ${wholeDays(reading.capacity?.days ?? 0)} the team has`,
  ),
  "work/fits": so(
    ({ point, reading }) =>
      `, ${wholeDays(daysOf(point.option, reading).total)} of the ${reading.capacity?.days ?? 0} the team has`,
  ),
  "work/least": so(() => ", less than any other option with an estimate"),
  "work/multiple": so(
    ({ point, reading }) => `, ${timesTheLeast(point.option, reading)} the smallest estimate`,
  ),
  "uncertainty/uncertainty/attacks": so(
    (subject) => `, so the estimate for ${it(subject)} is likely to slip`,
  ),
  "uncertainty/uncertainty/supports": so(() => ", so the work is known"),
};

function mentions(clause: string, name: string): boolean {
  return ` ${stemsOf(clause).join(" ")} `.includes(` ${stemsOf(name).join(" ")} `);
}

function wholeDays(days: number): string {
  return `${Math.round(days)} person-days`;
}

function timesTheLeast(option: string, reading: OfflineBriefReading): string {
  const totals = reading.options
    .map(({ id }) => daysOf(id, reading))
    .filter(({ stated }) => stated);
  const least = Math.min(...totals.map(({ total }) => total));
  return `${Math.round(daysOf(option, reading).total / least)} times`;
}

export interface RecommendationCase {
  readonly lens: OldLensId;
  readonly chosen: string;
  /** The option nearest to it. */
  readonly rival: string;
  readonly point: ArgumentPoint;
}

/** The case in one sentence, built around its strongest point. */
export function headline(
  { lens, chosen, rival, point }: RecommendationCase,
  reading: OfflineBriefReading,
): string {
  const name = nameOf(reading, chosen);
  const clause = clauseOf(point, nameOf(reading, point.option));
  if (point.option !== chosen) {
    const other = nameOf(reading, point.option);
    return asSentence(
      `${clause}, so ${AGAINST[lens](mentions(clause, other) ? "it" : other, name)}`,
    );
  }
  if (point.side === "attacks") {
    const words = quoted(point.passage.said);
    return asSentence(
      `${name} comes out ahead of ${nameOf(reading, rival)}, in spite of this: ${words}`,
    );
  }
  if (point.topic === "need/served") return asSentence(`${clause}, and ${name} ${SERVES[lens]}`);
  return asSentence(
    mentions(clause, name)
      ? `${clause}, which makes it ${APPOSITION[lens]}`
      : `${clause}, so ${name} ${VERDICT[lens]}`,
  );
}

/** The same case in round 2, for a judge who has read the others and stays. */
export function heldHeadline(
  { lens, chosen, point }: Omit<RecommendationCase, "rival">,
  reading: OfflineBriefReading,
): string {
  const name = nameOf(reading, chosen);
  const clause = clauseOf(point, nameOf(reading, point.option));
  const subject = mentions(clause, name) && point.option === chosen ? "it" : name;
  return asSentence(
    `${clause}, and nothing the others quote outweighs that: ${subject} stays ${APPOSITION[lens]}`,
  );
}

type Against = (other: string, chosen: string) => string;

const AGAINST: Readonly<Record<OldLensId, Against>> = {
  risk: (other, chosen) => `${other} carries more risk than ${chosen}`,
  value: (other, chosen) => `${other} gives people less than ${chosen}`,
  effort: (other, chosen) => `${chosen} returns more for the work than ${other}`,
  plain: (other, chosen) => `${other} falls behind ${chosen}`,
};

const SERVES: Readonly<Record<OldLensId, string>> = {
  risk: "is the safest way to meet that",
  value: "serves that best",
  effort: "serves that for the least work",
  plain: "serves that best",
};

const VERDICT: Readonly<Record<OldLensId, string>> = {
  risk: "carries the least risk",
  value: "is worth the most",
  effort: "returns the most for the work",
  plain: "has the most in its favour",
};

const APPOSITION: Readonly<Record<OldLensId, string>> = {
  risk: "the safest option",
  value: "the most valuable option",
  effort: "the best return on the work",
  plain: "the strongest option",
};
