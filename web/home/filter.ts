/** Which debates are listed: what is chosen in the address, and what that leaves. */
import type { Listed } from "../../src/store.ts";

export const STANDINGS = ["waiting", "running", "paused", "settled"] as const;

export interface Filter {
  readonly words: string;
  readonly status: Listed["status"] | null;
  readonly protocol: string | null;
}

export function filterIn(parameters: Readonly<Record<string, string>>): Filter {
  const { q = "", status, protocol } = parameters;
  return {
    words: q.trim(),
    status: STANDINGS.find((one) => one === status) ?? null,
    protocol: protocol === undefined || protocol === "" ? null : protocol,
  };
}

export function isNarrowed({ words, status, protocol }: Filter): boolean {
  return words !== "" || status !== null || protocol !== null;
}

/** Newest first. Words are left to the server where there is one. */
export function listedBy(
  debates: readonly Listed[],
  { words, status, protocol }: Filter,
  { searched }: { searched: boolean },
): Listed[] {
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
    .toSorted((one, other) => other.openedMs - one.openedMs);
}

/** Asked of the server; the protocol is no part of its question. */
export function searchPath({ words, status }: Filter): string {
  const query = new URLSearchParams({ search: words, ...(status !== null && { status }) });
  return `/api/debates?${query.toString()}`;
}
