/** The list as it is now: asked for again while someone looks, and searched by the server while they type. */
import { effect, signal } from "@preact/signals";

import type { Listed } from "../../src/store.ts";
import { get } from "../state/api.ts";
import { refreshHome } from "../state/home.ts";
import { place } from "../state/place.ts";
import { route } from "../state/route.ts";
import { trouble } from "../state/trouble.ts";
import { type Filter, filterIn, searchPath } from "./filter.ts";

/** What the server found for the words in the address; null where there are none, or not yet. */
export const found = signal<readonly Listed[] | null>(null);

const EVERY_MS = 3_000;

/** Keeps the list current until told to stop. */
export function keepCurrent(): () => void {
  if (place.value !== "home") return () => {};
  const look = (): void => {
    if (document.visibilityState === "hidden") return;
    void refreshHome();
    void search(filterIn(route.value.parameters));
  };
  const timer = setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", look);
  const stopSearching = effect(() => {
    void search(filterIn(route.value.parameters));
  });
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    stopSearching();
  };
}

let newest = 0;

async function search(filter: Filter): Promise<void> {
  const asked = ++newest;
  if (filter.words === "") {
    found.value = null;
    return;
  }
  try {
    const { debates } = await get<{ debates: readonly Listed[] }>(searchPath(filter));
    // an answer to older words would replace that to newer ones
    if (asked === newest) found.value = debates;
  } catch (error) {
    if (asked === newest) trouble.value = error instanceof Error ? error.message : String(error);
  }
}
