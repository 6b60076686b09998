/** What a reply must contain beyond its schema. Missed duties are asked for once and then noted. */
import { findOption } from "../../../domain/brief.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Problem } from "../../../protocol.ts";
import { isSubstantiveText } from "../../../text/substance.ts";
import type { ShownMessages } from "../prompts/seat-views.ts";
import type { Discussion, Position, SatisfactionScore } from "../replies.ts";
import type { Dues } from "./pending-replies.ts";
import { BANDS } from "./progress.ts";
import { sameDomain, type Scale, weighed } from "./scoring.ts";
import type { RoundtableDebateTable } from "./table.ts";
import { sentencesIn } from "./wording.ts";

export function positionProblems(
  table: RoundtableDebateTable,
  seat: Participant,
  { position_option, concerns, position, reasoning }: Position,
): Problem[] {
  return [
    ...optionProblems(table, position_option),
    ...concerns.flatMap((concern) => concernProblems(table, concern)),
    ...concerns
      .filter(({ blocking, domain }) => blocking && !sameDomain(domain, seat.id))
      .map(({ domain }) => duty(`a concern in the domain ${domain} is not yours to block on`)),
    ...(isSubstantiveText(`${position} ${reasoning}`)
      ? []
      : [duty("the position and its reasoning name nothing specific")]),
  ];
}

export interface DiscussionStage {
  readonly table: RoundtableDebateTable;
  readonly seat: Participant;
  readonly shown: ShownMessages;
  readonly dues: Dues;
}

export function discussionProblems(
  { table, seat, shown, dues }: DiscussionStage,
  { messages }: Discussion,
): Problem[] {
  const known = new Set([
    ...shown.view.positions.flatMap(({ id, concerns }) => [id, ...concerns.map((one) => one.id)]),
    ...shown.view.messages.map(({ id }) => id),
    ...shown.view.scores.flatMap(({ concerns }) => concerns.map(({ id }) => id)),
  ]);
  const named = messages.flatMap(({ answers, acknowledges }) => [...answers, ...acknowledges]);
  const silent = (ids: readonly { id: string }[]): string[] =>
    ids.filter(({ id }) => !named.includes(id)).map(({ id }) => id);
  return [
    ...messages.flatMap(({ to }) => addresseeProblems(table, seat, to)),
    ...[...new Set(named)]
      .filter((id) => !known.has(id))
      .map((id) => duty(`${id} is not among the statements you were shown`)),
    ...messages
      .filter(({ kind, resolved_by }) => kind === "concern" && !saysHow(resolved_by))
      .map(() => duty("a concern does not say in resolved_by what would settle it")),
    ...silent(dues.answersToMe).map((id) =>
      duty(`${id} answers you and is neither acknowledged nor answered`),
    ),
    ...silent(dues.overdue).map((id) =>
      duty(`${id} was sent to you two rounds ago and is still without an answer`),
    ),
    ...(messages.some(
      ({ text, acknowledges }) => acknowledges.length > 0 || isSubstantiveText(text),
    )
      ? []
      : [duty("no message says anything specific")]),
  ];
}

function addresseeProblems(
  { specialists }: RoundtableDebateTable,
  seat: Participant,
  to: Discussion["messages"][number]["to"],
): Problem[] {
  if (to === "all") return [];
  const strangers = to.filter((id) => !specialists.some((specialist) => specialist.id === id));
  return [
    ...strangers.map((id) => invalid(`"${id}" is not a specialist at this table`)),
    ...(to.every((id) => id === seat.id)
      ? [invalid("a message is addressed to nobody but you")]
      : []),
  ];
}

export function scoreProblems(
  table: RoundtableDebateTable,
  scale: Scale,
  reply: SatisfactionScore,
): Problem[] {
  const { SATISFACTION, REMAINING_CONCERNS, WOULD_ACCEPT_CURRENT, POSITION } = reply;
  const { concerns, movements } = weighed(scale, reply);
  const { target } = scale;
  const accepts = WOULD_ACCEPT_CURRENT === "yes";
  const problems = [
    ...(SATISFACTION >= target && !accepts
      ? [
          `SATISFACTION is ${SATISFACTION} and WOULD_ACCEPT_CURRENT is no; they contradict each other`,
        ]
      : []),
    ...(SATISFACTION >= target
      ? concerns
          .filter(({ blocks }) => blocks)
          .map(({ text }) => `SATISFACTION is ${SATISFACTION} and this concern blocks: ${text}`)
      : []),
    ...(SATISFACTION < target && !concerns.some(({ own, repeats }) => own && repeats === null)
      ? [
          `SATISFACTION is below ${target} without a concern in your own domain (${scale.by}) that is still open; ` +
            "name it and what settles it, or raise the score",
        ]
      : []),
    ...(SATISFACTION < ACCEPTABLE && accepts
      ? [`SATISFACTION is ${SATISFACTION}, ${OPPOSED}, and WOULD_ACCEPT_CURRENT is yes`]
      : []),
    ...movements.flatMap((movement) => movement.problems),
    ...(sentencesIn(POSITION).length > 2 ? ["POSITION is longer than two sentences"] : []),
  ].map(duty);
  return [
    ...optionProblems(table, reply.position_option),
    ...REMAINING_CONCERNS.flatMap((concern) => concernProblems(table, concern)),
    ...problems,
  ];
}

/** Below it the score itself means major objections. */
const ACCEPTABLE = 50;
const OPPOSED = BANDS.find(({ from }) => from < ACCEPTABLE)?.name ?? "";

function optionProblems({ brief }: RoundtableDebateTable, option: string | null): Problem[] {
  if (option === null || findOption(brief, option)) return [];
  const known = brief.options.map(({ id }) => id).join(", ");
  return [
    invalid(
      `there is no option "${option}", ${known === "" ? "none is given" : `choose one of ${known} or null`}`,
    ),
  ];
}

/** T5, T11: a concern is in someone's domain and says what would resolve it. */
function concernProblems(
  { specialists }: RoundtableDebateTable,
  { domain, resolved_by }: { domain: string; resolved_by: string },
): Problem[] {
  return [
    ...(specialists.some(({ id }) => sameDomain(domain, id))
      ? []
      : [duty(`"${domain}" is no specialist's domain; write the id of one`)]),
    ...(saysHow(resolved_by)
      ? []
      : [duty(`"${resolved_by}" does not say what would settle the concern`)]),
  ];
}

function saysHow(resolved_by: string | null): boolean {
  return resolved_by !== null && isSubstantiveText(resolved_by, { minimumWords: 3 });
}

export function invalid(problem: string): Problem {
  return { text: problem, duty: false };
}

export function duty(problem: string): Problem {
  return { text: problem, duty: true };
}
