/** Which debates are listed, by the filters in the address. */
import type { ListedDebate } from "../../src/store.ts";

export const DEBATE_STATUSES = ["waiting", "running", "paused", "settled"] as const;

export interface DebateFilter {
  readonly words: string;
  readonly status: ListedDebate["status"] | null;
  readonly protocol: string | null;
}

export function parseDebateFilter(parameters: Readonly<Record<string, string>>): DebateFilter {
  const { q = "", status, protocol } = parameters;
  return {
    words: q.trim(),
    status: DEBATE_STATUSES.find((one) => one === status) ?? null,
    protocol: protocol === undefined || protocol === "" ? null : protocol,
  };
}

export function hasDebateFilter({ words, status, protocol }: DebateFilter): boolean {
  return words !== "" || status !== null || protocol !== null;
}

/** Contested ones that nobody has decided first, then the newest. Words are left to the server where there is one. */
export function filterDebates(
  debates: readonly ListedDebate[],
  { words, status, protocol }: DebateFilter,
  { searched }: { searched: boolean },
): ListedDebate[] {
  const wanted = searched
    ? []
    : words
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== "");
  return debates
    .filter((one) => status === null || one.status === status)
    .filter((one) => protocol === null || one.protocol === protocol)
    .filter((one) => {
      const said = `${one.id} ${one.question} ${one.gist}`.toLowerCase();
      return wanted.every((word) => said.includes(word));
    })
    .toSorted(
      (one, other) =>
        Number(isUndecided(other)) - Number(isUndecided(one)) || other.openedMs - one.openedMs,
    );
}

/** A demo waits for nobody. */
function isUndecided({ decided, ending, recorded, status }: ListedDebate): boolean {
  if (recorded) return false;
  return status === "waiting" || (ending === "open" && decided === null);
}

/** Requested from the server; the protocol is not part of the request. */
export function buildSearchPath({ words, status }: DebateFilter): string {
  const query = new URLSearchParams({ search: words, ...(status !== null && { status }) });
  return `/api/debates?${query.toString()}`;
}
