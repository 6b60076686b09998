/** Where the reader is. All of it is in the address, so that any view can be sent to someone. */
import { computed, signal } from "@preact/signals";

import { addressFrom, type Route, routeOf } from "./address.ts";

export { type Route, VIEWS, type View } from "./address.ts";

const hash = signal(location.hash);

const follow = (): void => {
  hash.value = location.hash;
};
addEventListener("hashchange", follow);
addEventListener("popstate", follow);

export const route = computed<Route>(() => routeOf(hash.value));

/** The address of a view with parameters changed; an empty one is taken out. Others are kept within a view. */
export function addressOf(
  view: Route["view"],
  changes: Readonly<Record<string, string | null>> = {},
): string {
  return addressFrom(route.value, view, changes);
}

/** Goes there; `replace` leaves no step in the history, as for dragging. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  hash.value = location.hash;
}
