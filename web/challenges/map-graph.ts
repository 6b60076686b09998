/** What the map shows: claims that are challenged or challenge, and the answers to them. */
import type {
  ClaimCard,
  ChallengeFate,
  ArgumentLink,
  DebateTimeline,
} from "../../src/timeline/debate-timeline.ts";
import { type ChallengeSnapshot, listChallengesAt } from "../../src/timeline/snapshot/snapshot.ts";

export interface MapNode {
  /** Claim id; of several that are shown as one, their ids joined. */
  readonly id: string;
  readonly cards: readonly ClaimCard[];
  readonly step: string;
  /** How a challenge was answered; null for a claim that challenges nothing. */
  readonly fate: ChallengeFate | null;
  /** Shown in red. */
  readonly isPressing: boolean;
  /** What it attacks, if that is not a claim. */
  readonly target: { readonly kind: "lane" | "seat" | "other"; readonly id: string } | null;
  /** Seats that named it as the cause of their current position. */
  readonly moved: readonly string[];
}

export interface MapEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: "challenges" | "answers" | "grants";
  readonly open: boolean;
}

export interface MapGraph {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
  /** Challenges that are not shown, for want of room. */
  readonly leftOut: number;
}

export interface MapGraphOptions {
  readonly at: number;
  /** Shows unanswered challenges one by one, even if they attack the same claim. */
  readonly each: boolean;
  /** More challenges than this are not shown: open ones come first, then the newest. */
  readonly most: number;
  readonly fate?: ChallengeFate | null;
}

/** So many that attack the same in one step, and were not taken up, are shown as one. */
const MIN_GROUP_SIZE = 3;

export function buildMapGraph(debateTimeline: DebateTimeline, setting: MapGraphOptions): MapGraph {
  const all = listChallengesAt(debateTimeline, setting.at).filter(
    ({ fate }) => !setting.fate || fate === setting.fate,
  );
  const chosen = selectMostImportant(all, setting.most);
  const links = debateTimeline.links.filter(({ at }) => at <= setting.at);
  const shown = collectRelatedClaims(chosen, links, debateTimeline);
  const taken = new Set(links.map(({ to }) => to));
  const groups = setting.each ? [] : groupSimilarChallenges(chosen, (id) => taken.has(id));
  const nodesById = new Map<string, string>();
  for (const group of groups)
    for (const { card } of group) nodesById.set(card.claim.id, formatGroupId(group));
  const byId = new Map(chosen.map((challenge) => [challenge.card.claim.id, challenge]));
  const nodes = [
    ...groups.map((group) => createGroupNode(group)),
    ...[...shown]
      .filter((id) => !nodesById.has(id))
      .flatMap((id) => {
        const card = debateTimeline.claims.get(id);
        return card ? [createClaimNode(card, { challenge: byId.get(id), links })] : [];
      }),
  ].sort((a, b) => (a.cards[0]?.at ?? 0) - (b.cards[0]?.at ?? 0));
  return {
    nodes,
    edges: createGraphEdges(links, { shown, nodesById, byId }),
    leftOut: all.length - chosen.length,
  };
}

/** Open first, then the newest; returned in journal order. */
function selectMostImportant(
  challenges: readonly ChallengeSnapshot[],
  most: number,
): ChallengeSnapshot[] {
  if (challenges.length <= most) return [...challenges];
  const rank = ({ fate, isPressing }: ChallengeSnapshot): number =>
    isPressing ? 0 : fate === "open" ? 1 : 2;
  return challenges
    .toSorted((a, b) => rank(a) - rank(b) || b.at - a.at)
    .slice(0, most)
    .sort((a, b) => a.at - b.at);
}

/** The challenges, the claims they attack, and the claims that answer or grant them. */
function collectRelatedClaims(
  challenges: readonly ChallengeSnapshot[],
  links: readonly ArgumentLink[],
  { claims }: DebateTimeline,
): Set<string> {
  const shown = new Set<string>();
  for (const { card, target, answeredBy, grantedBy } of challenges) {
    shown.add(card.claim.id);
    if (target.kind === "claim") shown.add(target.id);
    for (const { from } of [...answeredBy, ...grantedBy]) if (claims.has(from)) shown.add(from);
  }
  // an answer may be granted in turn
  for (const { kind, from, to } of links) {
    if (
      kind === "supports" &&
      shown.has(to) &&
      claims.has(from) &&
      shown.has(claims.get(to)?.claim.about ?? "")
    ) {
      shown.add(from);
    }
  }
  return shown;
}

function groupSimilarChallenges(
  challenges: readonly ChallengeSnapshot[],
  isTaken: (id: string) => boolean,
): ChallengeSnapshot[][] {
  const alike = Map.groupBy(
    challenges.filter(
      ({ card, fate, isConcern }) => isUnanswered(fate) && !isConcern && !isTaken(card.claim.id),
    ),
    ({ card, target }) => JSON.stringify([card.step, target.kind, target.id]),
  );
  return [...alike.values()].filter(({ length }) => length >= MIN_GROUP_SIZE);
}

/** Whether the map shows several as one. */
export function hasChallengeGroups(
  debateTimeline: DebateTimeline,
  challenges: readonly ChallengeSnapshot[],
  at: number,
): boolean {
  const taken = new Set(debateTimeline.links.filter((link) => link.at <= at).map(({ to }) => to));
  return groupSimilarChallenges(challenges, (id) => taken.has(id)).length > 0;
}

const isUnanswered = (fate: ChallengeFate): boolean => fate === "open" || fate === "late";

function formatGroupId(group: readonly ChallengeSnapshot[]): string {
  return group.map(({ card }) => card.claim.id).join(" ");
}

function createGroupNode(group: readonly ChallengeSnapshot[]): MapNode {
  const [first] = group;
  return {
    id: formatGroupId(group),
    cards: group.map(({ card }) => card),
    step: first?.card.step ?? "",
    fate: first?.fate ?? "open",
    isPressing: group.some(({ isPressing }) => isPressing),
    target: first ? findNodeTarget(first) : null,
    moved: [],
  };
}

function createClaimNode(
  card: ClaimCard,
  {
    challenge,
    links,
  }: { challenge: ChallengeSnapshot | undefined; links: readonly ArgumentLink[] },
): MapNode {
  const { id } = card.claim;
  const moved = links
    .filter(({ kind, to, from }) => kind === "grants" && to === id && from.includes("/"))
    .map(({ by }) => by);
  return {
    id,
    cards: [card],
    step: card.step,
    fate: challenge?.fate ?? null,
    isPressing: challenge?.isPressing ?? false,
    target: challenge ? findNodeTarget(challenge) : null,
    moved: [...new Set(moved)],
  };
}

/** A concern is put to everyone, and attacks nobody. */
function findNodeTarget({ target, isConcern }: ChallengeSnapshot): MapNode["target"] {
  if (target.kind === "claim") return null;
  return isConcern ? { kind: "other", id: "everyone" } : { kind: target.kind, id: target.id };
}

interface VisibleClaims {
  readonly shown: ReadonlySet<string>;
  readonly nodesById: ReadonlyMap<string, string>;
  readonly byId: ReadonlyMap<string, ChallengeSnapshot>;
}

function createGraphEdges(
  links: readonly ArgumentLink[],
  { shown, nodesById, byId }: VisibleClaims,
): MapEdge[] {
  const edges = new Map<string, MapEdge>();
  for (const { kind, from, to, toKind } of links) {
    if (toKind !== "claim" || !shown.has(from) || !shown.has(to)) continue;
    const edge: MapEdge = {
      from: nodesById.get(from) ?? from,
      to: nodesById.get(to) ?? to,
      kind: kind === "supports" ? "grants" : kind,
      open: kind === "challenges" && byId.get(from)?.isPressing === true,
    };
    if (edge.from !== edge.to) edges.set(`${edge.from} ${edge.to} ${edge.kind}`, edge);
  }
  return [...edges.values()];
}
