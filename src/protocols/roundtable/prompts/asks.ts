/** Every prompt for the specialists, with the schema of its reply and their duties. */
import type { ClaimDraft } from "../../../domain/claim.ts";
import type { ReplySummary } from "../../../domain/journal/event.ts";
import type { Participant } from "../../../domain/participant.ts";
import { SHORT_EVIDENCE_RULE } from "../../../exchange/brief-prompt.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { Discussion, Position, SatisfactionScore } from "../replies.ts";
import {
  findDiscussionProblems,
  findPositionProblems,
  findScoreProblems,
} from "../rules/reply-checks.ts";
import { countTable, createScale, readTalkClosings, weighScore } from "../rules/scoring.ts";
import type { RoundtableDebateTable } from "../rules/table.ts";
import { findCounterCase } from "../rules/unanimity.ts";
import { veilForSeat } from "./anonymizer.ts";
import {
  type DiscussMatter,
  EVERYONE,
  type PositionMatter,
  type ScoreMatter,
} from "./prompt-input.ts";
import { renderQuestion, renderSeat } from "./prompt-text.ts";
import {
  type DiscussionProgress,
  listQuotable,
  showForDiscussion,
  showForScore,
} from "./seat-views.ts";
import { renderHeard } from "./specialist-view.ts";
import { writeDiscussionTask, writePositionTask, writeScoreTask } from "./tasks.ts";

/** T1, T3, K1: sealed, and broadcast once all are in. */
export function statePosition(
  table: RoundtableDebateTable,
  seat: Participant,
  fence: Fence,
): Ask<Position> {
  const { brief, specialists } = table;
  const input: PositionMatter = { kind: "roundtable.position", brief, seat, specialists };
  return {
    prompt: [
      { shared: true, text: renderQuestion(table, fence) },
      { shared: true, text: SHORT_EVIDENCE_RULE },
      { shared: false, text: writePositionTask(table, seat) },
    ],
    reply: Position,
    promptInput: input,
    check: (reply) => findPositionProblems(table, reply),
    claims: ({ position, reasoning, position_option, evidence, concerns }): ClaimDraft[] => [
      {
        text: position,
        detail: reasoning,
        about: position_option ?? seat.id,
        side: "supports",
        evidence,
      },
      ...concerns.map(toClaimDraft),
    ],
    says: ({ position, position_option, would_change_my_mind }) => ({
      position: position_option,
      confidence: null,
      words: position,
      wouldChange: would_change_my_mind,
    }),
  };
}

function toClaimDraft(concern: Discussion["concerns"][number]): ClaimDraft {
  const { text, detail, option, domain, evidence } = concern;
  return {
    text,
    ...(detail !== null && { detail }),
    about: option ?? domain,
    side: "attacks",
    evidence,
  };
}

/** T4, T11-T13: messages to all, or to the one who must answer, about the proposal on the table. */
export function discuss(
  stage: DiscussionProgress,
  seat: Participant,
  fence: Fence,
): Ask<Discussion> {
  const { table, talk, number } = stage;
  const shown = showForDiscussion(stage, seat);
  const at = { step: `discussion-${number}`, round: 2 * number - 1, seat };
  const seen = veilForSeat(table, at, shown);
  const counter = number === 1 ? findCounterCase(table, talk) : null;
  const assigned = counter?.by === seat.id ? counter : null;
  const { owed, visible, open } = shown;
  const input: DiscussMatter = {
    kind: "roundtable.discuss",
    view: seen.shown.view,
    ...seen.view.anonymize({ owed: owed.map(({ id }) => id) }),
    assigned: assigned && { option: assigned.option },
  };
  const held = findHeld(stage, seat);
  const heard = renderHeard(stage, seen, { fence, last: seen.shown.view.last });
  const stalled = talk.exchanges.at(-1)?.stalled === true;
  const task = writeDiscussionTask(stage, seat, { owed, assigned, stalled, open, view: seen.view });
  const ask: Ask<Discussion> = {
    prompt: [...heard.segments, { shared: false, text: task }],
    reply: Discussion,
    promptInput: input,
    reveals: shown.reveals,
    texts: listQuotable(visible, shown.view.proposal),
    check: (reply) => {
      const ledger = countTable(table, talk).ledger;
      const { closings, problems } = readTalkClosings(table, talk, { by: seat.id, reply, ledger });
      const closed = new Set(closings.map(({ claim }) => claim));
      const left = open.filter(({ id }) => !closed.has(id));
      const about = { table, seat, visible, owed, open: left, assigned };
      return findDiscussionProblems({ ...about, closingProblems: problems }, reply);
    },
    claims: ({ messages, concerns }): ClaimDraft[] => [
      ...messages.map(({ text, detail, to, kind, option, answers, evidence }) => ({
        text,
        ...(detail !== null && { detail }),
        about: answers[0] ?? option ?? shown.view.proposal?.id ?? to,
        side: kind === "counter_case" ? ("attacks" as const) : ("supports" as const),
        evidence,
      })),
      ...concerns.map(toClaimDraft),
    ],
    says: (reply): ReplySummary => {
      const words = summarizeTalk(reply);
      return { position: held, confidence: null, words, wouldChange: null };
    },
  };
  return seen.view.bind(ask, { own: [renderSeat(seat)], order: heard.order });
}

function summarizeTalk({ messages, concerns, settled }: Discussion): string {
  const all = [...messages, ...concerns.map((one) => ({ ...one, to: EVERYONE }))];
  const [first] = all;
  if (!first)
    return settled.length === 0
      ? "passes"
      : `passes; settled: ${settled.map(({ claim }) => claim).join(", ")}`;
  const more = all.length > 1 ? ` (and ${all.length - 1} more)` : "";
  return `${first.to === EVERYONE ? "" : `to ${first.to}: `}${first.text}${more}`;
}

/** T6-T9: the score is about the version on the table; it goes to the lead, and to nobody else. */
export function giveScore(
  stage: DiscussionProgress,
  seat: Participant,
  fence: Fence,
): Ask<SatisfactionScore> {
  const { table, talk, number } = stage;
  const shown = showForScore(stage, seat);
  const seen = veilForSeat(table, { step: `scores-${number}`, round: 2 * number, seat }, shown);
  const before = countTable(table, talk);
  const scale = createScale(table, talk, { by: seat.id, before });
  const { explained, visible } = scale;
  const fresh = visible
    .filter(({ by, form, newSince }) => {
      const isNew = newSince > (explained?.stage ?? -1);
      return by !== seat.id && form !== "concern" && isNew;
    })
    .map(({ id }) => id);
  const told = [...new Set(seen.view.anonymize({ fresh }).fresh)];
  const input: ScoreMatter = {
    kind: "roundtable.score",
    view: seen.shown.view,
    target: table.settings.target,
    fresh: told,
    explained: explained?.score ?? null,
  };
  const heard = renderHeard(stage, seen, { fence, last: null });
  const task = writeScoreTask(stage, seat, {
    view: seen.shown.view,
    explained: explained?.score ?? null,
    fresh: told,
    fence: seen.view.fencing(fence),
  });
  const ask: Ask<SatisfactionScore> = {
    prompt: [...heard.segments, { shared: false, text: task }],
    reply: SatisfactionScore,
    promptInput: input,
    reveals: shown.reveals,
    texts: listQuotable(shown.visible, shown.view.proposal),
    check: (reply) => findScoreProblems(table, scale, reply),
    claims: ({ REMAINING_CONCERNS }) => REMAINING_CONCERNS.map(toClaimDraft),
    says: (reply) => {
      // what reverts, reverts whole: on every surface the score before it stands
      const { option, counted, position, reverted } = weighScore(scale, reply).score;
      return {
        position: option,
        confidence: counted,
        words: position,
        wouldChange: null,
        ...(!reverted && reply.raised_because.length > 0 && { because: reply.raised_because }),
      };
    },
  };
  return seen.view.bind(ask, { own: [renderSeat(seat)], order: heard.order });
}

/** A seat's option so far: a reverted change does not count. */
function findHeld({ table, talk }: DiscussionProgress, { id }: Participant): string | null {
  const before = countTable(table, talk);
  return createScale(table, talk, { by: id, before }).held;
}
