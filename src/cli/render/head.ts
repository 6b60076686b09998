import { priceWords, reservationWords } from "../../app/estimate-words.ts";
/** The head of a run: who was seated unasked, the question, the options, what it may take, what to know. */
import type { Told } from "../../app/prepare-debate.ts";
import { seatingLine } from "../../app/seating.ts";
import { plain, type Style } from "../terminal/terminal.ts";
import { optionLines } from "./option-lines.ts";

export function headLines(told: Told, style: Style): string[] {
  const { plan, seating, notices, estimate } = told;
  const { brief, protocol, participants, calls, limits } = plan;
  const range = calls.min === calls.max ? `${calls.min}` : `${calls.min}-${calls.max}`;
  const price = priceWords(estimate, limits);
  const reservation = reservationWords(estimate, limits);
  const seats = seatingLine(plan, seating);
  const facts = [protocol.id, `${participants.length} participants`, `${range} calls`, price ?? ""];
  return [
    ...(seats === null ? [] : [plain(seats)]),
    style.bold(plain(brief.question)),
    ...optionLines(brief.options, style),
    style.dim(facts.filter((fact) => fact !== "").join("   ")),
    ...sendingLine(told).map(style.dim),
    ...(reservation === null ? [] : [style.red(reservation)]),
    ...notices.map((notice) => style.dim(plain(notice))),
  ];
}

const MOST_TITLES = 4;

/** What leaves the machine and where it goes; nothing where nothing does. */
function sendingLine({ plan, estimate }: Told): string[] {
  const { hosts, bytes } = estimate;
  if (hosts.length === 0) return [];
  const titles = plan.brief.sources.map(({ title }) => plain(title));
  const more = titles.length - MOST_TITLES;
  const named = [...titles.slice(0, MOST_TITLES), ...(more > 0 ? [`${more} more`] : [])];
  const what = named.length === 0 ? "" : ` (${named.join(", ")})`;
  return [`sends ${bytes} bytes${what} with every call to ${hosts.map(plain).join(", ")}`];
}
