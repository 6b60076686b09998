/**
 * Claims as cards, and what they have to do with each other.
 *
 * CL1. A card and a link are told by what was known when they were made: a claim that names an id which is only
 *      given later speaks of nothing.
 * CL2. A claim answers an attack where it is by the attacked, and grants it where it supports it. A concern that a
 *      seat raises in its own name is put to everyone else, and whatever they say of it answers it.
 */
import { isVerified } from "../audit/ledger.ts";
import type { Claim } from "../domain/claim.ts";
import { laneMeant } from "./lanes.ts";
import type { ClaimCard, Lane, Link, SeatCard, Turn } from "./story.ts";

export interface Argued {
  readonly claims: ReadonlyMap<string, ClaimCard>;
  readonly links: readonly Link[];
}

export function arguedIn(
  turns: readonly Turn[],
  lanes: readonly Lane[],
  seats: readonly SeatCard[],
): Argued {
  const table: Table = {
    claims: new Map(),
    laneFrom: new Map(lanes.map(({ id, at }) => [id, at])),
    seats: new Set(seats.map(({ id }) => id)),
  };
  const links: Link[] = [];
  for (const turn of turns) {
    for (const claim of turn.claims) table.claims.set(claim.id, cardOf(claim, turn, table));
    for (const claim of turn.claims) links.push(linkOf(claim, turn, table));
    links.push(...grantsIn(turn, table));
  }
  return { claims: table.claims, links };
}

interface Table {
  /** Those made so far. */
  readonly claims: Map<string, ClaimCard>;
  readonly laneFrom: ReadonlyMap<string, number>;
  readonly seats: ReadonlySet<string>;
}

function cardOf(claim: Claim, turn: Turn, table: Table): ClaimCard {
  const supported =
    claim.side === "supports" ? laneAt(laneMeant(claim.about), turn.at, table) : null;
  const held = turn.said?.position ?? turn.before;
  const lane = supported ?? (held === null ? null : laneAt(held, turn.at, table));
  return {
    at: turn.at,
    claim,
    key: turn.key,
    step: turn.step,
    lane,
    verified: isVerified(claim),
  };
}

function laneAt(id: string, at: number, { laneFrom }: Table): string | null {
  const from = laneFrom.get(id);
  return from !== undefined && from <= at ? id : null;
}

function linkOf(claim: Claim, turn: Turn, table: Table): Link {
  const target = table.claims.get(claim.about);
  const common = { at: turn.at, from: claim.id, by: claim.by };
  if (target) {
    const kind = kindOn(target.claim, { claim, turn }, table);
    return { ...common, kind, to: claim.about, toKind: "claim" };
  }
  const kind = claim.side === "attacks" ? "challenges" : "supports";
  const lane = laneAt(laneMeant(claim.about), turn.at, table);
  if (lane !== null) return { ...common, kind, to: lane, toKind: "lane" };
  const toKind = table.seats.has(claim.about) ? "seat" : "other";
  return { ...common, kind, to: claim.about, toKind };
}

/** CL2 */
function kindOn(
  target: Claim,
  { claim, turn }: { claim: Claim; turn: Turn },
  table: Table,
): Link["kind"] {
  const attacks = claim.side === "attacks";
  if (target.side !== "attacks" || target.by === claim.by)
    return attacks ? "challenges" : "supports";
  if (isOwnConcern(target)) return "answers";
  if (!attacks) return "grants";
  return isAttacked(target, turn, table) ? "answers" : "challenges";
}

export function isOwnConcern({ about, by, side }: Claim): boolean {
  return side === "attacks" && about === by;
}

function isAttacked({ about, by }: Claim, turn: Turn, table: Table): boolean {
  const claim = table.claims.get(about)?.claim;
  if (claim && claim.by !== by) return claim.by === turn.seat;
  const lane = laneAt(laneMeant(about), turn.at, table);
  if (lane !== null) return lane === turn.before || lane === turn.said?.position;
  return !table.seats.has(about) || about === turn.seat;
}

/** Claims of others that were named as the cause of holding what is held now. */
function grantsIn({ at, key, seat, said }: Turn, { claims }: Table): Link[] {
  return [...new Set(said?.because)]
    .filter((id) => (claims.get(id)?.claim.by ?? seat) !== seat)
    .map((to) => ({ at, kind: "grants", from: key, to, toKind: "claim", by: seat }));
}
