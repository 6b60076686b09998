/** What a specialist's reply must contain beyond its schema. Missed duties are asked for once and then noted. */
import { findOption } from "../../../domain/brief.ts";
import type { Participant } from "../../../domain/participant.ts";
import { reportDuty, reportInvalid } from "../../../exchange/reply-problems.ts";
import type { Problem } from "../../../protocol.ts";
import { splitSentences } from "../../../text/sentence.ts";
import { findHollowness, isSubstantiveText } from "../../../text/substance.ts";
import { EVERYONE } from "../prompts/prompt-input.ts";
import type { Discussion, Position, SatisfactionScore } from "../replies.ts";
import type { LedgerConcern } from "./ledger.ts";
import { BANDS } from "./progress.ts";
import { type Scale, weighScore } from "./scoring.ts";
import { isOwnDomain, type RoundtableDebateTable, type TableStatement } from "./table.ts";
import type { CounterCase } from "./unanimity.ts";

export function findPositionProblems(
  table: RoundtableDebateTable,
  { position_option, concerns, position, reasoning }: Position,
): Problem[] {
  return [
    ...findOptionProblems(table, position_option),
    ...concerns.flatMap((concern) => findConcernProblems(table, concern)),
    ...(isSubstantiveText(`${position} ${reasoning}`)
      ? []
      : [reportDuty("the position and its reasoning name nothing specific")]),
  ];
}

export interface DiscussionStage {
  readonly table: RoundtableDebateTable;
  readonly seat: Participant;
  /** What the seat was shown, its own words included. */
  readonly visible: readonly TableStatement[];
  readonly owed: readonly TableStatement[];
  /** Own concerns that are open after this reply. */
  readonly open: readonly LedgerConcern[];
  /** T16: what is wrong with closings; they do not take place. */
  readonly closingProblems: readonly string[];
  readonly assigned: CounterCase | null;
}

export function findDiscussionProblems(
  { table, seat, visible, owed, open, closingProblems, assigned }: DiscussionStage,
  { messages, concerns }: Discussion,
): Problem[] {
  const known = new Set(visible.map(({ id }) => id));
  const named = messages.flatMap(({ answers }) => answers);
  const passes = messages.length === 0 && concerns.length === 0;
  const unanswered = owed.filter(({ id }) => !named.includes(id));
  return [
    ...messages.flatMap(({ to }) => findAddresseeProblems(table, seat, to)),
    ...messages.flatMap(({ option }) => findOptionProblems(table, option)),
    ...concerns.flatMap((concern) => findConcernProblems(table, concern)),
    ...[...new Set(named)]
      .filter((id) => !known.has(id))
      .map((id) => reportDuty(`${id} is not among the statements you were shown`)),
    ...closingProblems.map(reportDuty),
    ...unanswered.map(({ id }) =>
      reportDuty(`${id} was sent to you alone and waits for your answer`),
    ),
    ...(passes && open.length > 0
      ? [
          reportDuty(
            `you pass with ${open.map(({ id }) => id).join(", ")} open; say what you still need, or propose the wording`,
          ),
        ]
      : []),
    ...messages
      .filter(({ text, detail }) => findHollowness(`${text} ${detail ?? ""}`, TALK) !== null)
      .map(({ text }) => reportDuty(`“${text}” says nothing specific; say why, or leave it out`)),
    ...(assigned === null || messages.some(isCounterCase)
      ? []
      : [
          reportDuty(
            "you were assigned the counter-case; send it to all, with the kind counter_case",
          ),
        ]),
  ];
}

/** A short answer is enough if it names something. */
const TALK = { mayAgree: true, rule: { minimumWords: 4 } } as const;

function isCounterCase({ kind, to }: Discussion["messages"][number]): boolean {
  return kind === "counter_case" && to === EVERYONE;
}

function findAddresseeProblems(
  { specialists }: RoundtableDebateTable,
  seat: Participant,
  to: string,
): Problem[] {
  if (to === EVERYONE) return [];
  if (to === seat.id) return [reportInvalid("a message is addressed to nobody but you")];
  return specialists.some(({ id }) => id === to)
    ? []
    : [reportInvalid(`"${to}" is not a specialist at this table; write "${EVERYONE}" or one id`)];
}

export function findScoreProblems(
  table: RoundtableDebateTable,
  scale: Scale,
  reply: SatisfactionScore,
): Problem[] {
  const { SATISFACTION, REMAINING_CONCERNS, WOULD_ACCEPT_CURRENT, POSITION } = reply;
  const { score, open, closingProblems } = weighScore(scale, reply);
  const { target } = scale;
  const problems = [
    ...score.heldBack,
    ...closingProblems,
    ...(SATISFACTION < target && !open.some(({ own, repeats }) => own && repeats === null)
      ? [
          `SATISFACTION is below ${target} without an open concern in your own domain (${scale.by}); ` +
            "name what is missing and what settles it, or raise the score",
        ]
      : []),
    ...(SATISFACTION < ACCEPTABLE && WOULD_ACCEPT_CURRENT === "yes"
      ? [`SATISFACTION is ${SATISFACTION}, ${OPPOSED}, and WOULD_ACCEPT_CURRENT is yes`]
      : []),
    ...score.movements.flatMap((movement) => movement.problems),
    ...(score.movements.some(({ what }) => what === "option") && reply.as_registered === null
      ? [
          "your option changed; say in as_registered whether that is what you had said would change your mind",
        ]
      : []),
    ...listUnansweredConcerns(scale, reply).map(
      (id) => `${id} was answered; say in my_concerns whether that settles it or what is missing`,
    ),
    ...(splitSentences(POSITION).length > MOST_SENTENCES
      ? [`POSITION has more than ${MOST_SENTENCES} sentences; say in one or two where you stand`]
      : []),
  ].map(reportDuty);
  return [
    ...findOptionProblems(table, reply.position_option),
    ...REMAINING_CONCERNS.flatMap((concern) => findConcernProblems(table, concern)),
    ...problems,
  ];
}

/** T7: one or two are asked for; a few more lose nothing and are not worth another call. */
const MOST_SENTENCES = 4;

/** T13: own open concerns that were answered since the last score and are not taken up. */
function listUnansweredConcerns(
  { open, visible, previous, by, round }: Scale,
  { my_concerns }: SatisfactionScore,
): string[] {
  const since = 3 * (previous?.round ?? round - 1);
  const fresh = visible.filter((one) => one.by !== by && one.stage > since);
  return open
    .filter(({ id }) => fresh.some(({ answers }) => answers.includes(id)))
    .filter(({ id }) => !my_concerns.some(({ claim }) => claim === id))
    .map(({ id }) => id);
}

/** Below it the score itself means major objections. */
const ACCEPTABLE = 50;
const OPPOSED = BANDS.find(({ from }) => from < ACCEPTABLE)?.name ?? "";

export function findOptionProblems(
  { brief }: RoundtableDebateTable,
  option: string | null,
): Problem[] {
  if (option === null || findOption(brief, option)) return [];
  const known = brief.options.map(({ id }) => id).join(", ");
  const choose = known === "" ? "none is given" : `choose one of ${known} or null`;
  return [reportInvalid(`there is no option "${option}", ${choose}`)];
}

/** T5, T11: a concern is in someone's domain and says what would settle it. */
function findConcernProblems(
  table: RoundtableDebateTable,
  { domain, resolved_by, option }: { domain: string; resolved_by: string; option: string | null },
): Problem[] {
  return [
    ...findOptionProblems(table, option),
    ...(table.specialists.some(({ id }) => isOwnDomain(domain, id))
      ? []
      : [reportDuty(`"${domain}" is no specialist's domain; write the id of one`)]),
    ...(isSubstantiveText(resolved_by, { minimumWords: 3 })
      ? []
      : [reportDuty(`"${resolved_by}" does not say what would settle the concern`)]),
  ];
}
