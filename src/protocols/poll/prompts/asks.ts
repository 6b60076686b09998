/** The one ask of a poll: the prompt, the schema of its answer, and how letters become options again. */
import type { Brief } from "../../../domain/brief.ts";
import type { ClaimDraft } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Ask, Floor, Problem } from "../../../protocol.ts";
import { isPollVote, pollReplies, type PollReply } from "../replies.ts";
import {
  type ExchangeMoment,
  type LetteredOption,
  orderOptions,
  type ReadHeld,
  readHeldOption,
  type PollSeatView,
  viewExchange,
} from "../rules/exchange.ts";
import type { PollSettings } from "../settings.ts";
import { renderPollMatter, renderPollTask } from "./task-text.ts";

export interface PollStage {
  readonly brief: Brief;
  readonly settings: PollSettings;
  readonly floor: Pick<Floor, "fence" | "participants">;
  readonly listOptions: (seat: string) => readonly LetteredOption[];
  readonly held: ReadHeld;
}

export function createPollStage(
  brief: Brief,
  settings: PollSettings,
  floor: Pick<Floor, "fence" | "participants" | "seededOrder">,
): PollStage {
  const known = new Map<string, readonly LetteredOption[]>();
  const listOptions = (seat: string): readonly LetteredOption[] => {
    const options =
      known.get(seat) ??
      orderOptions(brief, settings, (count) => floor.seededOrder(`options/${seat}`, count));
    known.set(seat, options);
    return options;
  };
  return {
    brief,
    settings,
    floor,
    listOptions,
    held: (by, reply) => readHeldOption(reply, listOptions(by)),
  };
}

/** An ask as data, for models that read data. Options are real ids, whatever letter a prompt shows. */
export interface PollInput {
  readonly kind: "poll.choose" | "poll.answer" | "poll.review";
  readonly brief: Brief;
  readonly seat: string;
  readonly round: number;
  readonly view: PollSeatView;
  /** What the reader answers with, in the order shown. */
  readonly letters: readonly { readonly letter: string; readonly option: string }[];
  /** Others are shown under their names. */
  readonly named: boolean;
  readonly [field: string]: unknown;
}

export function askSeat(
  stage: PollStage,
  seat: Participant,
  moment: ExchangeMoment,
): Ask<PollReply> {
  const { brief, settings, floor, held } = stage;
  const seats = floor.participants.map(({ id }) => id);
  const view = viewExchange({ settings, seats, held }, seat.id)(moment);
  const options = stage.listOptions(seat.id);
  const findLetter = (option: string): string =>
    options.find((one) => one.option.id === option)?.letter ?? option;
  const shown = { brief, settings, options, view, round: moment.round, findLetter };
  const input: PollInput = {
    kind: `poll.${settings.task}`,
    brief,
    seat: seat.id,
    round: moment.round,
    view,
    letters: options.map(({ letter, option }) => ({ letter, option: option.id })),
    named: settings.names && !settings.one_voice,
  };
  return {
    prompt: [
      { shared: true, text: renderPollMatter(brief, settings, floor.fence) },
      { shared: false, text: renderPollTask(shown, floor.fence) },
    ],
    reply: pollReplies[settings.task],
    promptInput: input,
    reveals: view.reveals,
    check: (given) => findPollProblems(given, options, view),
    claims: (given) => draftPollClaims(given, held(seat.id, given)),
    says: (given) => ({
      position: isPollVote(given) ? held(seat.id, given) : null,
      confidence: isPollVote(given) ? given.confidence : null,
      words: isPollVote(given) ? (given.reasons[0]?.point ?? "") : describeFindings(given),
      wouldChange: null,
      ...(isPollVote(given) && given.because.length > 0 && { because: given.because }),
    }),
  };
}

function describeFindings({ findings }: { findings: readonly { headline: string }[] }): string {
  if (findings.length === 0) return "nothing found";
  return findings.map(({ headline }) => headline).join("; ");
}

function findPollProblems(
  reply: PollReply,
  options: readonly LetteredOption[],
  view: PollSeatView,
): Problem[] {
  if (!isPollVote(reply)) return [];
  const ids = new Set(view.others.flat().flatMap(({ points }) => points.map(({ id }) => id)));
  const unknown = reply.because.filter((id) => !ids.has(id));
  return [
    ...("option" in reply && !options.some(({ letter }) => letter === reply.option.toUpperCase())
      ? [{ text: `option must be one letter of those shown, not "${reply.option}"`, duty: false }]
      : []),
    ...unknown.map((id) => ({ text: `because names ${id}, which was not shown`, duty: true })),
  ];
}

/** Reasons are about what is chosen; findings attack the text. */
function draftPollClaims(reply: PollReply, about: string): ClaimDraft[] {
  if (isPollVote(reply)) {
    return reply.reasons.map(({ point, evidence }) => ({
      text: point,
      about,
      side: "supports",
      evidence,
    }));
  }
  return reply.findings.map(({ headline, why, evidence }) => ({
    text: headline,
    detail: why,
    about: "brief",
    side: "attacks",
    evidence,
  }));
}
