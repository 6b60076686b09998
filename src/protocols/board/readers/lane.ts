/** What each seat of a board reads for, and how it reads a brief without options. */
import type { Brief } from "../../../domain/brief.ts";
import type { Claim, ClaimDraft } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";
import { type LensId, lensOf } from "../../judges/rules/lens.ts";
import type { LensAssessment } from "../../retired-readers/bench.ts";
import { findingsFor } from "../../retired-readers/fall-back.ts";
import type { PassageFinding } from "../../retired-readers/findings.ts";
import type { OldPosition } from "../../retired-readers/old-position.ts";
import { pointsOf } from "../../retired-readers/points.ts";
import { readBrief } from "../../retired-readers/read-brief.ts";
import { weigh } from "../../retired-readers/weigh.ts";
import { type BoardVoice, type BoardVerdict, PROPOSAL } from "../prompts/prompt-input.ts";

interface Lane {
  readonly lens: LensId;
  /** Kinds of findings that concern the seat; all of them where there are none. */
  readonly kinds: readonly PassageFinding["kind"][];
}

const LANES: Readonly<Record<string, Lane>> = {
  ceo: { lens: "value", kinds: [] },
  cto: { lens: "risk", kinds: ["technical", "operational"] },
  cfo: { lens: "plain", kinds: ["business", "growth", "retention"] },
  coo: { lens: "effort", kinds: [] },
  "security-architect": { lens: "risk", kinds: ["technical", "business"] },
  "infrastructure-lead": { lens: "risk", kinds: ["operational"] },
  "data-architect": { lens: "risk", kinds: ["technical"] },
  "ux-strategist": { lens: "plain", kinds: ["user", "delight"] },
  "delivery-lead": { lens: "effort", kinds: [] },
  "task-planner": { lens: "plain", kinds: ["uncertainty", "technical"] },
  "qa-lead": { lens: "risk", kinds: [] },
  moonshot: { lens: "value", kinds: [] },
};

type Reader = Pick<Participant, "id" | "stance">;

function laneOf({ id, stance }: Reader): Lane {
  const known = Object.hasOwn(LANES, id) ? LANES[id] : undefined;
  return known ?? { lens: lensOf(id, stance), kinds: [] };
}

export interface LaneBench extends LensAssessment {
  /** What was weighed for its standings. */
  readonly findings: readonly PassageFinding[];
}

/** All that a seat has in front of it; undefined where the brief says nothing that can be weighed. */
export function benchOf(brief: Brief, seat: Reader): LaneBench | undefined {
  const reading = readBrief(readable(brief));
  const lane = laneOf(seat);
  const { findings } = findingsFor(reading, lane.lens);
  const own = findings.filter(({ kind }) => lane.kinds.includes(kind));
  for (const [lens, found] of [
    [lane.lens, own],
    [lane.lens, findings],
    ["plain", reading.findings],
  ] as const) {
    if (found.length === 0) continue;
    const points = pointsOf(reading, lens, found);
    if (points.length === 0) continue;
    return { reading, lens, points, findings: found, standings: weigh(reading, lens, found) };
  }
  return undefined;
}

export const APPROVE = "approve";
const REJECT = "reject";

const made = new WeakMap<Brief, Brief>();

/** Where there is nothing to choose from, doing it and leaving it are the two options. */
export function readable(brief: Brief): Brief {
  if (brief.options.length >= 2) return brief;
  const known = made.get(brief);
  if (known) return known;
  const [only] = brief.options;
  const options = [
    only
      ? { ...only, id: APPROVE }
      : { id: APPROVE, label: proposalIn(brief.question), description: "" },
    { id: REJECT, label: "The present way", description: "" },
  ];
  const twofold = { ...brief, options };
  made.set(brief, twofold);
  return twofold;
}

/** "Should we open the engine?" proposes to open the engine. */
function proposalIn(question: string): string {
  const bare = question
    .trim()
    .replace(/^(?:should|shall|do|can|could|must|will) (?:we|i|they|the \w+|our \w+) /i, "")
    .replace(/[?.!\s]+$/, "");
  return bare === "" ? "The proposal" : bare;
}

export interface HeldLane {
  readonly option: string | null;
  readonly verdict: BoardVerdict | null;
}

/** The position in the brief's own terms. */
export function heldAs(brief: Brief, choice: string): HeldLane {
  if (brief.options.length >= 2) return { option: choice, verdict: null };
  const option = choice === APPROVE ? (brief.options[0]?.id ?? null) : null;
  return { option, verdict: choice === APPROVE ? "approve" : "reject" };
}

/** The other way round: which of the readable options a position means. */
export function choiceOf(brief: Brief, { option, verdict }: HeldLane): string | null {
  if (brief.options.length >= 2) return option;
  if (option !== null || verdict === "approve") return APPROVE;
  return verdict === "reject" ? REJECT : null;
}

/** A claim in the brief's own terms: what speaks for leaving it speaks against the proposal. */
export function claimAs(brief: Brief, draft: ClaimDraft): ClaimDraft {
  if (brief.options.length >= 2) return draft;
  const sources = new Set(brief.sources.map(({ id }) => id));
  const evidence = draft.evidence.filter(({ source }) => sources.has(source));
  const against = draft.about === REJECT;
  const side = against ? (draft.side === "supports" ? "attacks" : "supports") : draft.side;
  return { ...draft, about: brief.options[0]?.id ?? PROPOSAL, side, evidence };
}

/** A voice as the readers of `judges` know it, so that both argue by the same rules. */
export function positionOf(brief: Brief, voice: BoardVoice, lens: LensId): OldPosition {
  const own = brief.options[0]?.id ?? PROPOSAL;
  const about = (claim: Claim): Claim =>
    brief.options.length < 2 && claim.about === own ? { ...claim, about: APPROVE } : claim;
  return {
    judge: voice.seat,
    lens,
    option: choiceOf(brief, voice) ?? REJECT,
    confidence: voice.confidence,
    headline: voice.position,
    evaluations: [],
    claims: voice.claims.map(about),
    self_challenge: "",
    would_change_my_mind: "",
  };
}

export function lensFor(seat: Participant): LensId {
  return laneOf(seat).lens;
}
