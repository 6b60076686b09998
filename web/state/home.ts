/** All debates of a project: inside the page of a gallery, or asked from the server. */
import { signal } from "@preact/signals";

import type { PageHome } from "../../src/page/payload.ts";
import { get } from "./api.ts";
import { readOnly } from "./place.ts";
import { trouble } from "./trouble.ts";

/** Null until it has arrived, and where a debate is shown. */
export const home = signal<PageHome | null>(null);

export async function refreshHome(): Promise<void> {
  try {
    home.value = await get<PageHome>("/api/home");
    readOnly.value = home.value.readOnly === true;
    trouble.value = null;
  } catch (error) {
    trouble.value = error instanceof Error ? error.message : String(error);
  }
}
