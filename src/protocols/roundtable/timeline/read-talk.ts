/**
 * What was said, read from a journal's turns so that the page counts with the rules themselves. Journals of earlier
 * rules hold replies of other shapes: what does not fit is left out, and nothing here throws.
 */

import { NO_EVIDENCE } from "../../../domain/evidence/evidence-steps.ts";
import type { Participant } from "../../../domain/participant.ts";
import { createRound, type Round, type Spoken, type Turn } from "../../../domain/round.ts";
import type { DebateTimeline, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import {
  fieldIn,
  inStep,
  numberIn,
  oneOfIn,
  parseRoundNumber,
  rowsIn,
  textIn,
  textsIn,
  truthIn,
} from "../../../timeline/reading.ts";
import { EVERYONE, MESSAGE_KINDS } from "../prompts/prompt-input.ts";
import type {
  CompromiseProposal,
  Discussion,
  Position,
  Proposal,
  SatisfactionScore,
} from "../replies.ts";
import type { RoundtableDebateTable, Talk } from "../rules/table.ts";

type Reply = TimelineTurn["reply"];
type StatedConcern = Position["concerns"][number];

export function readTable(debateTimeline: DebateTimeline): RoundtableDebateTable {
  const { settings, deciding, lanes, seats, question } = debateTimeline;
  const people = seats.map((seat): Participant => ({ ...seat, mark: `${seat.id}-` }));
  const lead = people.find(({ role }) => role === "lead");
  return {
    brief: {
      id: "",
      question,
      options: lanes.map(({ id, label, description }) => ({ id, label, description })),
      sources: [],
      featureName: null,
      featureDir: null,
    },
    lead: lead ?? { id: "", name: "Lead", role: "lead", stance: null, model: "", mark: "" },
    specialists: people.filter((one) => one !== lead),
    challenger: null,
    settings: {
      target: deciding?.by === "scores" ? deciding.target : DEFAULTS.target,
      max_rounds: numberIn(settings, "max_rounds") ?? 10,
      stall_rounds: numberIn(settings, "stall_rounds") ?? DEFAULTS.stall_rounds,
      mandatory: textsIn(settings, "mandatory"),
      ...DEFAULT_LIMITS,
    },
  };
}

const DEFAULTS = { target: 90, stall_rounds: 3 };

/** What counting does not depend on. */
const DEFAULT_LIMITS = {
  initial_position_minutes: 10,
  response_minutes: 10,
  total_minutes: 120,
  adr_revisions: 2,
  specialists: [],
  anonymous: false,
  rotate: false,
  one_voice: false,
  ...NO_EVIDENCE,
};

export function readTalk(debateTimeline: DebateTimeline): Talk {
  const { turns } = debateTimeline;
  const numbers = turns.flatMap(
    ({ step }) => parseRoundNumber(step, "discussion") ?? parseRoundNumber(step, "proposal") ?? [],
  );
  const rounds = [...new Set(numbers)].toSorted((a, b) => a - b);
  return {
    positions: readRound(debateTimeline, "positions", readPosition),
    exchanges: rounds.map((number) => {
      const [proposed] = inStep(debateTimeline, `proposal-${number}`);
      const proposal = proposed && readTurn(proposed, readProposal);
      return {
        number,
        proposal: proposal ?? describeNoProposal(number),
        stalled: proposal?.kind === "spoken" && "compromises" in proposal.reply,
        discussion: readRound(debateTimeline, `discussion-${number}`, readDiscussion),
        scores: readRound(debateTimeline, `scores-${number}`, readScore),
      };
    }),
  };
}

function describeNoProposal(number: number): Turn<Proposal> {
  const key = `proposal-${number}/lead`;
  return { kind: "absent", key, by: "lead", reason: "unavailable", detail: "", repaired: false };
}

function readRound<Read>(
  debateTimeline: DebateTimeline,
  step: string,
  read: (reply: Reply) => Read | null,
): Round<Read> {
  const turns = inStep(debateTimeline, step).flatMap((turn) => readTurn(turn, read) ?? []);
  return createRound(step, turns);
}

function readTurn<Read>(
  { key, seat, reply, claims, absent, unmet, rejected }: TimelineTurn,
  read: (reply: Reply) => Read | null,
): Turn<Read> | null {
  const repaired = rejected.length > 0;
  if (absent) return { kind: "absent", key, by: seat, ...absent, repaired };
  const said = reply === null ? null : read(reply);
  if (said === null) return null;
  return {
    kind: "spoken",
    key,
    by: seat,
    reply: said,
    claims,
    unmet,
    repaired,
  } satisfies Spoken<Read>;
}

function readPosition(reply: Reply): Position | null {
  const position = textIn(reply, "position");
  if (position === null) return null;
  return {
    position,
    position_option: textIn(reply, "position_option"),
    reasoning: textIn(reply, "reasoning") ?? "",
    evidence: [],
    would_change_my_mind: textIn(reply, "would_change_my_mind") ?? "",
    missing_material: textsIn(reply, "missing_material"),
    concerns: readConcerns(reply, "concerns"),
  };
}

/** Rows keep their places, since claims are matched to them by place. */
function readConcerns(reply: Reply, field: string): StatedConcern[] {
  return rowsIn(reply, field).map(({ row }) => ({
    text: textIn(row, "text") ?? "",
    detail: textIn(row, "detail"),
    domain: textIn(row, "domain") ?? "",
    option: textIn(row, "option"),
    blocking: truthIn(row, "blocking") === true,
    resolved_by: textIn(row, "resolved_by") ?? "",
    evidence: [],
  }));
}

function readProposal(reply: Reply): Proposal | CompromiseProposal | null {
  const answer = textIn(reply, "answer");
  if (answer === null) return null;
  const plain: Proposal = {
    option: textIn(reply, "option"),
    headline: textIn(reply, "headline") ?? "",
    answer,
    answers: textsIn(reply, "answers"),
    changes: rowsIn(reply, "changes").map(({ row }) => ({
      what: textIn(row, "what") ?? "",
      because: textsIn(row, "because"),
    })),
    not_satisfied: textIn(reply, "not_satisfied") ?? "",
  };
  const core_disagreement = textIn(reply, "core_disagreement");
  if (core_disagreement === null) return plain;
  const compromises = rowsIn(reply, "compromises").map(({ row }) => ({
    text: textIn(row, "text") ?? "",
    built_from: textsIn(row, "built_from"),
  }));
  return { ...plain, core_disagreement, compromises };
}

function readDiscussion(reply: Reply): Discussion {
  return {
    messages: rowsIn(reply, "messages").map(({ row }) => ({
      // version 1 could name several: the first of them stands for all
      to: textIn(row, "to") ?? textsIn(row, "to")[0] ?? EVERYONE,
      kind: oneOfIn(row, "kind", MESSAGE_KINDS) ?? "proposal",
      text: textIn(row, "text") ?? "",
      detail: textIn(row, "detail"),
      option: textIn(row, "option"),
      answers: textsIn(row, "answers"),
      evidence: [],
    })),
    concerns: readConcerns(reply, "concerns"),
    settled: rowsIn(reply, "settled").map(({ row }) => ({
      claim: textIn(row, "claim") ?? "",
      because: textsIn(row, "because"),
      why: textIn(row, "why") ?? "",
    })),
  };
}

function readScore(reply: Reply): SatisfactionScore | null {
  const stated = numberIn(reply, "SATISFACTION");
  if (stated === null || stated < 0 || stated > 100) return null;
  const named = rowsIn(reply, "REMAINING_CONCERNS").map(({ row }) => textIn(row, "id"));
  return {
    SATISFACTION: stated,
    POSITION: textIn(reply, "POSITION") ?? "",
    position_option: textIn(reply, "position_option"),
    REMAINING_CONCERNS: readConcerns(reply, "REMAINING_CONCERNS").map((concern, index) => ({
      id: named[index] ?? null,
      ...concern,
    })),
    my_concerns: rowsIn(reply, "my_concerns").map(({ row }) => ({
      claim: textIn(row, "claim") ?? "",
      state: oneOfIn(row, "state", ["settled", "open"]) ?? "open",
      because: textsIn(row, "because"),
      why: textIn(row, "why") ?? "",
    })),
    WOULD_ACCEPT_CURRENT: oneOfIn(reply, "WOULD_ACCEPT_CURRENT", ["yes", "no"]) ?? "no",
    accepts_other_option: textIn(reply, "accepts_other_option"),
    still_best: oneOfIn(reply, "still_best", ["yes", "no", "cannot tell"]) ?? "cannot tell",
    still_best_why: textIn(reply, "still_best_why") ?? "",
    raised_because:
      fieldIn(reply, "raised_because") === null ? [] : textsIn(reply, "raised_because"),
    as_registered: oneOfIn(reply, "as_registered", ["yes", "partly", "no"]),
  };
}
