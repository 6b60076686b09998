/** The tasks of both rounds. Whatever a check enforces stands here in plain words (K21). */
import type { Brief } from "../../../domain/brief.ts";
import type { Participant } from "../../../domain/participant.ts";
import {
  renderBriefOptions,
  renderBriefSources,
  SHORT_EVIDENCE_RULE,
} from "../../../exchange/brief-prompt.ts";
import type { ReaderView } from "../../../exchange/reader-view.ts";
import type { Fence } from "../../../protocol.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import { listBestOptions, type LensId, scoreForLens } from "../rules/lens.ts";
import type { JudgePoint } from "../rules/points.ts";
import { type ShownVoice, voiceText } from "./anonymizer.ts";
import { lensText, stanceText } from "./lens-text.ts";
import type { JudgePosition } from "./prompt-input.ts";

export function renderMatter(brief: Brief, fence: Fence): string {
  return text`
    A panel of judges decides one question. Each has a fixed stance and recommends exactly one option.
    ${FENCE_RULE}

    Question
    ${fence("question", brief.question)}

    Options: ${brief.options.map(({ id }) => id).join(", ")}
    ${renderBriefOptions(brief, fence)}

    ${renderBriefSources(brief, fence)}

    ${SHORT_EVIDENCE_RULE}
  `;
}

/** J24: said in each round in which it is checked. */
function keepStanceText(lens: LensId, isRequired: boolean): string {
  return isRequired && lens !== "plain"
    ? "\nA case that argues mostly from another stance is sent back once."
    : "";
}

export interface JudgeDuties {
  readonly requireCause: boolean;
  readonly requireStance: boolean;
}

export function renderOpeningTask(
  judge: Participant,
  lens: LensId,
  { requireStance }: Pick<JudgeDuties, "requireStance">,
): string {
  const isPlain = lens === "plain";
  return text`
    This is round 1. The judges do not see one another.

    ${stanceText(judge, lens)}${keepStanceText(lens, requireStance)}

    ${lensText(lens)}
    ${isPlain ? "" : "One sentence per row. "}Where the material says nothing, say so; do not invent.

    Then recommend exactly one option: the one that your table puts first, or another and say why. Two to five claims
    carry your choice, each about one option, with evidence. A claim on general knowledge alone, or on nothing, counts as
    unquoted.
  `;
}

export function renderResponseTask(
  own: JudgePosition,
  peers: readonly JudgePosition[],
  { requireCause, requireStance }: JudgeDuties,
): string {
  const others = peers.map(
    ({ judge, option, points }) =>
      `- ${judge.id} (recommends ${option}): ${formatIdRange(points.map(({ claim }) => claim.id))}`,
  );
  const aimed = peers
    .flatMap(({ points }) => points)
    .filter(({ part, claim }) => isAimed({ part, claim }, own.option))
    .map(({ claim }) => claim.id);
  const { judge, lens, option, confidence } = own;
  return text`
    This is round 2, the last one. Above, you are the judge ${judge.id}: you recommended ${option} with confidence ${confidence}.${conflictText(own)}

    ${stanceText(judge, lens)}${keepStanceText(lens, requireStance)}

    challenges: at least one for each other judge, by the id of one of their points:
    ${others.join("\n")}
    ${challengeRule("judge")}${aimed.length === 0 ? "" : `\nThese claims speak against ${option}: ${aimed.join(", ")}. If you stay with ${option}, answer each by a challenge, a concession, or both.`}${peers.every((peer) => peer.option === option) ? `\n${AGREED}` : ""}
    Concede points of others that are right, fully or partly, also where your vote stays. Correct the rows of your own
    table that you now see otherwise, and withdraw claims that you no longer hold.
    ${renderRevision(option, requireCause)}
  `;
}

/** R2: a judge is told their earlier position, since a change needs a cause, and not which voice is theirs. */
export function renderAnonymousTask(
  own: JudgePosition,
  voices: readonly ShownVoice[],
  { view, requireCause, requireStance }: JudgeDuties & { view: ReaderView },
): string {
  const listed = voices.map(
    ({ label, points }) =>
      `- ${label}: ${formatIdRange(points.map(({ claim }) => view.findClaimId(claim.id)))}`,
  );
  // where one voice stands for many, nobody is told how many agree
  const isAgreed =
    !view.oneVoice &&
    voices.every(({ positions }) => positions.every(({ option }) => option === own.option));
  return text`
    This is round 2, the last one. In round 1 you recommended ${own.option} with confidence ${own.confidence}. Your own case is among the voices above, unmarked.

    ${stanceText(own.judge, own.lens)}${keepStanceText(own.lens, requireStance)}

    challenges: at least one for each voice; judge is its label, claim the id of one of its points:
    ${listed.join("\n")}
    ${challengeRule("voice")}${isAgreed ? `\n${AGREED}` : ""}
    Concede points of others that are right, fully or partly, also where your vote stays.
    ${renderRevision(own.option, requireCause)}
  `;
}

export function renderVoices(
  voices: readonly ShownVoice[],
  view: ReaderView,
  fence: Fence,
): string {
  const cases = voices.map((voice) => voiceText(voice, view, fence));
  const once = view.oneVoice ? " What several hold is shown once." : "";
  return `Round 1 is closed. These are the positions that were taken, under labels.${once}\n\n${cases.join("\n\n")}`;
}

const AGREED = text`
  All of you recommend the same. Do not invent a quarrel: attack the weakest point of the agreement, what it rests on or
  leaves out; say what nobody argued.
`;

function challengeRule(one: string): string {
  return text`
    Say what is wrong with that very point. Where a ${one} agrees with you, attack the weakest point of its reasoning. A
    challenge that agrees, repeats the point, says nothing, or is the same for several ${one}s is asked for once more.
  `;
}

function renderRevision(option: string, requireCause: boolean): string {
  const otherwise = requireCause ? ` Without such a cause your vote goes back to ${option}.` : "";
  return text`
    Then defend your recommendation, or revise it if you are convinced: a better argument about known evidence is reason
    enough, agreement for its own sake is not. If you revise, changed_because names others' points that speak against
    ${option} or for your new option, or meet what you said would change your mind, or new evidence of your own, and
    says what in it convinced you.${otherwise}
    If your confidence changes by 10 or more, say why in confidence_because.
    New claims may also speak against your own option; those of round 1 stand. Give headline and conditions
    as they are now, whole.
    What was said in round 1 can be quoted: the id of the point is the source.
  `;
}

function conflictText({ lens, evaluations, option }: JudgePosition): string {
  const best = listBestOptions(
    lens,
    evaluations.map((one) => scoreForLens(lens, one)),
  );
  return best.length === 0 || best.includes(option)
    ? ""
    : ` Your own table puts ${best.join(" and ")} first.`;
}

function isAimed({ part, claim }: Pick<JudgePoint, "part" | "claim">, option: string): boolean {
  return part === "claim" && claim.about === option && claim.side === "attacks";
}

/** "risk-1 to risk-17" where they follow one another, as they mostly do. */
function formatIdRange(ids: readonly string[]): string {
  const numbers = ids.map((id) => Number(/\d+$/.exec(id)?.[0] ?? Number.NaN));
  const follows = numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1);
  if (ids.length < 4 || !follows) return ids.join(", ");
  return `${ids[0]} to ${ids.at(-1)}`;
}
