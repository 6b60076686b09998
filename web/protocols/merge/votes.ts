/** Every advocate's vote on every difference at a given event. */
import { type Json, toJsonFields, type JsonObject } from "../../../src/domain/json.ts";
import type { DebateTimeline, TimelineTurn } from "../../../src/timeline/debate-timeline.ts";

interface MergeVote {
  /** 0 where it names no draft. */
  readonly variant: number;
  /** What else it says: "combine", "leave"…; null where it names a draft, or cannot tell. */
  readonly instead: string | null;
  readonly conceded: boolean;
  /** Key of the turn it was said in. */
  readonly key: string;
}

interface MergeStanding {
  /** 0 where it is agreed that no draft's words alone should stand. */
  readonly winner: number | null;
  readonly how: "unanimous" | "majority" | "split";
  readonly votes: number;
}

export interface MergeVotes {
  /** Advocates who stated their case by then, in the order of the seats. */
  readonly present: readonly string[];
  /** Point to seat to its last word on it. */
  readonly cast: ReadonlyMap<string, ReadonlyMap<string, MergeVote>>;
}

const STATING = new Set(["statements", "statements-again"]);
const ARGUING = new Set([...STATING, "rebuttals", "finals"]);

export function mergeVotesAt(
  { seats, turns }: Pick<DebateTimeline, "seats" | "turns">,
  at: number,
): MergeVotes {
  const heard = turns.filter(
    (turn) => turn.at <= at && turn.reply !== null && ARGUING.has(turn.step),
  );
  const spoke = new Set(heard.filter(({ step }) => STATING.has(step)).map(({ seat }) => seat));
  const written = writtenIn(turns);
  const present = seats.map(({ id }) => id).filter((id) => spoke.has(id));
  const cast = new Map<string, Map<string, MergeVote>>();
  for (const turn of heard) {
    if (!spoke.has(turn.seat)) continue;
    for (const { point, ...vote } of votesIn(turn, findOwnVariant(written, turn.seat))) {
      const known = cast.get(point) ?? new Map<string, MergeVote>();
      known.set(turn.seat, vote);
      cast.set(point, known);
    }
  }
  return { present, cast };
}

/** Winners first; a concession in the same turn outweighs them. */
function votesIn(
  { reply, key }: TimelineTurn,
  own: number,
): (MergeVote & { readonly point: string })[] {
  const fields = toJsonFields(reply);
  const named = [...readFieldList(fields["winners"]), ...readFieldList(fields["changes"])];
  const conceded = readFieldList(fields["concessions"]).filter(({ variant }) => variant !== own);
  return [
    ...named.map((vote) => ({ vote, conceded: false })),
    ...conceded.map((vote) => ({ vote, conceded: true })),
  ].flatMap(({ vote: { point, variant, instead, same_as: same }, conceded: gaveUp }) => {
    if (typeof point !== "string" || typeof variant !== "number") return [];
    // whose vote it is the same as, is a combination or a section
    const taken = point.startsWith("U") ? "fold" : "combine";
    const named = typeof same === "string" ? taken : instead;
    const other = variant === 0 && typeof named === "string" ? named : null;
    const said = { variant, instead: other === "cannot-tell" ? null : other };
    return [{ point, ...said, conceded: gaveUp, key }];
  });
}

/** Numbers of the authors who wrote a variant; none where drafts were given. */
function writtenIn(turns: readonly TimelineTurn[]): number[] {
  const wrote = turns.filter(
    ({ step, reply }) => (step === "variants" || step === "variants-again") && reply !== null,
  );
  return [...new Set(wrote.map(({ seat }) => parseSeatNumber(seat)))].toSorted((a, b) => a - b);
}

/** The variant that a seat argues for: variants are counted anew where one was never written. */
function findOwnVariant(written: readonly number[], seat: string): number {
  const number = parseSeatNumber(seat);
  return written.length === 0 ? number : written.indexOf(number) + 1;
}

function parseSeatNumber(seat: string): number {
  return Number(/-(\d+)$/.exec(seat)?.[1] ?? 0);
}

function readFieldList(json: Json | undefined): JsonObject[] {
  return Array.isArray(json) ? json.map((one: Json) => toJsonFields(one)) : [];
}

/**
 * Two thirds of those present; of two, both. One vote decides nothing. What only one draft holds is taken by naming
 * that draft, and left by naming another.
 */
export function standingOn(
  { present, cast }: MergeVotes,
  point: string,
  holder: number | null = null,
): MergeStanding {
  const counts = new Map<string, number>();
  for (const { variant, instead } of cast.get(point)?.values() ?? []) {
    const named = holder === null || variant === holder ? `${variant}` : "leave";
    const said = variant > 0 ? named : instead === "take" ? `${holder ?? 0}` : instead;
    if (said !== null) counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  const [leader] = [...counts].toSorted(([, a], [, b]) => b - a);
  const votes = leader?.[1] ?? 0;
  const isAgreed = leader !== undefined && present.length > 1 && votes * 3 >= present.length * 2;
  if (!isAgreed) return { winner: null, how: "split", votes };
  const winner = /^\d+$/.test(leader[0]) ? Number(leader[0]) : 0;
  return { winner, how: votes === present.length ? "unanimous" : "majority", votes };
}

// The steps of a merge at a given event: which are done, which one is in progress, which are ahead or were not needed.

export interface MergeStep {
  readonly name: string;
  readonly state: "done" | "now" | "ahead" | "skipped";
}

interface Sign {
  readonly name: string;
  /** Done once something by this name was published or closed. */
  readonly published?: RegExp;
  readonly closed?: string;
  /** Only there where it was begun. */
  readonly ifBegun?: true;
}

const SIGNS: readonly Sign[] = [
  { name: "Variants", published: /^adversarial\/variant-/ },
  { name: "Differences", published: /^adversarial\/diff-analysis\.md$/ },
  { name: "Statements", closed: "statements" },
  { name: "Rebuttals", closed: "rebuttals" },
  { name: "Final arguments", closed: "finals", ifBegun: true },
  { name: "Scores", published: /^adversarial\/base-selection\.md$/ },
  { name: "Plan", published: /^adversarial\/refactor-plan\.md$/ },
  { name: "Merge", published: /^adversarial\/provenance\.json$/ },
];

export function mergeSteps(
  debateTimeline: Pick<DebateTimeline, "publications" | "steps" | "end">,
  at: number,
): MergeStep[] {
  const { publications, steps, end } = debateTimeline;
  const names = publications.filter((one) => one.at <= at).map(({ name }) => name);
  const begun = steps.filter((one) => one.at <= at);
  const isDone = ({ published, closed }: Sign): boolean =>
    published
      ? names.some((name) => published.test(name))
      : begun.some(({ step, closedAt }) => step === closed && closedAt !== null && closedAt <= at);
  const shown = SIGNS.filter(
    ({ ifBegun, closed }) => ifBegun !== true || begun.some(({ step }) => step === closed),
  );
  const last = shown.findLastIndex(isDone);
  const hasEnded = end !== null && end.at <= at;
  return shown.map((sign, index) => {
    const { name } = sign;
    if (isDone(sign)) return { name, state: "done" };
    if (index < last) return { name, state: "skipped" };
    if (hasEnded) return { name, state: "skipped" };
    return { name, state: index === last + 1 ? "now" : "ahead" };
  });
}
