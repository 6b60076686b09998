/** What a participant is asked before the debate: which files of the repository they need to see. */
import * as z from "zod";

import type { Brief } from "../domain/brief.ts";
import type { ReplySummary } from "../domain/journal/event.ts";
import type { Participant } from "../domain/participant.ts";
import { renderBriefOptions, renderBriefSources } from "../exchange/brief-prompt.ts";
import type { PromptSegment } from "../model.ts";
import type { Ask, Fence } from "../protocol.ts";
import { FENCE_RULE, text } from "../text/text.ts";
import {
  LONGEST_PATTERN,
  MOST_REQUESTS,
  type RepositoryIndexAnswer,
  WANTED_KINDS,
  type WantedFile,
} from "./repository-request.ts";

export const EvidenceRequest = z.object({
  requests: z
    .array(
      z.object({
        kind: z.enum(WANTED_KINDS),
        what: z.string().trim().min(1).describe("path, path:10-80, folder, words or expression"),
        within: z.string().trim().describe("where to search: a folder or file; empty: everywhere"),
      }),
    )
    .describe("what you need to see; empty: nothing"),
});
export type EvidenceRequest = z.infer<typeof EvidenceRequest>;

export interface EvidenceAsk {
  readonly brief: Brief;
  readonly index: RepositoryIndexAnswer;
  /** In words: the working tree, or a commit. */
  readonly state: string;
  readonly bytesEach: number;
  /** Whether they are asked again before they answer each other. */
  readonly isAskedAgain: boolean;
  readonly words?: EvidenceWords | undefined;
}

export interface EvidenceWords {
  /** In the place of the question and its material: the very bytes with which the next prompt begins. */
  readonly matter: readonly PromptSegment[];
  readonly seat: (participant: Participant) => string;
  /** What to ask for, the first time and again. */
  readonly task: string;
  readonly taskAgain: string;
}

const TASK = "Name what you need to see of the repository to judge the question well.";
const TASK_AGAIN =
  "Name what else of the repository you need to see before you answer the others. It is the last time.";

export function askForFiles(
  asking: EvidenceAsk,
  participant: Participant,
  fence: Fence,
): Ask<EvidenceRequest> {
  const { brief, index, bytesEach, isAskedAgain, words } = asking;
  return {
    prompt: [
      ...(words?.matter ?? [{ shared: true, text: renderMatter(asking, fence) }]),
      { shared: true, text: renderIndex(asking, fence) },
      {
        shared: false,
        text: [
          words?.seat(participant) ?? renderSeat(participant),
          `${words?.task ?? TASK} ${isAskedAgain ? "You may ask for more later." : "You are asked once."}`,
          renderRules(bytesEach),
        ].join("\n"),
      },
    ],
    reply: EvidenceRequest,
    promptInput: { kind: "evidence.request", brief, participant, files: index.files, again: false },
    blank: () => ({ requests: [] }),
    says: summarizeRequests,
  };
}

/** The same once more, over what the next ask shows of the others. */
export function askForMoreFiles(
  asking: EvidenceAsk,
  participant: Participant,
  { ask, fence }: { readonly ask: Ask<unknown>; readonly fence: Fence },
): Ask<EvidenceRequest> {
  const { brief, index, bytesEach, words } = asking;
  const shown = ask.prompt.slice(0, -1);
  const isShared = shown.every(({ shared }) => shared);
  return {
    prompt: [
      ...shown,
      { shared: isShared, text: renderIndex(asking, fence) },
      {
        shared: false,
        text: [
          words?.seat(participant) ?? renderSeat(participant),
          words?.taskAgain ?? TASK_AGAIN,
          renderRules(bytesEach),
        ].join("\n"),
      },
    ],
    reply: EvidenceRequest,
    promptInput: { kind: "evidence.request", brief, participant, files: index.files, again: true },
    ...(ask.reveals && { reveals: ask.reveals }),
    ...(ask.exchange && { exchange: { ...ask.exchange, own: [] } }),
    blank: () => ({ requests: [] }),
    says: summarizeRequests,
  };
}

function renderMatter({ brief }: EvidenceAsk, fence: Fence): string {
  const options = renderBriefOptions(brief, fence);
  const ids = brief.options.map(({ id }) => id).join(", ");
  return [
    text`
      Several participants are about to debate a question. Before that, each of them may ask to see files of a
      repository.
      ${FENCE_RULE}

      Question
      ${fence("question", brief.question)}
    `,
    ...(options === "" ? [] : [`Options: ${ids}\n${options}`]),
    renderBriefSources(brief, fence),
  ].join("\n\n");
}

function renderIndex({ index, state }: EvidenceAsk, fence: Fence): string {
  const files = index.files === 1 ? "1 file" : `${index.files} files`;
  return `The repository, ${state}, ${files}:\n${fence("files of the repository", index.tree)}`;
}

function renderSeat({ name, role, stance }: Participant): string {
  const held = stance === null ? "" : `, ${stance}`;
  return `You are ${name}, ${role}${held}. You do not answer the question now.`;
}

function renderRules(bytesEach: number): string {
  return text`
    Code looks it up and shows everyone the same: all that any of you asked for, and not who asked. It can then be quoted
    like the material above.
    - file: a path as it is listed, whole or with the lines you need: src/a.ts:10-80
    - folder: a folder whose files are not listed
    - search: words to look for, exactly as they are written, in every file or within a folder or file
    - regex: a regular expression to look for, line by line
    within: the folder or file to search; empty for all, and for file and folder.
    At most ${MOST_REQUESTS} requests and ${Math.floor(bytesEach / 1_000)} KB; name lines rather than a whole file where they are enough. What you
    search for has at most ${LONGEST_PATTERN} characters, and everyone sees it. Files that are binary, ignored by Git or hold
    credentials are not shown.
    To ask for nothing is a good answer where the material is enough.
  `;
}

function summarizeRequests({ requests }: EvidenceRequest): ReplySummary {
  const words =
    requests.length === 0
      ? "Asks to see nothing."
      : `Asks to see ${requests.map(describeWantedFile).join(", ")}.`;
  return { position: null, confidence: null, words, wouldChange: null };
}

/** "src/a.ts:10-80", "the folder src", `"retry(" in src`. */
export function describeWantedFile({ kind, what, within }: WantedFile): string {
  const place = within === "" ? "" : ` in ${within}`;
  switch (kind) {
    case "file":
      return what;
    case "folder":
      return `the folder ${what}`;
    case "search":
      return `"${what}"${place}`;
    case "regex":
      return `/${what}/${place}`;
  }
}
