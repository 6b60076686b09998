/** What came of a debate as a comment on a pull request: short, harmless, found again by its mark. */
import type { Audit } from "../audit/audit.ts";
import type { Outcome } from "../domain/outcome.ts";
import type { Transcript } from "../domain/transcript.ts";
import { asCode, asMarkdown, asQuote } from "../text/markdown.ts";
import { labelLine } from "./audit-words.ts";
import { mindEntries, movementTable } from "./markdown.ts";
import { firstLines, outcomeWord } from "./words.ts";

/** Why a gate is shut, or that it is not. */
export interface Verdict {
  readonly passed: boolean;
  readonly advisory: boolean;
  readonly reasons: readonly {
    readonly kind: string;
    readonly code: string;
    readonly message: string;
  }[];
}

export interface CommentSetting {
  readonly audit: Audit;
  readonly verdict: Verdict | null;
}

// a code host takes 65,536 characters
const MOST = 60_000;

/** The first line of a comment, by which it is found and written anew. */
export function commentMark(brief: string): string {
  return `<!-- dissent:${brief.replace(/[^\w.-]/g, "-")} -->`;
}

export function commentText(
  transcript: Transcript,
  brief: string,
  setting: CommentSetting,
): string {
  const { outcome, question } = transcript;
  const { audit, verdict } = setting;
  const parts = [
    ...firstLines(transcript).map((line) => `**${asMarkdown(line)}**`),
    `### ${outcome ? asMarkdown(outcomeWord(outcome)) : "Not ended"}: ${asMarkdown(question)}`,
    outcome ? asMarkdown(outcome.summary) : "",
    verdict ? verdictText(verdict) : "",
    transcript.notices.map((notice) => `> ${asMarkdown(notice)}`).join("\n"),
    outcome ? dissentText(transcript, outcome) : "",
    openText(audit),
    folded("How positions moved", movementTable(transcript)),
    folded("What would change their mind", mindEntries(transcript).join("\n")),
    decideText(transcript),
    [
      outcome ? `${asMarkdown(labelLine(audit))} ` : "",
      `Debate ${asCode(transcript.id)}, chain head ${asCode(transcript.head.slice(0, 16))}.`,
    ].join(""),
  ];
  const body = parts.filter((part) => part !== "").join("\n\n");
  const cut =
    body.length > MOST ? `${body.slice(0, MOST)}\n\nCut here; the record has the rest.` : body;
  return `${commentMark(brief)}\n${unpinged(cut)}\n`;
}

function verdictText({ passed, advisory, reasons }: Verdict): string {
  if (passed) return "**Gate passed.**";
  const word = advisory
    ? "Gate would fail; it is advisory and does not fail the build."
    : "Gate failed.";
  const lines = reasons.map(
    ({ kind, code, message }) => `- ${asMarkdown(kind)}, ${asCode(code)}: ${asMarkdown(message)}`,
  );
  return [`**${word}**`, "", ...lines].join("\n");
}

/** K6: in their own words. */
function dissentText({ participants }: Transcript, { dissents, ending }: Outcome): string {
  const entries = dissents.map(({ by, holds, words }) => {
    const name = participants.find(({ id }) => id === by)?.name ?? by;
    return `**${asMarkdown(name)}** holds **${asMarkdown(holds)}**:\n\n${asQuote(words)}`;
  });
  if (entries.length === 0) return "";
  return [`#### ${ending === "open" ? "The cases" : "Dissents"}`, ...entries].join("\n\n");
}

function openText({ unanswered, ledger }: Audit): string {
  const open = ledger.entries.filter(({ claim }) => unanswered.includes(claim.id));
  if (open.length === 0) return "";
  const lines = open.map(({ claim }) => `- **${asMarkdown(claim.id)}** ${asMarkdown(claim.text)}`);
  return ["#### Proven and unanswered", "", ...lines].join("\n");
}

function folded(title: string, text: string): string {
  if (text === "") return "";
  return `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;
}

function decideText({ outcome, options, decisions }: Transcript): string {
  const last = decisions.at(-1);
  if (last)
    return `**${asMarkdown(last.by)}** decided **${asMarkdown(last.choice)}**:\n\n${asQuote(last.reason)}`;
  if (outcome === null || outcome.ending === "decided") return "";
  const [first] = options.length > 0 ? options : (outcome.choices ?? []);
  return `A person must decide. Comment ${asCode(`/dissent decide ${first?.id ?? "A"} because …`)} to put it on record.`;
}

/** Nobody is called by what a model wrote: a sign between @ and the name breaks the call. */
function unpinged(text: string): string {
  return text.replace(/@(?=[\w-])/g, "@\u200b").replace(/(?<![\w&])#(?=\d)/g, "#\u200b");
}

/** `/dissent decide C because …`, the first such line of a comment; undefined where there is none. */
export function decisionIn(
  comment: string,
): { readonly choice: string; readonly reason: string } | undefined {
  const found =
    /^[ \t]*\/dissent[ \t]+decide[ \t]+(\S{1,80})[ \t]+because[ \t]+(\S[^\r\n]{0,3999})/m.exec(
      comment,
    );
  if (!found?.[1] || !found[2]) return undefined;
  return { choice: found[1], reason: found[2].trim() };
}
