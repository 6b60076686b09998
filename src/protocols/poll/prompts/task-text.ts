/** The words of a poll's prompt. */
import { type Brief, formatOptionText } from "../../../domain/brief.ts";
import { EVIDENCE_RULE, renderBriefSources } from "../../../exchange/brief-prompt.ts";
import type { Fence } from "../../../protocol.ts";
import { FENCE_RULE, text } from "../../../text/text.ts";
import type { LetteredOption, PollSeatView, ShownPosition } from "../rules/exchange.ts";
import type { PollSettings, PollTask } from "../settings.ts";

export interface PollPrompt {
  readonly brief: Brief;
  readonly settings: PollSettings;
  readonly options: readonly LetteredOption[];
  readonly view: PollSeatView;
  readonly round: number;
  readonly findLetter: (option: string) => string;
}

const TASKS: Readonly<Record<PollTask, string>> = {
  choose: "You answer one question by choosing exactly one of the options given below.",
  answer: "You answer one question.",
  review: "You review the material below and report everything in it that is wrong.",
};

export function renderPollMatter(brief: Brief, { task }: PollSettings, fence: Fence): string {
  return [
    `${TASKS[task]}\n${FENCE_RULE}`,
    `${task === "review" ? "What it is for" : "Question"}\n${fence("question", brief.question)}`,
    renderBriefSources(brief, fence),
    EVIDENCE_RULE,
  ].join("\n\n");
}

const CLOSING: Readonly<Record<PollTask, string>> = {
  choose: text`
    Reply with the letter of the option that is right. Give one to three reasons; quote the material where it decides.
    confidence: 0 to 100, how likely your choice is right.
  `,
  answer: text`
    Reply with the answer alone, as short as it can be: a number in digits, or a few words.
    Give one to three reasons; quote the material where it decides. confidence: 0 to 100, how likely it is right.
  `,
  review: text`
    Report each thing that would make it fail, or that cannot be true as it stands: figures that do not come out,
    parts that contradict each other, limits it breaks, conditions it takes for granted. One finding per defect, with
    the exact words it rests on. Style and taste are not defects. Leave out what you cannot show.
  `,
};

export function renderPollTask(prompt: PollPrompt, fence: Fence): string {
  const { options, settings, view } = prompt;
  const shown = options.map(({ letter, option }) =>
    fence(`option ${letter}`, formatOptionText(option)),
  );
  const parts = [
    shown.length === 0 ? "" : `Options\n${shown.join("\n")}`,
    renderOwnAnswer(prompt),
    renderOthers(prompt, fence),
    renderInserted(prompt, fence),
    CLOSING[settings.task],
    settings.task === "review"
      ? ""
      : view.others.flat().length === 0
        ? "because: leave it empty."
        : "because: if your answer differs from your last one, the ids of the points above that changed it; else empty.",
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function renderOwnAnswer({ view, findLetter, round, settings }: PollPrompt): string {
  const last = view.own.at(-1);
  if (last === undefined) return round === 1 ? "" : "You gave no readable answer before.";
  const held = settings.task === "choose" ? `option ${findLetter(last)}` : last;
  return `Your last answer was: ${held}. Check it once more and keep or change it.`;
}

/** The last round in full; earlier ones are in it as far as anybody kept to them. */
function renderOthers({ view, findLetter, settings }: PollPrompt, fence: Fence): string {
  const last = view.others.at(-1) ?? [];
  if (last.length === 0) return "";
  const heads = last.map((position) => {
    const held = settings.task === "choose" ? `option ${findLetter(position.holds)}` : "an answer";
    const count = settings.counts ? ` (held by ${position.members.length})` : "";
    return `${position.label} gave ${held}${count}:\n${fence(`answer of ${position.label}`, renderPoints(position, settings))}`;
  });
  return `What others answered in the last round\n${heads.join("\n")}`;
}

function renderPoints({ holds, points }: ShownPosition, { task }: PollSettings): string {
  const lines = points.map(({ id, text: words }) => `${id}: ${words}`);
  return [...(task === "choose" ? [] : [holds]), ...lines].join("\n") || "no reasons given";
}

function renderInserted({ view, findLetter, settings }: PollPrompt, fence: Fence): string {
  return view.inserted
    .map(({ speaker, words, option }) => {
      const held =
        option === null || settings.task !== "choose" ? "" : `option ${findLetter(option)}\n`;
      const head = speaker === null ? "It was also said" : `${speaker} said`;
      return `${head}:\n${fence("said", `${held}${words}`)}`;
    })
    .join("\n");
}
