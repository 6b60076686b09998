/** A debate as a decision record: MADR 4, with the dissents, what would change it, and how positions moved. */
import type { Audit } from "../audit/audit.ts";
import type { Claim } from "../domain/claim.ts";
import { isDegraded, OPEN_CHOICES, type Outcome } from "../domain/outcome.ts";
import type { Transcript } from "../domain/transcript.ts";
import { asCode, asMarkdown, asQuote, oneLine } from "../text/markdown.ts";
import { calibrationWords, labelLine } from "./audit-words.ts";
import { BLIND, dissentEntries, mindEntries, movementTable } from "./markdown.ts";
import { firstLines, outcomeWord } from "./words.ts";

export interface AdrSetting {
  /** File names of the records this one takes the place of. */
  readonly supersedes: readonly string[];
  readonly audit?: Audit | undefined;
}

/** A record the protocol has written itself, with the front matter and the movement every record has. */
export function adrAround(
  page: string,
  transcript: Transcript,
  { supersedes, audit }: AdrSetting,
): string {
  const moved = movementTable(transcript);
  const lines = page.trimEnd().split("\n");
  const [title = "", ...rest] = lines.slice(
    Math.max(
      lines.findIndex((line) => line.startsWith("# ")),
      0,
    ),
  );
  const sections = [
    // such a record is written only when the table has accepted it, or a person has over its objections
    frontMatter(
      transcript,
      transcript.outcome?.ending === "decided" ? "accepted" : adrStatus(transcript),
    ),
    ...firstLines(transcript).map((line) => `**${asMarkdown(line)}**`),
    title,
    ...supersedes.map(supersedesLine),
    trustLine(transcript, audit),
    rest.join("\n").trim(),
    moved === "" ? "" : `## How positions moved\n\n${moved}`,
    moreInformation(transcript),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

export function supersedesLine(file: string): string {
  return `Supersedes [${asMarkdown(file.replace(/\.md$/, ""))}](${encodeURI(file)}).`;
}

export function adrRecord(transcript: Transcript, { supersedes, audit }: AdrSetting): string {
  const { outcome } = transcript;
  const sections = [
    frontMatter(transcript),
    ...firstLines(transcript).map((line) => `**${asMarkdown(line)}**`),
    `# ${asMarkdown(transcript.question)}`,
    ...supersedes.map(supersedesLine),
    contextSection(transcript),
    optionsSection(transcript),
    "## Decision Outcome",
    decisionText(transcript),
    trustLine(transcript, audit),
    ...(outcome ? dissentSections(transcript, outcome) : []),
    prosAndCons(transcript),
    moreInformation(transcript),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

/** Only a person accepts: what a panel agrees on is proposed. */
export function adrStatus({ decisions }: Transcript): "accepted" | "proposed" {
  return decisions.length > 0 ? "accepted" : "proposed";
}

/** The day of the decision, else of the debate. */
export function recordDay({ decisions, openedMs }: Transcript): string {
  return new Date(decisions.at(-1)?.atMs ?? openedMs).toISOString().slice(0, 10);
}

function frontMatter(transcript: Transcript, status: string = adrStatus(transcript)): string {
  const { participants, outcome, decisions, id, head, protocol } = transcript;
  const last = decisions.at(-1);
  const makers = last ? last.by : outcome?.ending === "decided" ? "panel (consensus)" : "none yet";
  const quoted = (text: string): string => JSON.stringify(oneLine(text));
  return [
    "---",
    `status: ${quoted(status)}`,
    `date: ${recordDay(transcript)}`,
    `decision-makers: ${quoted(makers)}`,
    `consulted: ${quoted(participants.map(({ name }) => name).join(", "))}`,
    "dissent:",
    `  debate: ${quoted(id)}`,
    `  chain: ${quoted(head)}`,
    `  protocol: ${quoted(protocol)}`,
    `  outcome: ${quoted(outcome?.label ?? "unfinished")}`,
    `  confidence: ${quoted(outcome?.confidence ?? "LOW")}`,
    `  degraded: ${outcome ? isDegraded(outcome) : false}`,
    ...(outcome?.nobodyJudged ? ["  nobody-judged: true"] : []),
    "---",
  ].join("\n");
}

function contextSection(transcript: Transcript): string {
  return `## Context and Problem Statement\n\n${contextText(transcript)}`;
}

export function contextText({ notices, participants }: Transcript): string {
  const seats = participants.map(({ name, stance }) =>
    stance === null ? name : `${name} (${stance})`,
  );
  return [
    `The question was put to ${asMarkdown(seats.join(", "))}.`,
    ...notices.map((notice) => `\n> ${asMarkdown(notice)}`),
  ].join("\n");
}

function optionsSection(transcript: Transcript): string {
  if (transcript.options.length === 0) return "";
  return ["## Considered Options", "", ...optionLines(transcript)].join("\n");
}

export function optionLines({ options }: Transcript): string[] {
  return options.map(({ id, label, description }) => {
    const more = description === "" ? "" : `: ${asMarkdown(description)}`;
    return `* ${asMarkdown(id)} ${asMarkdown(label)}${more}`;
  });
}

export function decisionText(transcript: Transcript): string {
  const { outcome, decisions, options } = transcript;
  const name = (id: string): string => {
    const known = options.length > 0 ? options : (outcome?.choices ?? OPEN_CHOICES);
    const label = known.find((option) => option.id === id)?.label;
    return label === undefined ? asMarkdown(id) : `${asMarkdown(id)} ${asMarkdown(label)}`;
  };
  const panel = outcome
    ? `The panel: ${asMarkdown(outcomeWord(outcome))}, ${asMarkdown(outcome.summary)}, confidence ${asMarkdown(outcome.confidence)}.`
    : "The debate has not ended.";
  const last = decisions.at(-1);
  if (last) {
    const against =
      outcome?.choice && outcome.choice !== last.choice ? " This overrides the panel." : "";
    return `Chosen option: "${name(last.choice)}", by ${asMarkdown(last.by)}${last.blind ? BLIND : ""}.${against}\n\n${asQuote(last.reason)}\n\n${panel}`;
  }
  if (outcome?.ending !== "decided") return `Not decided. ${panel}`;
  const chosen = outcome.choice === null ? asMarkdown(outcome.summary) : name(outcome.choice);
  return `Chosen option: "${chosen}". ${panel}`;
}

/** R15: the label with the rule that decided it. */
export function trustLine({ outcome }: Transcript, audit: Audit | undefined): string {
  if (!outcome || !audit) return "";
  const words = `How far to trust this: **${asMarkdown(labelLine(audit))}** ${calibrationWords(audit)}`;
  return words.trim();
}

export function dissentSections(transcript: Transcript, outcome: Outcome): string[] {
  const minds = mindEntries(transcript);
  const moved = movementTable(transcript);
  // a person may have chosen what one of them holds
  const title = outcome.ending === "open" ? "### The cases" : "### Dissents";
  return [
    `${title}\n\n${dissentEntries(transcript, outcome) || "None."}`,
    minds.length === 0 ? "" : `### What would change this\n\n${minds.join("\n")}`,
    moved === "" ? "" : `### How positions moved\n\n${moved}`,
  ];
}

export function prosAndCons({ options, steps }: Transcript): string {
  const claims = steps.flatMap(({ turns }) => turns.flatMap((turn) => turn.claims));
  const entries = options.flatMap(({ id, label }) => {
    const lines = claims.filter(({ about }) => about === id).map(claimLine);
    return lines.length === 0
      ? []
      : [`### ${asMarkdown(id)} ${asMarkdown(label)}`, "", ...lines, ""];
  });
  if (entries.length === 0) return "";
  return ["## Pros and Cons of the Options", "", ...entries].join("\n").trimEnd();
}

function claimLine({ id, side, text, evidence }: Claim): string {
  const proven = evidence.some(({ verified }) => verified);
  const mark = evidence.length > 0 && !proven ? " (its quote was not found)" : "";
  return `* ${side === "supports" ? "Good" : "Bad"}, because ${asMarkdown(text)} (${asMarkdown(id)})${mark}`;
}

function moreInformation(transcript: Transcript): string {
  return `## More Information\n\n${originLine(transcript)}`;
}

export function originLine({ id, head, accounts }: Transcript): string {
  return `Debate ${asCode(id)}, ${accounts.calls} calls, chain head ${asCode(head)}. Check it with ${asCode(`dissent verify ${id}`)}.`;
}
