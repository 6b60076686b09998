/** The current list: refreshed while someone looks at it, and searched by the server while they type. */
import { effect, signal } from "@preact/signals";

import type { ListedDebate } from "../../src/store.ts";
import { refreshHomePage } from "../state/home-state.ts";
import { pageKind, pageProblem } from "../state/page-context.ts";
import { currentRoute } from "../state/page-route.ts";
import { fetchJson } from "../state/server-api.ts";
import { type DebateFilter, buildSearchPath, parseDebateFilter } from "./debate-filter.ts";

/** What the server found for the words in the address; null where there are none, or not yet. */
export const searchResults = signal<readonly ListedDebate[] | null>(null);

const REFRESH_INTERVAL_MS = 3_000;

/** Keeps the list current until it is stopped. */
export function startListRefresh(): () => void {
  if (pageKind.value !== "home") return () => {};
  const look = (): void => {
    if (document.visibilityState === "hidden") return;
    void refreshHomePage();
    void searchDebates(parseDebateFilter(currentRoute.value.parameters));
  };
  const timer = setInterval(look, REFRESH_INTERVAL_MS);
  document.addEventListener("visibilitychange", look);
  const stopSearching = effect(() => {
    void searchDebates(parseDebateFilter(currentRoute.value.parameters));
  });
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    stopSearching();
  };
}

let latestSearchNumber = 0;

async function searchDebates(filter: DebateFilter): Promise<void> {
  const asked = ++latestSearchNumber;
  if (filter.words === "") {
    searchResults.value = null;
    return;
  }
  try {
    const { debates } = await fetchJson<{ debates: readonly ListedDebate[] }>(
      buildSearchPath(filter),
    );
    // an answer to older words would replace that to newer ones
    if (asked === latestSearchNumber) searchResults.value = debates;
  } catch (error) {
    if (asked === latestSearchNumber)
      pageProblem.value = error instanceof Error ? error.message : String(error);
  }
}
