/**
 * A debate as its rules know it, rebuilt from a timeline: the page then shows what the rules found, and nothing it worked
 * out by itself. A reply that does not fit, as in a journal of older rules, is left out.
 */

import { NO_EVIDENCE } from "../../../domain/evidence/evidence-steps.ts";
import { REBUTTAL_CHOICES, STRENGTHS, VERDICTS } from "../../../domain/outcome/objection.ts";
import { createRound, type Round, type Turn } from "../../../domain/round.ts";
import type { DebateTimeline, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import {
  inStep,
  listIn,
  numberIn,
  oneOfIn,
  parseRoundNumber,
  type Row,
  readRow,
  rowsIn,
  textIn,
  textsIn,
  truthIn,
} from "../../../timeline/reading.ts";
import type {
  ChallengeReply,
  ChallengerRebuttalReply,
  FiledObjection,
  OpeningReply,
  PlanOpeningReply,
  RemarksReply,
} from "../replies.ts";
import { DISPOSITIONS, OPENING_CONFIDENCES, PLAN_HOLDS, POSITION_FATES } from "../reply-values.ts";
import {
  beginDebate,
  type ConfrontationRound,
  createDebateTable,
  type Debate,
  type ProponentAnswersReply,
} from "../rules/table.ts";
import type { ChallengeSettings } from "../settings.ts";

type Recorded = Parameters<typeof readRow>[0];

/** Null before there is an opening to speak of. `plan` is the user's own text, where it is known. */
export function rebuildDebate(timeline: DebateTimeline, plan: string | null): Debate | null {
  const opened = timeline.events[0]?.fact;
  if (opened?.type !== "debate-opened") return null;
  if (!opened.participants.some(({ role }) => role === "proponent")) return null;
  const opening = readRound(timeline, "opening", readOpeningReply);
  if (opening.spoken.length === 0) return null;
  const sources = [{ id: "brief", title: "brief", sha256: "", text: plan ?? "" }];
  const brief = { ...opened.brief, sources, options: [] } as unknown as Debate["brief"];
  const table = createDebateTable(
    opened.participants,
    brief,
    readSettings(timeline.settings, plan),
  );
  return beginDebate(table, {
    opening,
    challenges: hasStep(timeline, "challenges")
      ? readRound(timeline, "challenges", readChallenge)
      : null,
    press: hasStep(timeline, "press") ? readRound(timeline, "press", readChallenge) : null,
    exchanges: readExchanges(timeline),
    remarks: readTurn(inStep(timeline, "remarks")[0], readRemarks),
  });
}

function hasStep({ steps }: DebateTimeline, step: string): boolean {
  return steps.some((one) => one.step === step);
}

function readSettings(settings: Recorded, plan: string | null): ChallengeSettings {
  const available = readRow(settings)["available"];
  const opening = oneOfIn(readRow(settings), "opening", ["proponent", "user"]) ?? "proponent";
  // whether an agreement names something of a plan cannot be told without the plan
  const isKnown = opening === "proponent" || plan !== null;
  const isSkeptical = truthIn(readRow(settings), "skeptical_of_early_agreement") ?? true;
  return {
    max_rounds: numberIn(readRow(settings), "max_rounds") ?? 5,
    timeout_per_cli: 120,
    skeptical_of_early_agreement: isKnown && isSkeptical,
    minimum_agreement_words: numberIn(readRow(settings), "minimum_agreement_words") ?? 40,
    blind_first: truthIn(readRow(settings), "blind_first") ?? false,
    opening,
    rewrite: truthIn(readRow(settings), "rewrite") ?? false,
    available: Array.isArray(available) ? textsIn(readRow(settings), "available") : null,
    anonymous: false,
    rotate: false,
    one_voice: false,
    ...NO_EVIDENCE,
  };
}

function readTurn<Reply>(
  turn: TimelineTurn | undefined,
  read: (reply: Recorded) => Reply | null,
): Turn<Reply> | null {
  if (!turn) return null;
  const { key, seat: by, claims, unmet, absent, rejected } = turn;
  const repaired = rejected.length > 0;
  if (absent) return { kind: "absent", key, by, repaired, ...absent };
  const reply = turn.reply === null ? null : read(turn.reply);
  if (reply === null) return null;
  return { kind: "spoken", key, by, reply, claims, unmet, repaired };
}

function readRound<Reply>(
  timeline: DebateTimeline,
  step: string,
  read: (reply: Recorded) => Reply | null,
): Round<Reply> {
  return createRound(
    step,
    inStep(timeline, step).flatMap((turn) => readTurn(turn, read) ?? []),
  );
}

function readExchanges(timeline: DebateTimeline): ConfrontationRound[] {
  const rounds = timeline.turns.flatMap(({ step }) => parseRoundNumber(step, "response") ?? []);
  return [...new Set(rounds)]
    .sort((a, b) => a - b)
    .flatMap((round) => {
      const response = readTurn(inStep(timeline, `response-${round}`)[0], readResponse);
      if (!response) return [];
      const rebuttals = hasStep(timeline, `rebuttals-${round}`)
        ? readRound(timeline, `rebuttals-${round}`, readRebuttals)
        : null;
      const refutations = [`final-${round}`, `final-others-${round}`]
        .filter((step) => hasStep(timeline, step))
        .map((step) => readRound(timeline, step, readChallenge));
      return [{ round, response, rebuttals, refutations }];
    });
}

// One reader per reply: null where it does not fit the rules of today.

function readOpeningReply(reply: Recorded): OpeningReply | PlanOpeningReply | null {
  const row = readRow(reply);
  const confidence = oneOfIn(row, "confidence", OPENING_CONFIDENCES);
  const reasoning = textIn(row, "reasoning");
  if (confidence === null || reasoning === null) return null;
  const around = {
    reasoning,
    confidence,
    weaknesses: readWeaknesses(row),
    assumptions: textsIn(row, "assumptions"),
    evidence: [],
  };
  const position = rowsIn(row, "position").flatMap(({ row: part }) => {
    const text = textIn(part, "text");
    return text === null
      ? []
      : [{ text, confidence: oneOfIn(part, "confidence", OPENING_CONFIDENCES) }];
  });
  if (position.length > 0) return { position, ...around };
  return Array.isArray(row["part_confidence"]) ? { ...around, part_confidence: [] } : null;
}

/** A weakness was a bare sentence once. */
function readWeaknesses(row: Row): OpeningReply["weaknesses"] {
  const bare = textsIn(row, "weaknesses").map((text) => ({ text, evidence: [] }));
  const rows = rowsIn(row, "weaknesses").flatMap(({ row: given }) => {
    const text = textIn(given, "text");
    return text === null ? [] : [{ text, evidence: [] }];
  });
  return [...bare, ...rows];
}

function readObjections(reply: Recorded, field: string): FiledObjection[] {
  return rowsIn(readRow(reply), field).flatMap(({ row }) => {
    const headline = textIn(row, "headline");
    const strength = oneOfIn(row, "strength", STRENGTHS);
    if (headline === null || strength === null) return [];
    return [
      {
        headline,
        detail: textIn(row, "detail") ?? "",
        strength,
        parts: readNumbers(row, "parts"),
        point: textIn(row, "point"),
        evidence: [],
        alternative: textIn(row, "alternative"),
        settled_by: textIn(row, "settled_by"),
      },
    ];
  });
}

function readNumbers(row: Recorded, field: string): number[] {
  return listIn(readRow(row), field).filter((one): one is number => typeof one === "number");
}

function readChallenge(reply: Recorded): ChallengeReply | null {
  const row = readRow(reply);
  const verdict = oneOfIn(row, "verdict", VERDICTS);
  if (verdict === null || !Array.isArray(row["objections"])) return null;
  return {
    verdict,
    objections: readObjections(row, "objections"),
    tested: textIn(row, "tested"),
    assumptions: rowsIn(row, "assumptions").flatMap(({ row: one }) => {
      const [point, reason] = [textIn(one, "point"), textIn(one, "reason")];
      const view = oneOfIn(one, "view", ["doubted", "upheld"]);
      return point === null || reason === null || view === null ? [] : [{ point, view, reason }];
    }),
    confidence: oneOfIn(row, "confidence", ["high", "medium", "low"]) ?? "medium",
  };
}

function readResponse(reply: Recorded): ProponentAnswersReply | null {
  const row = readRow(reply);
  const answers = rowsIn(row, "answers").flatMap(({ row: one }) => {
    const [objection, explanation] = [textIn(one, "objection"), textIn(one, "explanation")];
    const disposition = oneOfIn(one, "disposition", DISPOSITIONS);
    if (objection === null || explanation === null || disposition === null) return [];
    const [limit, covers] = [textIn(one, "limit"), textsIn(one, "covers")];
    return [{ objection, disposition, explanation, limit, covers, evidence: [] }];
  });
  const holds = oneOfIn(row, "holds", PLAN_HOLDS);
  if (holds !== null) return { answers, holds };
  const fate = oneOfIn(row, "fate", POSITION_FATES);
  if (fate === null) return null;
  const read = (field: string) =>
    rowsIn(row, field).map(({ row: one }) => ({
      part: numberIn(one, "part") ?? 0,
      text: textIn(one, "text") ?? "",
      question: textIn(one, "question") ?? "",
      because: textsIn(one, "because"),
    }));
  const [changed, added, dropped, open] = ["changed", "added", "dropped", "open"].map(read);
  return {
    answers,
    fate,
    changed: changed ?? [],
    added: added ?? [],
    dropped: dropped ?? [],
    open: open ?? [],
  };
}

function readRebuttals(reply: Recorded): ChallengerRebuttalReply | null {
  const row = readRow(reply);
  if (!Array.isArray(row["rebuttals"])) return null;
  return {
    rebuttals: rowsIn(row, "rebuttals").flatMap(({ row: one }) => {
      const [objection, reason] = [textIn(one, "objection"), textIn(one, "reason")];
      const choice = oneOfIn(one, "choice", REBUTTAL_CHOICES);
      if (objection === null || reason === null || choice === null) return [];
      return [
        {
          objection,
          choice,
          reason,
          because: textsIn(one, "because"),
          because_parts: readNumbers(one, "because_parts"),
          strength: oneOfIn(one, "strength", STRENGTHS) ?? "strong",
          settled_by: textIn(one, "settled_by"),
          new_information: truthIn(one, "new_information") === true,
          evidence: [],
        },
      ];
    }),
    new_objections: readObjections(row, "new_objections"),
  };
}

function readRemarks(reply: Recorded): RemarksReply {
  return {
    remarks: rowsIn(readRow(reply), "remarks").flatMap(({ row }) => {
      const [objection, remark] = [textIn(row, "objection"), textIn(row, "remark")];
      return objection === null || remark === null ? [] : [{ objection, remark }];
    }),
  };
}
