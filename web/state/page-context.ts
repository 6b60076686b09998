/** Where the page is: a server's home or debate, a report with its debate inside, or the list of a gallery. */
import { computed, signal } from "@preact/signals";

import { hasPersonScope } from "./me.ts";

export type PageKind = "home" | "debate" | "report" | "gallery";

export const pageKind = signal<PageKind>("report");

/** What the server shows is not its own, such as a journal from a file. */
export const isReadOnly = signal(false);

/** Only a server can be asked for anything. */
const isServedPage = computed(
  () => (pageKind.value === "home" || pageKind.value === "debate") && !isReadOnly.value,
);

/** Starting, pausing, asking again, forking, taking back. */
export const canRun = computed(() => isServedPage.value && hasPersonScope("run"));

/** Deciding, and answering for a person. */
export const canDecide = computed(() => isServedPage.value && hasPersonScope("decide"));

export const canAct = computed(() => canRun.value || canDecide.value);

/** Where all debates are listed; null for a report that stands alone. */
export const homeAddress = signal<string | null>(null);
