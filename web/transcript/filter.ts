/** Which part of a transcript is shown; all of it is in the address. */
import type { Story, Turn } from "../../src/timeline/story.ts";
import type { Entry } from "./entries.ts";

export interface Filter {
  readonly seat: string;
  readonly step: string;
  readonly claim: string;
  readonly search: string;
  readonly only: "" | "changes" | "absences";
}

export function filterIn(parameters: Readonly<Record<string, string>>): Filter {
  const { seat = "", step = "", claim = "", search = "", only = "" } = parameters;
  return { seat, step, claim, search, only: only === "changes" || only === "absences" ? only : "" };
}

export function isEmpty(filter: Filter): boolean {
  return Object.values(filter).every((value) => value === "");
}

/** Those that match, each step before its first; without a filter everything. */
export function filtered(entries: readonly Entry[], filter: Filter, story: Story): Entry[] {
  if (isEmpty(filter)) return [...entries];
  const wanted = new Set(entries.filter((entry) => matches(entry, filter, story)));
  const steps = new Set(
    [...wanted].flatMap((entry) => (entry.kind === "turn" ? [entry.turn.step] : [])),
  );
  return entries.filter((entry) =>
    entry.kind === "step" ? steps.has(entry.step.step) : wanted.has(entry),
  );
}

function matches(entry: Entry, filter: Filter, story: Story): boolean {
  if (entry.kind !== "turn")
    return filter.search !== "" && isOnlySearch(filter) && holds(entry, filter.search, story);
  const { turn, move } = entry;
  if (filter.seat !== "" && turn.seat !== filter.seat) return false;
  if (filter.step !== "" && turn.step !== filter.step) return false;
  if (filter.claim !== "" && !speaksOf(turn, filter.claim)) return false;
  if (filter.only === "changes" && move === null) return false;
  if (filter.only === "absences" && turn.absent === null) return false;
  return filter.search === "" || holds(entry, filter.search, story);
}

function isOnlySearch({ seat, step, claim, only }: Filter): boolean {
  return seat === "" && step === "" && claim === "" && only === "";
}

/** Makes a claim, speaks of it, or was moved by it. */
function speaksOf({ claims, said }: Turn, id: string): boolean {
  return (
    claims.some((claim) => claim.id === id || claim.about === id) ||
    (said?.because?.includes(id) ?? false)
  );
}

function holds(entry: Entry, search: string, story: Story): boolean {
  return wordsOf(entry, story).includes(search.trim().toLowerCase());
}

/** Everything of an entry that can be searched for, in small letters. */
function wordsOf(entry: Entry, story: Story): string {
  const known = haystacks.get(entry);
  if (known !== undefined) return known;
  const words = partsOf(entry, story).join("\n").toLowerCase();
  haystacks.set(entry, words);
  return words;
}

const haystacks = new WeakMap<Entry, string>();

function partsOf(entry: Entry, story: Story): readonly string[] {
  switch (entry.kind) {
    case "turn":
      return wordsIn(entry.turn, story);
    case "question":
      return [entry.question.question, entry.question.answered?.reason ?? ""];
    case "published":
      return [entry.publication.name, entry.publication.sha256];
    case "decided":
      return [entry.decision.choice, entry.decision.reason, entry.decision.by];
    case "ended":
      return [story.end?.outcome.label ?? "", story.end?.outcome.summary ?? ""];
    case "mark":
      return [entry.mark.words];
    case "opened":
      return [story.question];
    case "step":
      return [];
  }
}

function wordsIn(turn: Turn, { seats }: Story): string[] {
  const { said, claims, absent, rejected, unmet } = turn;
  return [
    seats.find(({ id }) => id === turn.seat)?.name ?? turn.seat,
    said?.words ?? "",
    said?.wouldChange ?? "",
    ...(said?.assumes ?? []),
    ...claims.flatMap(({ id, text, evidence }) => [
      id,
      text,
      ...evidence.map(({ quote }) => quote),
    ]),
    absent?.detail ?? "",
    ...rejected.flatMap(({ problems }) => problems),
    ...unmet,
  ];
}
