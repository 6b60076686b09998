/** A counter-argument against one claim of every other judge, with the words it ignored. */
import type { Claim } from "../../domain/claim.ts";
import { type Evidence, foldText } from "../../domain/evidence.ts";
import type { LensAssessment } from "./bench.ts";
import { hasHardFigure } from "./numbers.ts";
import type { OldLensId } from "./old-lens.ts";
import type { OldPosition } from "./old-position.ts";
import { clauseOf, nameOf } from "./phrase.ts";
import { type ArgumentPoint, pointsOf } from "./points.ts";
import { quoted } from "./sentences.ts";

export interface JudgeChallenge {
  readonly judge: string;
  readonly claim: string;
  readonly counter_argument: string;
  readonly evidence: readonly Evidence[];
}

export interface Challenger extends LensAssessment {
  /** What the challenger itself recommends now. */
  readonly option: string;
}

export function challengesTo(
  peers: readonly OldPosition[],
  challenger: Challenger,
): JudgeChallenge[] {
  const used = new Set<string>();
  return peers.map((peer, index) => {
    const claim = peer.option === challenger.option ? weakest(peer) : carrying(peer);
    const id = claim?.id ?? peer.judge.id;
    const again = index > 0;
    const point = unanswered(peer, challenger, used);
    const to = { judge: peer.judge.id, claim: id };
    if (!point)
      return {
        ...to,
        counter_argument: unproven(peer, { claim, again }, challenger),
        evidence: [],
      };
    used.add(point.passage.quote);
    return {
      ...to,
      counter_argument: counter({ id, peer, claim, point, again }, challenger),
      evidence: [{ source: point.passage.source, quote: point.passage.quote }],
    };
  });
}

/** The claim a position rests on: the first that speaks for its option. */
function carrying({ claims, option }: OldPosition): Claim | undefined {
  return claims.find(({ about, side }) => about === option && side === "supports") ?? claims[0];
}

/** The claim with the least behind it: no verified quote, or no figure. */
function weakest({ claims }: OldPosition): Claim | undefined {
  return (
    claims.find(({ evidence }) => !evidence.some(({ verified }) => verified)) ??
    claims.find(({ evidence }) => !evidence.some(({ quote }) => hasHardFigure(quote))) ??
    claims.at(-1)
  );
}

/** The strongest thing the brief says against the peer's option, or for the own one, that the peer cites nowhere. */
function unanswered(
  peer: OldPosition,
  { reading, lens, points, option }: Challenger,
  used: ReadonlySet<string>,
): ArgumentPoint | undefined {
  const cited = new Set(
    peer.claims.flatMap(({ evidence }) => evidence.map(({ quote }) => foldText(quote))),
  );
  const anyLens = pointsOf(reading, "plain");
  const against = (point: ArgumentPoint): boolean =>
    point.option === peer.option && point.side === "attacks";
  const forOwn = (point: ArgumentPoint): boolean =>
    point.option === option && point.side === "supports" && lens !== "risk";
  const candidates = [
    ...points.filter(against),
    ...(peer.option === option ? [] : points.filter(forOwn)),
    ...anyLens.filter(against),
  ].filter(({ passage }) => !cited.has(foldText(passage.quote)));
  return candidates.find(({ passage }) => !used.has(passage.quote)) ?? candidates[0];
}

interface Counter {
  readonly id: string;
  readonly peer: OldPosition;
  readonly claim: Claim | undefined;
  readonly point: ArgumentPoint;
  /** Another challenge of this reply was worded before. */
  readonly again: boolean;
}

function counter(
  { id, peer, claim, point, again }: Counter,
  { reading, lens, option }: Challenger,
): string {
  const theirs = nameOf(reading, peer.option);
  const words = quoted(clauseOf(point, nameOf(reading, point.option)));
  if (peer.option === option) return agreeing(id, theirs, { words, again });
  if (point.option === option)
    return `${id} passes over ${FOR_OWN[lens]} ${nameOf(reading, option)}: ${words}.`;
  const speaks = claim?.about === peer.option && claim.side === "supports";
  const lead = speaks
    ? `${id} ${PRAISES[peer.lens]} ${theirs}`
    : `${id} finds fault elsewhere and chooses ${theirs}`;
  return `${lead}, but ${AGAINST[lens](point.topic)}: ${words}.`;
}

function agreeing(
  id: string,
  theirs: string,
  { words, again }: { words: string; again: boolean },
): string {
  return again
    ? `${id} makes the case for ${theirs} without a word on this: ${words}.`
    : `${id} leads to ${theirs} as I do, but leaves an objection to it unanswered: ${words}.`;
}

const FOR_OWN: Readonly<Record<OldLensId, string>> = {
  risk: "the safety of",
  value: "what people gain by",
  effort: "what the work returns with",
  plain: "what speaks for",
};

/** What each lens claims when it speaks for an option. */
const PRAISES: Readonly<Record<OldLensId, string>> = {
  risk: "praises the safety of",
  value: "counts what people gain by",
  effort: "counts the return of",
  plain: "speaks for",
};

const AGAINST: Readonly<Record<OldLensId, (topic: string) => string>> = {
  risk: (topic) =>
    topic.endsWith("/user") ? "leaves out who bears the damage" : "leaves out what can go wrong",
  value: () => "leaves out what people would miss",
  effort: (topic) =>
    topic.startsWith("work/") || topic.startsWith("uncertainty/")
      ? "leaves out the work"
      : "leaves out how little comes back",
  plain: () => "leaves out what stands against it",
};

/** Nothing in the brief is left to quote: what remains is what the claim itself does not show. */
function unproven(
  peer: OldPosition,
  { claim, again }: Pick<Counter, "claim" | "again">,
  { reading, lens, standings, option }: Challenger,
): string {
  const theirs = nameOf(reading, peer.option);
  const other = standings.find((standing) => standing.option !== peer.option);
  const rival = nameOf(reading, other?.option ?? option);
  if (!claim)
    return `The case for ${theirs} names no claim at all, so nothing shows it ahead of ${rival}.`;
  return again
    ? `${claim.id} speaks of ${theirs} alone; without the same figure for ${rival} it settles nothing about ${NOUN[lens]}.`
    : `${claim.id} gives no measured comparison of ${theirs} with ${rival}, so how far it decides on ${NOUN[lens]} stays open.`;
}

const NOUN: Readonly<Record<OldLensId, string>> = {
  risk: "risk",
  value: "value",
  effort: "return on effort",
  plain: "the merits",
};
