/** The ledger of concerns in `debate.md`: who raised what, whether it is open, and what settled it. */
import { escapeMarkdown } from "../../../text/markdown.ts";
import type { EndedRoundtable } from "../rules/ended-roundtable.ts";
import { isBlockingOpen, type LedgerConcern } from "../rules/ledger.ts";
import { countTable } from "../rules/scoring.ts";
import { formatFolded } from "./page-text.ts";

export function writeLedger({ table, talk }: EndedRoundtable): string {
  const { ledger } = countTable(table, talk);
  if (ledger.length === 0) return "## Concerns\n\nNone were raised.";
  const rows = ledger.map(
    (concern) =>
      `| ${concern.id} | ${escapeMarkdown(concern.by)} | ${escapeMarkdown(concern.text)} | ${escapeMarkdown(concern.resolved_by)} | ${describeState(concern)} |`,
  );
  const details = ledger.flatMap(({ id, detail }) =>
    detail === null ? [] : [formatFolded(`${id} in full`, detail)],
  );
  return [
    "## Concerns",
    ["| Id | By | Concern | Settled by | State |", "| --- | --- | --- | --- | --- |", ...rows].join(
      "\n",
    ),
    ...details,
  ].join("\n\n");
}

function describeState(concern: LedgerConcern): string {
  const { settled, blocking, own, domain, repeats } = concern;
  if (settled !== null) {
    const { round, because, why } = settled;
    return `settled in round ${round} by ${because.map(escapeMarkdown).join(", ")}: ${escapeMarkdown(why)}`;
  }
  if (isBlockingOpen(concern)) return "open, blocking";
  if (blocking && !own)
    return `open; lies in the domain ${escapeMarkdown(domain)}, so it does not block`;
  return repeats === null ? "open" : `open; repeats ${repeats}, so it does not block`;
}
