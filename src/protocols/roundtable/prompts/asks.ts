/** Every prompt for the specialists, with the schema of its reply and their duties. */
import type { ClaimDraft } from "../../../domain/claim.ts";
import type { ReplySummary } from "../../../domain/journal/event.ts";
import type { Participant } from "../../../domain/participant.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { Ask, Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import { Discussion, Position, SatisfactionScore } from "../replies.ts";
import { type Dues, duesOf } from "../rules/pending-replies.ts";
import { BANDS } from "../rules/progress.ts";
import { discussionProblems, positionProblems, scoreProblems } from "../rules/reply-checks.ts";
import { type Scale, scaleFor } from "../rules/scoring.ts";
import type { RoundtableDebateTable } from "../rules/table.ts";
import { gist } from "../rules/wording.ts";
import { RISE } from "../settings.ts";
import { seenBy } from "./anonymizer.ts";
import type { DiscussMatter, PositionMatter, ScoreMatter } from "./prompt-input.ts";
import { matterText, seatText } from "./prompt-text.ts";
import { type ShownMessages, shownTo, type DiscussionProgress } from "./seat-views.ts";
import { heardSegments } from "./specialist-view.ts";

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
      { shared: true, text: matterText(table, fence) },
      { shared: false, text: positionTask(seat) },
    ],
    reply: Position,
    promptInput: input,
    check: (reply) => positionProblems(table, seat, reply),
    claims: ({ position, position_option, evidence, concerns }): ClaimDraft[] => [
      { text: position, about: position_option ?? seat.id, side: "supports", evidence },
      ...concerns.map((concern) => ({
        text: concern.text,
        about: concern.domain,
        side: "attacks" as const,
        evidence: concern.evidence,
      })),
    ],
    says: ({ position, position_option, would_change_my_mind }) => ({
      position: position_option,
      confidence: null,
      words: position,
      wouldChange: would_change_my_mind,
    }),
  };
}

/** T4, T11-T13: messages to all or to those named, on the snapshot of the round before. */
export function discuss(
  stage: DiscussionProgress,
  seat: Participant,
  fence: Fence,
): Ask<Discussion> {
  const { table, talk, number } = stage;
  const shown = shownTo(stage, seat);
  const at = { step: `discussion-${number}`, round: 2 * number - 1, seat };
  const seen = seenBy(stage, at, shown);
  const dues = duesOf(table, talk, { reader: seat.id, number });
  const owed = dues.answersToMe.map(({ id }) => id);
  const input: DiscussMatter = {
    kind: "roundtable.discuss",
    view: seen.shown.view,
    ...seen.view.anonymize({ owed }),
  };
  const held = heldBy(stage, seat);
  const heard = heardSegments(stage, seen, { fence, latest: number - 1 });
  const ask: Ask<Discussion> = {
    prompt: [
      ...heard.segments,
      { shared: false, text: discussionTask(stage, seat, { dues, shown, view: seen.view }) },
    ],
    reply: Discussion,
    promptInput: input,
    reveals: shown.reveals,
    check: (reply) => discussionProblems({ table, seat, shown, dues }, reply),
    claims: ({ messages }) =>
      messages.map(({ text: words, to, kind, answers, evidence }) => ({
        text: words,
        about: answers[0] ?? (to === "all" ? "all" : (to[0] ?? "all")),
        side: kind === "concern" ? ("attacks" as const) : ("supports" as const),
        evidence,
      })),
    says: ({ messages }): ReplySummary => {
      const [first] = messages;
      const to = first === undefined || first.to === "all" ? "all" : first.to.join(", ");
      const more = messages.length > 1 ? ` (and ${messages.length - 1} more)` : "";
      const words = `to ${to}: ${gist(first?.text ?? "")}${more}`;
      return { position: held, confidence: null, words, wouldChange: null };
    },
  };
  return seen.view.bind(ask, { own: [seatText(seat)], order: heard.order });
}

/** T6-T9: the score goes to the lead, and to nobody else. */
export function giveScore(
  stage: DiscussionProgress,
  seat: Participant,
  fence: Fence,
): Ask<SatisfactionScore> {
  const { table, talk, rounds, number } = stage;
  const shown = shownTo(stage, seat);
  const seen = seenBy(stage, { step: `scores-${number}`, round: 2 * number, seat }, shown);
  const scale = scaleFor(table, talk, { by: seat.id, before: rounds });
  const fresh = scale.readable
    .filter(({ id, by, form }) => by !== seat.id && form === "message" && !scale.seenBefore.has(id))
    .map(({ id }) => id);
  const { target } = table.settings;
  const told = [...new Set(seen.view.anonymize({ fresh }).fresh)];
  const input: ScoreMatter = {
    kind: "roundtable.score",
    view: seen.shown.view,
    target,
    fresh: told,
  };
  const held = heldBy(stage, seat);
  const heard = heardSegments(stage, seen, { fence, latest: number });
  const ask: Ask<SatisfactionScore> = {
    prompt: [
      ...heard.segments,
      {
        shared: false,
        text: scoreTask(stage, seat, { scale, fresh: told, fence: seen.view.fencing(fence) }),
      },
    ],
    reply: SatisfactionScore,
    promptInput: input,
    reveals: shown.reveals,
    check: (reply) => scoreProblems(table, scale, reply),
    claims: ({ REMAINING_CONCERNS }) =>
      REMAINING_CONCERNS.map(({ text: words, domain }) => ({
        text: words,
        about: domain,
        side: "attacks" as const,
        evidence: [],
      })),
    says: ({ POSITION, SATISFACTION, position_option, raised_because }) => ({
      position: position_option ?? held,
      confidence: SATISFACTION,
      words: POSITION,
      wouldChange: null,
      ...(raised_because.length > 0 && { because: raised_because }),
    }),
  };
  return seen.view.bind(ask, { own: [seatText(seat)], order: heard.order });
}

/** A seat's option so far: a reverted change does not count. */
function heldBy({ talk, rounds }: DiscussionProgress, { id }: Participant): string | null {
  const own = rounds.flatMap(({ scores }) => scores.filter(({ by }) => by === id));
  const initial = findSpokenTurn(talk.positions, id)?.reply.position_option ?? null;
  return own.findLast(({ option }) => option !== null)?.option ?? initial;
}

function positionTask(seat: Participant): string {
  return text`
    ${seatText(seat)}

    Everyone states a first position now. You cannot see the others, and they cannot see you.
    Say what you hold and why. If options are given, position_option is the id of the one you hold, or null.
    Name your concerns. Each says in whose domain it lies, by specialist id, and what would settle it;
    it is blocking only if it lies in your own domain and you could not accept the answer without it.
    In would_change_my_mind, say what you would have to be shown. It is kept, and later changes are compared with it.
    Reply with one JSON object.
  `;
}

function discussionTask(
  { table, number }: DiscussionProgress,
  seat: Participant,
  { dues, shown, view }: { dues: Dues; shown: ShownMessages; view: ReaderView },
): string {
  const { answersToMe, unanswered } = dues;
  const proposed = shown.view.messages.filter(
    ({ by, round }) => by === table.lead.id && round === number - 1,
  );
  const built = proposed
    .filter(({ answers }) => answers.length > 0)
    .map(
      ({ id, answers }) =>
        ` ${view.idOf(id)} is built from your ${answers.map(view.idOf).join(", ")}.`,
    );
  const from = ({ id, by }: { id: string; by: string }): string =>
    `${view.idOf(id)} from ${view.nameOf(by)}`;
  const answered = answersToMe.map(from).join(", ");
  const waiting = unanswered.map(from).join(", ");
  const lines = [
    ...(answered === ""
      ? []
      : [
          `These answer something you said: ${answered}. Acknowledge each that settles it, or answer it back; ` +
            "what you leave without a word counts as settled.",
        ]),
    ...(proposed.length === 0
      ? []
      : [
          `The discussion had stalled, and the lead wrote ${proposed.map(({ id }) => view.idOf(id)).join(", ")}. ` +
            `Say what of it you can accept, and what you would need instead.${built.join("")}`,
        ]),
    ...(waiting === "" ? [] : [`These were sent to you by name and wait for you: ${waiting}.`]),
  ];
  return text`
    ${seatText(seat)}

    This is round ${number} of the discussion. All speak at once, on what is shown above.
    Write one message or more. ${addressing(seat, view)}
    Be specific. A concern says in resolved_by what would settle it; where you object, propose what could be done instead.
    In answers, name the ids of the statements you answer; in acknowledges, the ids of messages that settled a concern of yours.
    Do not raise again what was dealt with, and leave other domains to those who sit for them.
    ${lines.join("\n")}
    Reply with one JSON object.
  `;
}

/** R2: labels are used like names, and a seat knows its own. */
function addressing({ id }: Participant, { hidden, voices, nameOf }: ReaderView): string {
  if (!hidden)
    return 'Send it to the specialists it concerns, by id, or to "all"; nobody else will see it.';
  const labels = voices.map(({ label }) => label).toSorted();
  return (
    `The specialists stand under labels: ${labels.join(", ")}; you are ${nameOf(id)}. ` +
    'Send it to those it concerns, by label, or to "all"; nobody else will see it.'
  );
}

interface Scoring {
  readonly scale: Scale;
  readonly fresh: readonly string[];
  readonly fence: Fence;
}

function scoreTask(
  { table, number }: DiscussionProgress,
  seat: Participant,
  { scale, fresh, fence }: Scoring,
): string {
  const { target } = table.settings;
  const { previous } = scale;
  const before =
    previous === null
      ? "This is your first score."
      : text`
          In round ${previous.round} your score was ${previous.counted}, and you said:
          ${fence("your last position", previous.position)}
          Messages that are new to you since: ${fresh.length === 0 ? "none" : fresh.join(", ")}.
          A score that rises by ${RISE} or more, or another option, names in raised_because those of them that earned it; otherwise it does not count.
        `;
  return text`
    ${seatText(seat)}

    Round ${number} was discussed. Tell the lead where you stand; nobody else sees this.
    SATISFACTION is a whole number from 0 to 100:
    ${BANDS.map(({ from, name }, index) => `- ${from} to ${index === 0 ? 100 : (BANDS[index - 1]?.from ?? 101) - 1}: ${name}`).join("\n")}
    ${target} is enough; do not hold out for perfection. At ${target} or more you would accept the answer, and nothing in your own domain blocks it.
    Below ${target}, REMAINING_CONCERNS says what is missing in your own domain (${seat.id}) and what settles it.
    A concern in another domain is written down and does not block.
    ${before}
    Reply with one JSON object.
  `;
}
