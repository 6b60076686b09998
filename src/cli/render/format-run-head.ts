/**
 * Formats the head of a run: models seated automatically, the question, the options, the expected cost, and notices.
 */
import {
  describePriceEstimate,
  describeReservationWarning,
  PRICE_UNKNOWN,
} from "../../app/debate-expense.ts";
import type { RunPreview } from "../../app/prepare-debate.ts";
import { describeModelSeating } from "../../app/seating/model-seating.ts";
import { formatUnpricedLine, splitPriceNotices } from "../../domain/journal/price-notices.ts";
import { type TerminalStyle, sanitizeForTerminal } from "../terminal/terminal-style.ts";
import { formatOptionsForTerminal } from "./format-options.ts";

export function formatRunHead(told: RunPreview, style: TerminalStyle): string[] {
  const { plan, seating, notices, estimate } = told;
  const { brief, protocol, participants, calls, limits } = plan;
  const range = calls.min === calls.max ? `${calls.min}` : `${calls.min}-${calls.max}`;
  const price = describePriceEstimate(estimate, limits);
  const reservation = describeReservationWarning(estimate, limits);
  const { others, unpriced } = splitPriceNotices(notices);
  const seats = describeModelSeating(plan, seating);
  // which models they are follows below, so it is said once
  const shown = unpriced.length > 0 && price === PRICE_UNKNOWN ? "" : (price ?? "");
  const facts = [protocol.id, `${participants.length} participants`, `${range} calls`, shown];
  return [
    ...(seats === null ? [] : [sanitizeForTerminal(seats)]),
    style.bold(sanitizeForTerminal(brief.question)),
    ...formatOptionsForTerminal(brief.options, style),
    style.dim(facts.filter((fact) => fact !== "").join("   ")),
    ...formatSendingLine(told).map(style.dim),
    ...(reservation === null ? [] : [style.red(reservation)]),
    ...[...others, formatUnpricedLine(unpriced)]
      .filter((notice) => notice !== "")
      .map((notice) => style.dim(sanitizeForTerminal(notice))),
    ...formatBriefNotes(plan),
  ];
}

/** What the writer of the brief may want to mend before anyone is asked. */
export function formatBriefNotes({ briefNotes }: RunPreview["plan"]): string[] {
  return briefNotes.map((note) => `Brief: ${sanitizeForTerminal(note)}`);
}

const MAX_SHOWN_TITLES = 4;

/** What leaves the machine and where it goes; nothing where nothing does. */
function formatSendingLine({ plan, estimate }: RunPreview): string[] {
  const { hosts, bytes } = estimate;
  if (hosts.length === 0) return [];
  const titles = plan.brief.sources.map(({ title }) => sanitizeForTerminal(title));
  const more = titles.length - MAX_SHOWN_TITLES;
  const named = [...titles.slice(0, MAX_SHOWN_TITLES), ...(more > 0 ? [`${more} more`] : [])];
  const what = named.length === 0 ? "" : ` (${named.join(", ")})`;
  return [
    `sends ${bytes} bytes${what} with every call to ${hosts.map(sanitizeForTerminal).join(", ")}`,
  ];
}
