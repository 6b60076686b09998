/** The record of a debate as Markdown: what failed first, then the outcome, the dissents, and how it came about. */
import type { Audit } from "../audit/audit.ts";
import type { Outcome } from "../domain/outcome.ts";
import { pauseWords } from "../domain/pause-words.ts";
import { spell } from "../domain/round.ts";
import { spellShare } from "../domain/tally.ts";
import type { Transcript } from "../domain/transcript.ts";
import { asCode, asMarkdown, asQuote } from "../text/markdown.ts";
import { auditSection } from "./audit-section.ts";
import { mindOwner, mindsOf } from "./minds.ts";
import {
  attestedWords,
  callNotes,
  costLine,
  firstLines,
  outcomeWord,
  seatCosts,
  worthLine,
} from "./words.ts";

export function markdownRecord(transcript: Transcript, audit?: Audit): string {
  const { outcome } = transcript;
  const sections = [
    // K4, K20: what failed and that nobody judged is said first
    ...firstLines(transcript).map((line) => `**${asMarkdown(line)}**`),
    `# ${asMarkdown(transcript.question)}`,
    ...(outcome ? [outcomeSection(transcript, outcome)] : [unfinished(transcript)]),
    ...transcript.notices.map((notice) => `> ${asMarkdown(notice)}`),
    decisionSection(transcript),
    optionSection(transcript),
    outcome ? dissentSection(transcript, outcome) : "",
    movementSection(transcript),
    claimSection(transcript),
    mindSection(transcript),
    outcome ? notesSection(outcome) : "",
    outcome ? worthSection(transcript, outcome) : "",
    outcome && audit ? auditSection(audit, transcript) : "",
    recordSection(transcript),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function outcomeSection(transcript: Transcript, outcome: Outcome): string {
  const tally = outcome.tallies.at(-1);
  const needed = tally ? ` ${spellShare(tally.needed)} of the votes cast were needed.` : "";
  return [
    `**${asMarkdown(outcomeWord(outcome))}: ${asMarkdown(outcome.summary)}**`,
    "",
    `Confidence ${asMarkdown(outcome.confidence)}. ${outcome.present} of ${outcome.expected} voices counted.${needed}`,
  ].join("\n");
}

function unfinished({ paused, waiting, awaited }: Transcript): string {
  if (waiting) return `**Waiting for a person:** ${asMarkdown(waiting.question)}`;
  const seats = awaited.map(({ key }) => key).join(", ");
  if (seats !== "") return `**Waiting for a person to answer ${asMarkdown(seats)}.**`;
  return `**Not ended yet${paused === null ? "" : `; paused${pauseWords(asMarkdown(paused))}`}.**`;
}

function decisionSection({ decisions, outcome }: Transcript): string {
  if (decisions.length === 0) return "";
  const entries = decisions.map(({ choice, reason, by, atMs, blind }) => {
    const against =
      outcome?.choice && outcome.choice !== choice ? " This overrides the panel." : "";
    const when = new Date(atMs).toISOString().slice(0, 10);
    return `${asMarkdown(by)} chose **${asMarkdown(choice)}** on ${when}${blind ? BLIND : ""}.${against}\n\n${asQuote(reason)}`;
  });
  return `## Decision\n\n${entries.join("\n\n")}`;
}

/** The page's word; what else the person had read is not known. */
export const BLIND = ", before the page showed what the panel had said";

function optionSection({ options, outcome }: Transcript): string {
  if (options.length === 0) return "";
  const final = outcome?.tallies.at(-1)?.distribution ?? {};
  const rows = options.map(({ id, label, description }) => {
    const text =
      description === "" ? asMarkdown(label) : `${asMarkdown(label)}: ${asMarkdown(description)}`;
    return `| ${asMarkdown(id)} | ${text} | ${asMarkdown((final[id] ?? []).join(", "))} |`;
  });
  return ["## Options", "", "| | Option | Held by |", "| --- | --- | --- |", ...rows].join("\n");
}

function dissentSection(transcript: Transcript, outcome: Outcome): string {
  const title = outcome.ending === "open" ? "## The cases" : "## Dissents";
  return `${title}\n\n${dissentEntries(transcript, outcome) || "None."}`;
}

/** K6: who holds what, in its own words; empty when nobody dissents. */
export function dissentEntries({ participants }: Transcript, { dissents }: Outcome): string {
  return dissents
    .map(({ by, holds, words, grounds, stage, attested, correction = "" }) => {
      const name = participants.find(({ id }) => id === by)?.name ?? by;
      const asides = [...(stage === null ? [] : [stage]), attestedWords(attested)];
      const aside = ` (${asMarkdown(asides.join(", "))})`;
      const beside = correction === "" ? [] : ["", "It says beside this:", "", asQuote(correction)];
      const lines = grounds.map(({ id, text }) => `- **${asMarkdown(id)}** ${asMarkdown(text)}`);
      return [
        `**${asMarkdown(name)}** holds **${asMarkdown(holds)}**${aside}:`,
        "",
        asQuote(words),
        ...beside,
        "",
        ...lines,
      ]
        .join("\n")
        .trimEnd();
    })
    .join("\n\n");
}

function movementSection(transcript: Transcript): string {
  const table = movementTable(transcript);
  return table === "" ? "" : `## How positions moved\n\n${table}`;
}

/** Who held what in which step, and what caused each change. */
export function movementTable({ steps, participants, outcome }: Transcript): string {
  const rounds = steps.filter(({ turns }) => turns.length > 0);
  if (rounds.length === 0) return "";
  const rows = participants.map(({ id, name }) => {
    const cells = rounds.map(({ turns }) => {
      const turn = turns.find(({ by }) => by === id);
      if (!turn) return "";
      if (turn.absent) return spell(turn.absent.reason);
      const { position, confidence } = turn.said ?? { position: "", confidence: null };
      return asMarkdown(`${position ?? ""}${confidence === null ? "" : ` ${confidence}%`}`);
    });
    const change = outcome?.changes.find(({ by }) => by === id);
    const cause = change
      ? `${change.standing === "explained" ? asMarkdown(change.causes.join(", ")) : change.standing} ${asMarkdown(change.reason)}`
      : "";
    return `| ${asMarkdown(name)} | ${cells.join(" | ")} | ${cause.trim()} |`;
  });
  const heads = rounds.map(({ step, blind }) => asMarkdown(`${step}${blind ? " (blind)" : ""}`));
  return [
    `| | ${heads.join(" | ")} | Cause of the change |`,
    `| --- | ${heads.map(() => "---").join(" | ")} | --- |`,
    ...rows,
  ].join("\n");
}

function claimSection({ steps }: Transcript): string {
  const claims = steps.flatMap(({ turns }) => turns.flatMap((turn) => turn.claims));
  if (claims.length === 0) return "";
  const entries = claims.flatMap(({ id, about, side, text, evidence }) => [
    `- **${asMarkdown(id)}** ${side} ${asMarkdown(about)}: ${asMarkdown(text)}`,
    ...evidence.map(({ source, quote, verified }) => {
      const mark = verified ? "" : " **(not found in that source)**";
      return `  - ${asMarkdown(source)}: “${asMarkdown(quote)}”${mark}`;
    }),
  ]);
  return ["## Claims", "", ...entries].join("\n");
}

function mindSection(transcript: Transcript): string {
  const lines = mindEntries(transcript);
  return lines.length === 0 ? "" : ["## What would change this", "", ...lines].join("\n");
}

export function mindEntries(transcript: Transcript): string[] {
  return mindsOf(transcript).map(
    (mind) => `- ${asMarkdown(mindOwner(mind))}: ${asMarkdown(mind.words)}`,
  );
}

function notesSection({ notes }: Outcome): string {
  if (notes.length === 0) return "";
  return ["## Notes", "", ...notes.map((note) => `- ${asMarkdown(note)}`)].join("\n");
}

function worthSection(transcript: Transcript, outcome: Outcome): string {
  const line = worthLine(transcript, outcome);
  return line === null ? "" : `## What the debate was worth\n\n${asMarkdown(line)}`;
}

function recordSection(transcript: Transcript): string {
  const { id, protocol, participants, accounts, head, forkedFrom, openedMs, openedBy } = transcript;
  const seats = participants.map(
    ({ name, stance, model }) => `${name} (${stance ?? "no stance"}) by ${model}`,
  );
  const lines = [
    `- Debate ${asCode(id)}, protocol ${asMarkdown(protocol)}, opened ${new Date(openedMs).toISOString()} by ${asMarkdown(openedBy)}`,
    ...(forkedFrom === null ? [] : [`- Forked from ${asCode(forkedFrom)}`]),
    `- Seats: ${asMarkdown(seats.join("; "))}`,
    `- ${[`${accounts.calls} calls`, `${accounts.repairs} repairs`, `${accounts.absences} absences`, ...callNotes(accounts), costLine(accounts)].join(", ")}`,
    `- Chain head ${asCode(head)}; ${asCode(`dissent verify ${id}`)} says whether it is consistent, who signed it and where it is anchored`,
  ];
  return ["## Record", "", ...lines, ...costTable(transcript)].join("\n");
}

/** K12, K14: what each seat took, where answers cost anything. */
function costTable(transcript: Transcript): string[] {
  const rows = seatCosts(transcript).map(({ name, model, account }) => {
    const { calls, inputTokens, cachedTokens, outputTokens, retries } = account;
    const input = cachedTokens > 0 ? `${inputTokens} (${cachedTokens} cached)` : `${inputTokens}`;
    const tries = retries > 0 ? `${calls} (${retries} repeated)` : `${calls}`;
    return `| ${asMarkdown(name)} | ${asMarkdown(model)} | ${tries} | ${input} | ${outputTokens} | ${costLine(account)} |`;
  });
  if (rows.length === 0) return [];
  return [
    "",
    "| Seat | Model | Calls | Input tokens | Output tokens | Cost |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
}
