/** The built-in readers in phase 2 of a board: they answer the others with what those left out. */
import type { Brief } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import { foldText } from "../../../domain/evidence.ts";
import { isSubstantiveText } from "../../../text/substance.ts";
import { type LensAssessment, leadingPoint } from "../../retired-readers/bench.ts";
import { type JudgeChallenge, challengesTo } from "../../retired-readers/challenges.ts";
import type { OldPosition } from "../../retired-readers/old-position.ts";
import { type Persuasion, persuasionsFrom } from "../../retired-readers/persuasion.ts";
import { clauseOf, heldHeadline, nameOf } from "../../retired-readers/phrase.ts";
import { type ArgumentPoint, pointsOf } from "../../retired-readers/points.ts";
import { asSentence, quoted } from "../../retired-readers/sentences.ts";
import { isBetter, type OptionStanding, weigh } from "../../retired-readers/weigh.ts";
import type { BoardVoice, BoardRespondInput } from "../prompts/prompt-input.ts";
import { benchOf, choiceOf, type LaneBench, heldAs, lensFor, positionOf } from "./lane.ts";

export function answer(promptInput: BoardRespondInput): object {
  const { brief, seat, own, peers, round } = promptInput;
  const bench = benchOf(brief, seat);
  if (!bench) return withoutGrounds(promptInput);
  const before = positionOf(brief, own, bench.lens);
  const others = peers.map((peer) => positionOf(brief, peer, lensFor(peer.seat)));
  const moved = round === 1 && seat.role === "director" ? persuaded(bench, before, others) : null;
  const choice = moved?.choice ?? choiceOf(brief, own);
  const leading = mostHeld(brief, [own, ...peers]);
  const table = { bench, choice: choice ?? before.option, before, others, leading };
  const challenges = challengesOf(table, seat.role === "contrarian");
  return {
    agreements: agreementsOf(table, challenges),
    disagreements: challenges.map(({ judge, claim, counter_argument, evidence }) => ({
      with: judge,
      point: claim,
      counter_reason: counter_argument,
      evidence: evidence.filter(({ source }) => isSource(brief, source)),
    })),
    missed_risks: missedRisks(table, [own, ...peers]),
    position: moved ? moved.position : heldWords(table, own),
    ...(moved ? heldAs(brief, moved.choice) : { option: own.option, verdict: own.verdict }),
    confidence: moved ? Math.min(own.confidence, 60) : own.confidence,
    formal_dissent: dissentOf(table, promptInput),
    changed_because: moved && {
      claims: moved.claims,
      evidence: [],
      explanation: moved.explanation,
    },
    request_synthesis: round >= 2,
  };
}

interface Table {
  readonly bench: LensAssessment;
  readonly choice: string;
  readonly before: OldPosition;
  readonly others: readonly OldPosition[];
  /** The majority's position. */
  readonly leading: string | null;
}

function isSource(brief: Brief, source: string): boolean {
  return (
    brief.sources.some(({ id }) => id === source) ||
    brief.options.some(({ id }) => source === `option-${id}`)
  );
}

/** On a tie nobody leads, so that no side is taken for the way this is heading. */
function mostHeld(brief: Brief, all: readonly BoardVoice[]): string | null {
  const counts = new Map<string, number>();
  for (const voice of all) {
    const choice = choiceOf(brief, voice);
    if (choice !== null) counts.set(choice, (counts.get(choice) ?? 0) + 1);
  }
  const [first, second] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : null;
}

interface Move {
  readonly choice: string;
  readonly claims: readonly string[];
  readonly position: string;
  readonly explanation: string;
}

/** Verified quotes the seat had not counted may put another option ahead. */
function persuaded(
  { reading, lens, standings, findings }: LaneBench,
  own: OldPosition,
  others: readonly OldPosition[],
): Move | null {
  const persuasions = persuasionsFrom(others, own, reading);
  const after = weigh(reading, lens, [...findings, ...persuasions.map(({ finding }) => finding)]);
  const [best] = after;
  const score = (list: readonly OptionStanding[], id: string | undefined) =>
    list.find(({ option }) => option === id)?.score;
  const [was, wasBest] = [score(standings, own.option), score(standings, best?.option)];
  const now = score(after, own.option);
  if (!best || !was || !wasBest || !now || best.option === own.option) return null;
  if (!isBetter(lens, best.score, now) || isBetter(lens, wasBest, was)) return null;
  const causes = persuasions.filter(({ finding }) => speaksFor(finding, best, own.option));
  const [cause] = causes;
  if (!cause) return null;
  const [to, from] = [nameOf(reading, best.option), nameOf(reading, own.option)];
  const claims = [...new Set(causes.map(({ claim }) => claim))];
  const shown = claims.map((id) => {
    const clause = causes.find(({ claim }) => claim === id)?.clause ?? "";
    return `${id} shows ${quoted(clause)}`;
  });
  return {
    choice: best.option,
    claims,
    position: asSentence(`${cause.clause}, so ${to} now comes before ${from}`),
    explanation: `${shown.join(", ")}, which I had not counted; with that, ${to} comes before ${from}.`,
  };
}

function speaksFor(finding: Persuasion["finding"], best: OptionStanding, left: string): boolean {
  const good = finding.measure === "value" ? finding.weight > 0 : finding.weight < 0;
  return good ? finding.option === best.option : finding.option === left;
}

/** One or two at most, first against those with another position. */
function challengesOf(
  { bench, choice, before, others, leading }: Table,
  opposing: boolean,
): JudgeChallenge[] {
  const theirs = new Set(others.flatMap(({ claims }) => claims.map(({ id }) => id)));
  const said = before.claims
    .filter(({ about }) => theirs.has(about))
    .flatMap(({ evidence }) => evidence);
  const peers = others
    .filter(({ claims }) => claims.length > 0)
    .map((peer) => withCited(peer, said))
    .toSorted((a, b) => rank(a) - rank(b));
  function rank({ option }: OldPosition): number {
    if (opposing) return option === leading ? 0 : 1;
    return option === choice ? 1 : 0;
  }
  return challengesTo(peers.slice(0, 2), { ...bench, option: choice });
}

/** What this seat has quoted before counts as answered, so that it finds something new or admits it cannot. */
function withCited(peer: OldPosition, said: Claim["evidence"]): OldPosition {
  const [first, ...rest] = peer.claims;
  if (!first) return peer;
  return { ...peer, claims: [{ ...first, evidence: [...first.evidence, ...said] }, ...rest] };
}

/** With the first who agrees and was not challenged, on a claim with a verified quote. */
function agreementsOf({ others, choice }: Table, challenges: readonly JudgeChallenge[]) {
  const challenged = new Set(challenges.map(({ judge }) => judge));
  return others
    .filter(({ option, judge }) => option === choice && !challenged.has(judge.id))
    .flatMap(({ judge, claims }) => {
      const claim = claims.find(({ evidence }) => evidence.some(({ verified }) => verified));
      const quote = claim?.evidence.find(({ verified }) => verified)?.quote;
      if (!claim || quote === undefined) return [];
      const reason = `The brief bears ${claim.id} out where it says ${quoted(quote.replace(/\s+/g, " "))}, and nothing I read for speaks against it.`;
      return [{ with: judge.id, point: claim.id, reason }];
    })
    .slice(0, 1);
}

/** The brief's points against the leading option that nobody has raised. */
function missedRisks({ bench, leading, choice }: Table, all: readonly BoardVoice[]): string[] {
  const { reading } = bench;
  const target = leading ?? choice;
  const quotedAlready = new Set(
    all.flatMap(({ claims }) =>
      claims.flatMap(({ evidence }) => evidence.map(({ quote }) => foldText(quote))),
    ),
  );
  const raised = all.flatMap(({ risks, claims }) => [...risks, ...claims.map(({ text }) => text)]);
  const left = pointsOf(reading, "plain")
    .filter(({ option, side }) => option === target && side === "attacks")
    .filter(({ passage }) => !quotedAlready.has(foldText(passage.quote)))
    .map((point) => asSentence(clauseOf(point, nameOf(reading, target))))
    .filter((risk) => !raised.includes(risk) && isSubstantiveText(risk));
  return left.slice(0, 1);
}

function heldWords({ bench, choice }: Table, own: BoardVoice): string {
  const point = leadingFor(bench, choice);
  if (!point) return own.position;
  return heldHeadline({ lens: bench.lens, chosen: choice, point }, bench.reading);
}

function leadingFor(bench: LensAssessment, choice: string): ArgumentPoint | undefined {
  const standings = bench.standings.toSorted(
    (a, b) => Number(b.option === choice) - Number(a.option === choice),
  );
  return standings[0]?.option === choice ? leadingPoint({ ...bench, standings }) : undefined;
}

/** From round 2, when it is known where the table is heading. The contrarian dissents only on a hard point. */
function dissentOf({ bench, choice, leading }: Table, { seat, round }: BoardRespondInput) {
  if (round < 2 || leading === null || choice === leading) return null;
  const { reading } = bench;
  const name = nameOf(reading, leading);
  const worst = [...bench.points, ...pointsOf(reading, "plain")].find(
    ({ option, side }) => option === leading && side === "attacks",
  );
  if (seat.role === "contrarian" && !(worst?.hard && worst.strength >= HARD)) return null;
  const given = leadingFor(bench, choice);
  const own = given?.option === choice && given.side === "supports" ? given : undefined;
  const lost = own && quoted(clauseOf(own, nameOf(reading, choice)));
  const held = worst && quoted(clauseOf(worst, name));
  const gives = `It gives up what the brief says for ${nameOf(reading, choice)}`;
  const stands = "What the brief holds against it is not answered";
  const why =
    seat.role !== "contrarian" && lost !== undefined
      ? `${gives}: ${lost}.`
      : `${stands}: ${held ?? lost ?? "it names nothing that would carry it"}.`;
  return { text: `I do not go along with ${name}. ${why}`, against: name };
}

/** The strength of a point with a figure whose cue decides by itself. */
const HARD = 7;

/** Nothing in the brief can be weighed, so the only thing left to answer is that. */
function withoutGrounds({ own, peers, round }: BoardRespondInput): object {
  const peer = peers.find(({ claims }) => claims.length > 0);
  const [claim] = peer?.claims ?? [];
  return {
    agreements: [],
    disagreements:
      peer && claim
        ? [
            {
              with: peer.seat.id,
              point: claim.id,
              counter_reason: `${claim.id} names no figure and no passage of the brief, so it can be neither confirmed nor refuted here.`,
              evidence: [],
            },
          ]
        : [],
    missed_risks: ["Whatever is decided on this brief, nobody will be able to say afterwards why."],
    position: own.position,
    option: own.option,
    verdict: own.verdict,
    confidence: own.confidence,
    formal_dissent: null,
    changed_because: null,
    request_synthesis: round >= 2,
  };
}
