/** H21, H22, H34, K5: the versions of the position in numbered parts, each change with its cause. */
import type { Claim } from "../../../domain/claim.ts";
import { computeOnce } from "../../../domain/compute-once.ts";
import type { OpeningPoint, PositionPart, ShownOpening } from "../prompts/prompt-input.ts";
import type { ProponentResponseReply } from "../replies.ts";
import type { PositionFate } from "../reply-values.ts";
import { readWeakness } from "../weakness.ts";
import { cutPlanIntoParts } from "./plan-parts.ts";
import { type Debate, type ProponentAnswersReply, isUsersPlan, readBriefBody } from "./table.ts";

/** What a version does to one part. */
export interface PartChange {
  readonly kind: "changed" | "added" | "dropped" | "open";
  readonly part: number;
  readonly before: string | null;
  readonly after: string | null;
  /** Ids of objections. */
  readonly because: readonly string[];
}

export interface PositionVersion {
  readonly version: number;
  /** 0 for the opening. */
  readonly afterRound: number;
  readonly parts: readonly PositionPart[];
  /** Empty in a round that left the position as it was. */
  readonly changes: readonly PartChange[];
  /** The proponent's own word; unchanged for the opening. */
  readonly fate: PositionFate;
}

/** The opening, then one entry per response; the version rises only where a part changed. */
export const listPositions = computeOnce((debate: Debate): readonly PositionVersion[] => {
  const first: PositionVersion = {
    version: 1,
    afterRound: 0,
    parts: readOpeningParts(debate),
    changes: [],
    fate: "unchanged",
  };
  return debate.exchanges.reduce<PositionVersion[]>(
    (versions, { round, response }) => {
      if (response.kind === "absent") return versions;
      return [...versions, applyResponse(versions.at(-1) ?? first, round, response.reply)];
    },
    [first],
  );
});

export function readCurrentPosition(debate: Debate): PositionVersion {
  const last = listPositions(debate).at(-1);
  if (!last) throw new TypeError("A debate has a position.");
  return last;
}

export function formatPositionText({ parts }: Pick<PositionVersion, "parts">): string {
  return parts
    .map(({ text, open }) => (open === null ? text : `${text}\n(Open: ${open})`))
    .join("\n\n");
}

/** The source id by which a version can be quoted. */
export function formatVersionSource(version: number): string {
  return `position-v${version}`;
}

/** Whether a reply can change the position at all. */
export function changesPosition(reply: ProponentAnswersReply): reply is ProponentResponseReply {
  return "fate" in reply;
}

/** What a response does to the parts: unknown numbers and words that stay the same do nothing. */
export function applyResponse(
  before: PositionVersion,
  round: number,
  reply: ProponentAnswersReply,
): PositionVersion {
  const kept = { ...before, afterRound: round, changes: [], fate: "unchanged" as const };
  if (!changesPosition(reply)) return kept;
  if (reply.fate === "withdrawn") return { ...kept, fate: "withdrawn" };
  const changes = listPartChanges(before, reply);
  const parts = applyChanges(before.parts, changes, reply);
  // who drops every part has withdrawn it
  if (parts.length === 0) return { ...kept, fate: "withdrawn" };
  if (changes.length === 0) return kept;
  return {
    version: before.version + 1,
    afterRound: round,
    parts,
    changes,
    fate: reply.fate === "unchanged" ? "amended" : reply.fate,
  };
}

function listPartChanges(
  { parts }: PositionVersion,
  { changed, added, dropped, open }: ProponentResponseReply,
): PartChange[] {
  const find = (number: number): PositionPart | undefined =>
    parts.find((part) => part.number === number);
  const next = Math.max(0, ...parts.map(({ number }) => number)) + 1;
  const gone = new Set(dropped.map(({ part }) => part));
  return [
    ...changed.flatMap(({ part, text, because }): PartChange[] => {
      const before = find(part);
      if (!before || before.text === text || gone.has(part)) return [];
      return [{ kind: "changed", part, before: before.text, after: text, because }];
    }),
    ...added.map(({ text, because }, at): PartChange => ({
      kind: "added",
      part: next + at,
      before: null,
      after: text,
      because,
    })),
    ...dropped.flatMap(({ part, because }): PartChange[] => {
      const before = find(part);
      return before ? [{ kind: "dropped", part, before: before.text, after: null, because }] : [];
    }),
    ...open.flatMap(({ part, question, because }): PartChange[] => {
      const before = find(part);
      if (!before || before.open === question || gone.has(part)) return [];
      return [{ kind: "open", part, before: before.open, after: question, because }];
    }),
  ];
}

function applyChanges(
  parts: readonly PositionPart[],
  changes: readonly PartChange[],
  { added }: ProponentResponseReply,
): PositionPart[] {
  const isGone = (number: number): boolean =>
    changes.some(({ kind, part }) => kind === "dropped" && part === number);
  const last = (kind: PartChange["kind"], number: number): PartChange | undefined =>
    changes.findLast((change) => change.kind === kind && change.part === number);
  const kept = parts
    .filter(({ number }) => !isGone(number))
    .map((part) => {
      const text = last("changed", part.number)?.after ?? part.text;
      const question = last("open", part.number)?.after;
      // new words settle what was open, unless the same response opens it again
      const open = question ?? (text === part.text ? part.open : null);
      return { ...part, text, open };
    });
  const first = Math.max(0, ...parts.map(({ number }) => number)) + 1;
  return [
    ...kept,
    ...added.map(({ text }, at) => ({ number: first + at, text, confidence: null, open: null })),
  ];
}

function readOpeningParts(debate: Debate): readonly PositionPart[] {
  const reply = debate.opening.spoken[0]?.reply;
  if (isUsersPlan(debate)) {
    const rated =
      reply && "part_confidence" in reply && Array.isArray(reply.part_confidence)
        ? reply.part_confidence
        : [];
    return readPlanParts(debate).map((part) => ({
      ...part,
      confidence: rated.find((one) => one.part === part.number)?.confidence ?? null,
    }));
  }
  if (!reply || !("position" in reply)) return [];
  return reply.position.map(({ text, confidence }, at) => ({
    number: at + 1,
    text,
    confidence,
    open: null,
  }));
}

export function readPlanParts({ brief }: Pick<Debate, "brief">): readonly PositionPart[] {
  return cutPlanIntoParts(readBriefBody(brief));
}

/** The opening with the ids of what it concedes and assumes. Its claims: reasoning, weaknesses, assumptions. */
export function readOpening(debate: Debate): ShownOpening {
  const [turn] = debate.opening.spoken;
  if (!turn) throw new TypeError("There is no opening.");
  const { reasoning, confidence, weaknesses, assumptions } = turn.reply;
  const name = (text: string, at: number): OpeningPoint => ({
    id: turn.claims[at]?.id ?? `${debate.proponent.mark}${at + 1}`,
    text,
    evidence: turn.claims[at]?.evidence ?? [],
  });
  return {
    parts: listPositions(debate)[0]?.parts ?? [],
    reasoning,
    confidence,
    weaknesses: weaknesses.map(readWeakness).map(({ text }, at) => name(text, 1 + at)),
    assumptions: assumptions.map((text, at) => name(text, 1 + weaknesses.length + at)),
  };
}

export function listOpeningClaims({ opening }: Debate): readonly Claim[] {
  return opening.spoken.flatMap(({ claims }) => claims);
}
