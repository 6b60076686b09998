/**
 * Claims as cards, and the links between them.
 *
 * CL1. A card and its links show what was known when they were made: a claim that names an id assigned only later
 *      refers to nothing.
 * CL2. A claim answers an attack if it is by the attacked participant, and concedes it if it supports it. A concern
 *      that a seat raises in its own name is addressed to everyone else, and whatever they say about it answers it.
 */
import { isVerifiedClaim } from "../audit/measures/claim-ledger.ts";
import type { Claim } from "../domain/claim.ts";
import type {
  ClaimCard,
  PositionLane,
  ArgumentLink,
  SeatCard,
  TimelineTurn,
} from "./debate-timeline.ts";
import { resolveLaneId } from "./lanes.ts";

export interface ClaimGraph {
  readonly claims: ReadonlyMap<string, ClaimCard>;
  readonly links: readonly ArgumentLink[];
}

export function buildClaimGraph(
  turns: readonly TimelineTurn[],
  lanes: readonly PositionLane[],
  seats: readonly SeatCard[],
): ClaimGraph {
  const table: ClaimGraphContext = {
    claims: new Map(),
    laneFrom: new Map(lanes.map(({ id, at }) => [id, at])),
    seats: new Set(seats.map(({ id }) => id)),
  };
  const links: ArgumentLink[] = [];
  for (const turn of turns) {
    for (const claim of turn.claims)
      table.claims.set(claim.id, createClaimCard(claim, turn, table));
    for (const claim of turn.claims)
      if (claim.aside !== true) links.push(createArgumentLink(claim, turn, table));
    links.push(...listGrantLinks(turn, table));
  }
  return { claims: table.claims, links };
}

interface ClaimGraphContext {
  /** Those made so far. */
  readonly claims: Map<string, ClaimCard>;
  readonly laneFrom: ReadonlyMap<string, number>;
  readonly seats: ReadonlySet<string>;
}

function createClaimCard(claim: Claim, turn: TimelineTurn, table: ClaimGraphContext): ClaimCard {
  const supported =
    claim.side === "supports" ? findLaneAt(resolveLaneId(claim.about), turn.at, table) : null;
  const held = turn.said?.position ?? turn.before;
  const lane = supported ?? (held === null ? null : findLaneAt(held, turn.at, table));
  return {
    at: turn.at,
    claim,
    key: turn.key,
    step: turn.step,
    lane,
    verified: isVerifiedClaim(claim),
  };
}

function findLaneAt(id: string, at: number, { laneFrom }: ClaimGraphContext): string | null {
  const from = laneFrom.get(id);
  return from !== undefined && from <= at ? id : null;
}

function createArgumentLink(
  claim: Claim,
  turn: TimelineTurn,
  table: ClaimGraphContext,
): ArgumentLink {
  const target = table.claims.get(claim.about);
  const common = { at: turn.at, from: claim.id, by: claim.by };
  if (target) {
    const kind = classifyArgumentLink(target.claim, { claim, turn }, table);
    return { ...common, kind, to: claim.about, toKind: "claim" };
  }
  const kind = claim.side === "attacks" ? "challenges" : "supports";
  const lane = findLaneAt(resolveLaneId(claim.about), turn.at, table);
  if (lane !== null) return { ...common, kind, to: lane, toKind: "lane" };
  const toKind = table.seats.has(claim.about) ? "seat" : "other";
  return { ...common, kind, to: claim.about, toKind };
}

/** CL2 */
function classifyArgumentLink(
  target: Claim,
  { claim, turn }: { claim: Claim; turn: TimelineTurn },
  table: ClaimGraphContext,
): ArgumentLink["kind"] {
  const attacks = claim.side === "attacks";
  if (target.side !== "attacks" || target.by === claim.by)
    return attacks ? "challenges" : "supports";
  if (isOwnConcern(target)) return "answers";
  if (!attacks) return "grants";
  return isAttackedSeat(target, turn, table) ? "answers" : "challenges";
}

export function isOwnConcern({ about, by, side }: Claim): boolean {
  return side === "attacks" && about === by;
}

function isAttackedSeat(
  { about, by }: Claim,
  turn: TimelineTurn,
  table: ClaimGraphContext,
): boolean {
  const claim = table.claims.get(about)?.claim;
  if (claim && claim.by !== by) return claim.by === turn.seat;
  const lane = findLaneAt(resolveLaneId(about), turn.at, table);
  if (lane !== null) return lane === turn.before || lane === turn.said?.position;
  return !table.seats.has(about) || about === turn.seat;
}

/** Claims of others that were named as the cause of the current position. */
function listGrantLinks(
  { at, key, seat, said }: TimelineTurn,
  { claims }: ClaimGraphContext,
): ArgumentLink[] {
  return [...new Set(said?.because)]
    .filter((id) => (claims.get(id)?.claim.by ?? seat) !== seat)
    .map((to) => ({ at, kind: "grants", from: key, to, toKind: "claim", by: seat }));
}
