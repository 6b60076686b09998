/** All debates of a project: embedded in a gallery page, or requested from the server. */
import { signal } from "@preact/signals";

import type { PageHome } from "../../src/page/page-payload.ts";
import { isReadOnly, pageKind, pageProblem } from "./page-context.ts";
import { fetchJson } from "./server-api.ts";

/** Null until it has arrived, and where a debate is shown. */
export const homePage = signal<PageHome | null>(null);

export async function refreshHomePage(): Promise<void> {
  try {
    homePage.value = await fetchJson<PageHome>("/api/home");
    isReadOnly.value = homePage.value.readOnly === true;
    pageProblem.value = null;
  } catch (error) {
    pageProblem.value = error instanceof Error ? error.message : String(error);
  }
}

// Where a debate is read: on the server, or in a file of the gallery.

export function buildDebateHref(id: string, hash = ""): string {
  if (pageKind.value !== "gallery") return `/debates/${encodeURIComponent(id)}${hash}`;
  return `${encodeURIComponent(homePage.value?.pages?.[id] ?? `${id}.html`)}${hash}`;
}
