/** Journals in this process only: for tests, and for debates that nobody needs to keep. */
import { type Clock, systemClock } from "../clock.ts";
import type { DebateSummary } from "../domain/journal/summary.ts";
import { createConflictError, createLeaseHeldError, createLeaseLostError } from "../errors.ts";
import type { JournalLine, Lease, ListQuery, ListedDebate, Store } from "../store.ts";
import { formatSearchText, splitSearchTerms } from "./search-words.ts";

interface StoredJournal {
  readonly lines: string[];
  summary: DebateSummary | null;
}

export function memoryStore(clock: Clock = systemClock): Store {
  const debates = new Map<string, StoredJournal>();
  const leases = new Map<string, { token: string; untilMs: number }>();
  const blobs = new Map<string, string>();
  const signatures = new Map<string, Set<string>>();
  const watchers = new Set<() => void>();
  let leaseCount = 0;

  function checkLease({ debate, token }: Lease): void {
    if (leases.get(debate)?.token !== token) {
      throw createLeaseLostError(debate);
    }
  }

  return {
    async append(given) {
      const addition = typeof given === "function" ? given() : given;
      const { debate, expected, lines, summary, lease, blobs: texts = [] } = addition;
      if (lease) checkLease(lease);
      const kept = debates.get(debate) ?? { lines: [], summary };
      if (kept.lines.length !== expected) {
        throw createConflictError(debate, kept.lines.length);
      }
      for (const { sha256, text } of texts) blobs.set(sha256, text);
      kept.lines.push(...lines);
      kept.summary = summary ?? kept.summary;
      debates.set(debate, kept);
      for (const wake of watchers) wake();
    },

    async read(debate, from = 0) {
      return numberJournalLines(debates.get(debate)?.lines ?? [], from);
    },

    async *watch(debate, from, signal) {
      let next = from;
      while (!signal.aborted) {
        const fresh = numberJournalLines(debates.get(debate)?.lines ?? [], next);
        // not yield*: it would wait even for nothing, and an append during that wait would wake nobody
        for (const line of fresh) yield line;
        next += fresh.length;
        if (fresh.length === 0) await waitForAppend(watchers, signal);
      }
    },

    async lease(debate, ttlMs) {
      const held = leases.get(debate);
      if (held && held.untilMs > clock.nowMs()) {
        throw createLeaseHeldError(debate);
      }
      const token = `lease-${++leaseCount}`;
      leases.set(debate, { token, untilMs: clock.nowMs() + ttlMs });
      return { debate, token, lines: debates.get(debate)?.lines.length ?? 0 };
    },

    async renew(lease, ttlMs) {
      checkLease(lease);
      leases.set(lease.debate, { token: lease.token, untilMs: clock.nowMs() + ttlMs });
    },

    async release({ debate, token }) {
      if (leases.get(debate)?.token === token) leases.delete(debate);
    },

    async list(query: ListQuery = {}) {
      const terms = splitSearchTerms(query.search ?? "");
      return [...debates.values()]
        .flatMap(({ summary }) => summary ?? [])
        .map((summary): ListedDebate => {
          const held = (leases.get(summary.id)?.untilMs ?? 0) > clock.nowMs();
          return { ...summary, held };
        })
        .filter(({ status }) => query.status === undefined || status === query.status)
        .filter(({ id, question, gist }) => {
          const words = formatSearchText(id, question, gist);
          return terms.every((term) => words.includes(term));
        })
        .sort((a, b) => b.openedMs - a.openedMs || (a.id < b.id ? 1 : -1))
        .slice(0, query.limit ?? Infinity);
    },

    async putBlob(sha256, text) {
      blobs.set(sha256, text);
    },

    async blob(sha256) {
      return blobs.get(sha256);
    },

    async keepSignature(debate, signature) {
      signatures.set(debate, (signatures.get(debate) ?? new Set()).add(signature));
    },

    async signatures(debate) {
      return [...(signatures.get(debate) ?? [])];
    },

    async close() {
      debates.clear();
    },
  };
}

function numberJournalLines(lines: readonly string[], from: number): JournalLine[] {
  return lines.slice(from).map((line, index) => ({ sequence: from + index, line }));
}

/** Resolves at the next append, or when the signal aborts. */
function waitForAppend(watchers: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      watchers.delete(wake);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    watchers.add(wake);
    signal.addEventListener("abort", wake, { once: true });
  });
}
