/** Where a debate is read: on the server, or in a file of the gallery. */
import { home } from "../state/home.ts";
import { place } from "../state/place.ts";

export function debateHref(id: string, hash = ""): string {
  if (place.value !== "gallery") return `/debates/${encodeURIComponent(id)}${hash}`;
  return `${encodeURIComponent(home.value?.pages?.[id] ?? `${id}.html`)}${hash}`;
}
