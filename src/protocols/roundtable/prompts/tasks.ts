/** What a specialist is asked to do, in plain words, with nothing that does not apply in this round. */
import type { Participant } from "../../../domain/participant.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { Fence } from "../../../protocol.ts";
import { text } from "../../../text/text.ts";
import type { LedgerConcern } from "../rules/ledger.ts";
import { RISE } from "../rules/limits.ts";
import { BANDS } from "../rules/progress.ts";
import { type RoundtableDebateTable, STAGES, type TableStatement } from "../rules/table.ts";
import type { CounterCase } from "../rules/unanimity.ts";
import type { SeatView } from "./prompt-input.ts";
import { renderSeat } from "./prompt-text.ts";
import type { DiscussionProgress } from "./seat-views.ts";

export function writePositionTask({ brief }: RoundtableDebateTable, seat: Participant): string {
  const options = brief.options.map(({ id }) => id).join(", ");
  return text`
    ${renderSeat(seat)}

    State your first position. Nobody else sees it until all are in, and you cannot see theirs.
    ${options === "" ? "position_option is null." : `position_option is the one you hold of ${options}, or null if you hold none.`}
    Speak for your domain. Where the material says nothing about it, say so in missing_material and name what you would
    need to know; do not invent it.
    Position and reasoning name something definite from the question or the material. A concern is one point. Name the
    domain it lies in by specialist id, the option it is about, and in resolved_by, in three words or more, what settles it.
    It is blocking only if it lies in your own domain and you could not accept the answer with it; a concern in another
    domain is written down and does not block. Your concerns stay open until you close them yourself.
    would_change_my_mind is registered now and shown beside any later change of yours.
  `;
}

interface DiscussionDuties {
  readonly owed: readonly TableStatement[];
  readonly assigned: CounterCase | null;
  readonly stalled: boolean;
  /** Own concerns that are open. */
  readonly open: readonly LedgerConcern[];
  readonly view: ReaderView;
}

export function writeDiscussionTask(
  { number }: DiscussionProgress,
  seat: Participant,
  { owed, assigned, stalled, open, view }: DiscussionDuties,
): string {
  const unseen = open.filter(isUnseen).map(({ id }) => view.findClaimId(id));
  const waiting = owed
    .map(({ id, by }) => `${view.findClaimId(id)} from ${view.findName(by)}`)
    .join(", ");
  const lines = [
    ...(waiting === ""
      ? []
      : [
          `These were sent to you alone and wait for your answer: ${waiting}. Name their ids in answers.`,
        ]),
    ...(stalled
      ? [
          "The scores had stalled, so the lead also wrote what the disagreement is and possible compromises. " +
            "Say which you can accept, by id, or what you would need instead.",
        ]
      : []),
    ...(assigned === null ? [] : [writeAssignment(assigned)]),
  ];
  return text`
    ${renderSeat(seat)}

    Round ${number}. All speak at once, about the proposal above.
    Say what in it has to change and propose the wording, answer others, or ask. Each message is about something definite,
    and answers names the ids above that it answers.
    ${writeAddressing(seat, view)}
    A new concern goes into concerns, not into a message. Name the domain it lies in by specialist id; in another's domain
    it does not block. In resolved_by, say in three words or more what settles it. Do not raise again what is settled.
    Where the material says nothing, say so instead of inventing it. What was said can be quoted: its id is the source.
    ${
      open.length === 0
        ? "None of your concerns is open: settled stays empty, and if nobody waits for you, you may pass by leaving all lists empty."
        : text`
            If something above settles a concern of yours, close it in settled. ${CLOSING_RULE}
            While one stays open, say in a message what you still need for it; with none left and nobody waiting for you, you
            may pass by leaving messages and concerns empty.
          `
    }
    ${[...(unseen.length === 0 ? [] : [writeUnseen(unseen)]), ...lines].join("\n")}
  `;
}

/** T16: stated wherever a concern can be closed. */
const CLOSING_RULE =
  "What settles it came from someone else, is newer than the concern, and is a message or the proposal, not a concern; " +
  "what was already said when you raised it leaves it open. why says in a sentence how.";

/** Raised while scoring, so that only its owner and the lead have its id. */
function isUnseen({ round, stage }: LedgerConcern): boolean {
  return round > 0 && stage === STAGES.scores(round);
}

function writeUnseen(ids: readonly string[]): string {
  const one = ids.length === 1;
  return `Only you and the lead know ${ids.join(", ")}. The others are not shown ${one ? "that id" : "those ids"}; tell them in words what ${one ? "it says" : "they say"}.`;
}

function writeAssignment({ option }: CounterCase): string {
  const what = option === null ? "the common answer" : `option ${option}`;
  return (
    `You are assigned the strongest case against ${what}, so that it is tested once: one message to all with the kind ` +
    "counter_case. It succeeds if it finds a weak point, and also if it shows there is none. It does not bind your score."
  );
}

/** R2: labels are used like names, and a seat knows its own. */
function writeAddressing({ id }: Participant, { hidden, voices, findName }: ReaderView): string {
  const rule =
    "is read by that one alone, who must answer it. Do not write to yourself, and do not refer to such a message in front of the others.";
  if (!hidden)
    return `A message goes to "all", unless you need one specialist: sent to one id it ${rule}`;
  const labels = voices.map(({ label }) => label).toSorted();
  return (
    `The specialists are shown under labels: ${labels.join(", ")}; you are ${findName(id)}. ` +
    `A message goes to "all", unless you need one of them: sent to one label it ${rule}`
  );
}

/** K5. No score can be that much higher than one near the top. */
function writeRiseRule(explained: number): string {
  return explained + RISE > 100
    ? `The last score you explained is ${explained}.`
    : `The last score you explained is ${explained}. A score of ${explained + RISE} or more names in raised_because what earned it: ` +
        "a message of someone else or the proposal, new to you since then, and no concern or counter-case unless it answers you. Otherwise the score goes back as a whole.";
}

interface ScoreSetting {
  readonly view: SeatView;
  readonly explained: number | null;
  readonly fresh: readonly string[];
  readonly fence: Fence;
}

export function writeScoreTask(
  { table, number }: DiscussionProgress,
  seat: Participant,
  setting: ScoreSetting,
): string {
  const { target } = table.settings;
  const { proposal, concerns } = setting.view;
  const about =
    proposal === null
      ? "No proposal is on the table: score how far the discussion has an answer you could approve. It cannot be consensus yet."
      : `Score version ${proposal.version} of the proposal above (${proposal.id}) as it is written, and nothing else.`;
  const options = table.brief.options.map(({ id }) => id).join(", ");
  const other =
    options === ""
      ? ""
      : ", and if you hold another option than the proposal's, accepts_other_option says why you accept it all the same";
  return text`
    ${renderSeat(seat)}

    Round ${number} was discussed. ${about} Only the lead reads your score.
    SATISFACTION is a whole number from 0 to 100:
    ${BANDS.map(({ from, meaning }, index) => `- ${from}-${index === 0 ? 100 : (BANDS[index - 1]?.from ?? 101) - 1}: ${meaning}`).join("\n")}
    ${target} is enough: do not hold out for perfection. If the proposal got worse for you, lower the score.
    At ${target} or more, WOULD_ACCEPT_CURRENT is yes and no blocking concern of yours is open${other}. Otherwise it does not count as ${target}.
    Below ${target}, an open concern in your own domain (${seat.id}) says what is missing; one that you closed before and raise again does not count.
    Below 50, WOULD_ACCEPT_CURRENT is no. POSITION is one or two sentences.
    ${
      concerns.length === 0
        ? "my_concerns stays empty: none of your concerns is open."
        : text`
            my_concerns: for each concern of yours that was answered, say whether it is settled. If so, name in because the
            message or the proposal that settled it. ${CLOSING_RULE} If it is not settled, because is empty and why says
            what is missing. A concern that you do not mention stays open; only you can close it.
          `
    }
    REMAINING_CONCERNS: new ones with id null, or an open one by its id if you change its words or make it blocking; else empty.
    It is blocking only in your own domain. resolved_by says in three words or more what settles it.
    still_best: with all conditions that were added, is the proposal still the best ${options === "" ? "answer you know" : `of ${options}`}? Say why.
    ${writeHistory(table, setting)}
  `;
}

function writeHistory(
  { brief }: RoundtableDebateTable,
  { view, explained, fresh, fence }: ScoreSetting,
): string {
  const { last, registered } = view;
  const since = fresh.length === 0 ? "nothing" : fresh.join(", ");
  const lines = [
    ...(last === null
      ? ["This is your first score."]
      : [
          `In round ${last.round} your score was ${last.counted}${last.counted === last.satisfaction ? "" : ` (you said ${last.satisfaction})`}, and you said:`,
          fence("your last position", last.position),
        ]),
    ...(explained === null ? [] : [writeRiseRule(explained)]),
    ...(brief.options.length === 0
      ? []
      : [
          "If you now hold another option than before, raised_because names what changed it: something new to you that answers you, was sent to you, speaks for the new option or against the old one. as_registered says whether that is what you had registered.",
          ...(registered === null ? [] : [fence("you had registered", registered)]),
        ]),
    ...(explained === null && brief.options.length === 0
      ? []
      : [
          `New to you since ${explained === null ? "your first position" : "that score"}: ${since}.`,
        ]),
  ];
  return lines.join("\n");
}
