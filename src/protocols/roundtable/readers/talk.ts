/** Positions and discussion: worries are raised with those who can ease them. */
import type { Participant } from "../../../domain/participant.ts";
import { asSentence, quoted } from "../../retired-readers/sentences.ts";
import type {
  DiscussMatter,
  PositionMatter,
  SeatView,
  TableMessage,
} from "../prompts/prompt-input.ts";
import { domainOf } from "./lexicon.ts";
import {
  bestFor,
  currentOption,
  easeFor,
  favourite,
  tellingStems,
  type Worry,
  worriesOf,
} from "./reading.ts";
import { concernsOfOthers, HARD, hasReacted, idsOf, isPublicId, nameOf, selfOf } from "./view.ts";

export function takePosition({ brief, seat }: PositionMatter) {
  const option = favourite(seat, brief);
  const { subject } = domainOf(seat);
  const worries = worriesOf(seat, brief, option);
  const reason = bestFor(seat, brief, option);
  const name = nameOf(brief, option);
  const first = worries[0];
  return {
    position: `For ${subject}, ${name} is what I can support${first ? ", once what is open there is settled" : ""}.`,
    position_option: option,
    reasoning: reason
      ? `What speaks for it from where I look: ${quoted(reason.said)}.`
      : `From where I look the brief holds no fact that speaks for ${name}.`,
    evidence: reason ? [reason.evidence] : [],
    would_change_my_mind: first
      ? `A fact that shows this to be settled, or never to be: ${first.text}`
      : `A fact about ${subject} that the brief does not hold and that speaks against ${name}.`,
    concerns: worries.map(({ text, weight, evidence, settles }) => ({
      text,
      domain: seat.id,
      resolved_by: settles,
      blocking: weight >= HARD,
      evidence,
    })),
  };
}

const MOST_ANSWERS = 2;

export function discuss({ view, owed }: DiscussMatter) {
  const { brief, seat, positions } = view;
  const option = currentOption(positions, brief);
  const messages = [
    ...answersTo(view, option),
    ...conditionsFor(view, option),
    ...raised(view, option),
  ];
  const all = [...wordsOn(view, owed, worriesOf(seat, brief, option)), ...messages];
  return { messages: all.length > 0 ? all : [restated(seat, brief, option)] };
}

/** Facts of the brief that ease someone else's concern. */
function answersTo(view: SeatView, option: string | null) {
  const { brief, seat } = view;
  return concernsOfOthers(view)
    .filter(({ id }) => !hasReacted(view, id))
    .flatMap((concern) => {
      const ease = easeFor(seat, brief, { worry: tellingStems(concern.text), option });
      return ease ? [{ concern, ease }] : [];
    })
    .slice(0, MOST_ANSWERS)
    .map(({ concern, ease }) =>
      writing({
        to: [concern.by],
        kind: "answer",
        text: `On ${concern.id} the brief has an answer: ${quoted(ease.said)}.`,
        answers: [concern.id],
        evidence: [ease.evidence],
      }),
    );
}

/** Where the brief has no answer, the first at the table offers to make the remedy part of the decision. */
function conditionsFor(view: SeatView, option: string | null) {
  const { brief, specialists, round } = view;
  const self = selfOf(view);
  return concernsOfOthers(view)
    .filter(
      ({ by, round: said }) =>
        round > said + 1 && specialists.find(({ id }) => id !== by)?.id === self,
    )
    .filter(({ id, blocking }) => !blocking && !hasReacted(view, id))
    .filter(
      ({ by, text }) =>
        !specialists.some(
          (other) =>
            other.id !== by && easeFor(other, brief, { worry: tellingStems(text), option }),
        ),
    )
    .slice(0, MOST_ANSWERS)
    .map(({ id, by, resolved_by }) =>
      writing({
        to: [by],
        kind: "proposal",
        text: `On ${id} I propose a condition of the decision: ${asSentence(resolved_by)}`,
        answers: [id],
      }),
    );
}

/** Worries about the answer on the table that were not yet put to anyone. */
function raised(view: SeatView, option: string | null) {
  const { brief, seat, specialists } = view;
  const self = selfOf(view);
  return worriesOf(seat, brief, option)
    .filter(({ text }) => !idsOf(view, text).some((id) => isPublicId(view, id)))
    .map(({ text, evidence, settles, stems }) => {
      const able = specialists.filter(
        (other) => other.id !== self && easeFor(other, brief, { worry: stems, option }),
      );
      return writing({
        to: able.length === 0 ? "all" : able.slice(0, 2).map(({ id }) => id),
        kind: "concern",
        text,
        resolved_by: settles,
        evidence,
      });
    });
}

/** An answer that resolves a worry is acknowledged; a promise where only a fact would do is answered. */
function wordsOn(view: SeatView, owed: readonly string[], worries: readonly Worry[]) {
  const answers = view.messages.filter(({ id }) => owed.includes(id));
  const hard = worries
    .filter(({ weight }) => weight >= HARD)
    .flatMap(({ text }) => idsOf(view, text));
  const refused = answers.filter(
    ({ answers: ids, evidence }) =>
      ids.some((id) => hard.includes(id)) && !evidence.some(({ verified }) => verified),
  );
  const taken = answers.filter((message) => !refused.includes(message));
  const idsOfAll = (messages: readonly TableMessage[]): string[] => messages.map(({ id }) => id);
  const sendersOf = (messages: readonly TableMessage[]): string[] => [
    ...new Set(messages.map(({ by }) => by)),
  ];
  return [
    ...(taken.length === 0
      ? []
      : [
          writing({
            to: sendersOf(taken),
            kind: "answer",
            text: `${idsOfAll(taken).join(", ")}: that settles what I had raised, and I count it as settled.`,
            acknowledges: idsOfAll(taken),
          }),
        ]),
    ...(refused.length === 0
      ? []
      : [
          writing({
            to: sendersOf(refused),
            kind: "answer",
            text: `${idsOfAll(refused).join(", ")}: a promise is not enough here, only a fact that shows it to be settled is.`,
            answers: idsOfAll(refused),
          }),
        ]),
  ];
}

function restated(seat: Participant, brief: SeatView["brief"], option: string | null) {
  const reason = bestFor(seat, brief, option);
  const { subject } = domainOf(seat);
  return writing({
    to: "all",
    kind: "proposal",
    text: reason
      ? `For ${subject} this speaks for ${nameOf(brief, option)}: the brief says ${quoted(reason.said)}.`
      : `For ${subject} the brief holds no fact that speaks for ${nameOf(brief, option)}.`,
    evidence: reason ? [reason.evidence] : [],
  });
}

function writing(
  message: Pick<TableMessage, "to" | "kind" | "text"> & {
    readonly resolved_by?: string;
    readonly answers?: readonly string[];
    readonly acknowledges?: readonly string[];
    readonly evidence?: readonly { readonly source: string; readonly quote: string }[];
  },
) {
  return { resolved_by: null, answers: [], acknowledges: [], evidence: [], ...message };
}
