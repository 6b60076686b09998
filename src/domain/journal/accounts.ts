/** Adds up what a debate used, from its journal alone. */
import { isAwaitedProvider } from "../awaited.ts";
import type { Event, Usage } from "./event.ts";

export interface UsageAccount {
  readonly calls: number;
  readonly repairs: number;
  readonly absences: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input tokens, those read from prompt caches. */
  readonly cachedTokens: number;
  /** Tries that failed and were made again before an answer came or was given up. */
  readonly retries: number;
  /** What is known of it: calls of unknown price are left out, approximate prices are in. */
  readonly costUsd: number;
  /** Calls priced as their model's nearest kin. */
  readonly approximate: number;
  /** Calls whose price nobody knows. */
  readonly unpriced: number;
}

export interface DebateAccounts extends UsageAccount {
  /** From opening to the outcome, or to the last event; waiting included. */
  readonly wallMs: number;
  /** What came after the blind round: the price of debating instead of voting (K18). */
  readonly afterBlind: UsageAccount & { readonly wallMs: number };
  /** Calls made again because a process had stopped in the middle of them. */
  readonly askedAgain: number;
  /** The same for each seat that was asked anything. */
  readonly seats: Readonly<Record<string, UsageAccount>>;
}

export function computeAccounts(events: readonly Event[]): DebateAccounts {
  const total = createEmptyAccount();
  const later = createEmptyAccount();
  const seats = new Map<string, MutableAccount>();
  const firstMs = events[0]?.atMs ?? 0;
  const ended = events.find(({ fact }) => fact.type === "debate-settled") ?? events.at(-1);
  const lastMs = ended?.atMs ?? firstMs;
  let blindClosedMs: number | undefined;
  let blindStep: string | undefined;
  let askedAgain = 0;
  for (const { fact, atMs } of events) {
    const books = blindClosedMs === undefined ? [total] : [total, later];
    // a seat of a person or a host costs nothing
    if ("speaker" in fact && !isAwaitedProvider(fact.speaker.provider))
      books.push(openSeatAccount(seats, fact.by));
    switch (fact.type) {
      case "asks-committed":
        if (fact.blind) blindStep ??= fact.step;
        break;
      case "round-closed":
        if (fact.step === blindStep) blindClosedMs ??= atMs;
        break;
      case "reply-rejected":
        if (isAwaitedProvider(fact.speaker.provider)) break;
        for (const book of books) addCallUsage(book, fact.usage, "repairs");
        break;
      case "reply-recorded":
        if (fact.called === false) break;
        for (const book of books) addCallUsage(book, fact.usage);
        break;
      case "participant-absent":
        for (const book of books) {
          if (fact.called) addCallUsage(book, fact.usage, "absences");
          else book.absences += 1;
        }
        break;
      case "debate-resumed":
        askedAgain += fact.askedAgain.length;
        break;
      default:
    }
  }
  const afterMs = blindClosedMs === undefined ? 0 : lastMs - blindClosedMs;
  return {
    ...total,
    wallMs: lastMs - firstMs,
    afterBlind: { ...later, wallMs: afterMs },
    askedAgain,
    seats: Object.fromEntries(seats),
  };
}

type MutableAccount = { -readonly [Entry in keyof UsageAccount]: UsageAccount[Entry] };

function createEmptyAccount(): MutableAccount {
  return {
    calls: 0,
    repairs: 0,
    absences: 0,
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    retries: 0,
    costUsd: 0,
    approximate: 0,
    unpriced: 0,
  };
}

function openSeatAccount(seats: Map<string, MutableAccount>, seat: string): MutableAccount {
  const book = seats.get(seat) ?? createEmptyAccount();
  seats.set(seat, book);
  return book;
}

function addCallUsage(book: MutableAccount, usage: Usage, also?: "repairs" | "absences"): void {
  book.calls += 1;
  book.inputTokens += usage.inputTokens;
  book.outputTokens += usage.outputTokens;
  book.cachedTokens += usage.cachedTokens ?? 0;
  book.retries += (usage.tries ?? 1) - 1;
  book.costUsd += usage.costUsd;
  if (usage.price === "approximate") book.approximate += 1;
  if (usage.price === "unknown") book.unpriced += 1;
  if (also) book[also] += 1;
}
