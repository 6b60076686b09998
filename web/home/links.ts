/** Where a debate is read: on the server, or in a file of the gallery. */
import { homePage } from "../state/home-state.ts";
import { pageKind } from "../state/page-context.ts";

export function buildDebateHref(id: string, hash = ""): string {
  if (pageKind.value !== "gallery") return `/debates/${encodeURIComponent(id)}${hash}`;
  return `${encodeURIComponent(homePage.value?.pages?.[id] ?? `${id}.html`)}${hash}`;
}
