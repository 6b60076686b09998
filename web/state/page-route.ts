/** What the reader is looking at. All of it is in the address, so that any view can be sent to someone. */
import { computed, signal } from "@preact/signals";

import { formatPageAddress, type PageRoute, parsePageRoute } from "./page-address.ts";

export { type PageRoute, VIEWS, type DebateView } from "./page-address.ts";

const locationHash = signal(location.hash);

const syncLocationHash = (): void => {
  locationHash.value = location.hash;
};
addEventListener("hashchange", syncLocationHash);
addEventListener("popstate", syncLocationHash);

export const currentRoute = computed<PageRoute>(() => parsePageRoute(locationHash.value));

/** The address of a view with parameters changed; an empty one is taken out. Others are kept within a view. */
export function buildViewAddress(
  view: PageRoute["view"],
  changes: Readonly<Record<string, string | null>> = {},
): string {
  return formatPageAddress(currentRoute.value, view, changes);
}

/** Goes there; `replace` leaves no step in the history, as for dragging. */
export function navigateTo(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  locationHash.value = location.hash;
}
