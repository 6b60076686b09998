/** All debates of a project: inside the page of a gallery, or asked from the server. */
import { signal } from "@preact/signals";

import type { PageHome } from "../../src/page/page-payload.ts";
import { isReadOnly } from "./page-context.ts";
import { fetchJson } from "./server-api.ts";
import { pageProblem } from "./trouble.ts";

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
