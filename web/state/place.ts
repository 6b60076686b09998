/** Where the page is: a server's home or debate, a report with its debate inside, or the list of a gallery. */
import { computed, signal } from "@preact/signals";

import { mayI } from "./me.ts";

export type Place = "home" | "debate" | "report" | "gallery";

export const place = signal<Place>("report");

/** What the server shows is not its own, such as a journal from a file. */
export const readOnly = signal(false);

/** Only a server can be asked for anything. */
const isServed = computed(
  () => (place.value === "home" || place.value === "debate") && !readOnly.value,
);

/** Starting, pausing, asking again, forking, taking back. */
export const canRun = computed(() => isServed.value && mayI("run"));

/** Deciding, and answering for a person. */
export const canDecide = computed(() => isServed.value && mayI("decide"));

export const canAct = computed(() => canRun.value || canDecide.value);

/** Where all debates are listed; null for a report that stands alone. */
export const homeAddress = signal<string | null>(null);
