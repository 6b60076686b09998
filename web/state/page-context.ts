/** The kind of page: a server's home or debate, a report with its debate inside, or the list of a gallery. */
import { computed, signal } from "@preact/signals";

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

/** The list of all debates; null for a report on its own. */
export const homeAddress = signal<string | null>(null);

// Who looks at the page, where a team's server has said so: what they may not do is not offered.

interface CurrentPerson {
  readonly person: string;
  readonly scopes: readonly string[];
}

/** Null on a person's own server and in a file, where every reader may do everything possible. */
export const currentPerson = signal<CurrentPerson | null>(null);

export function readCurrentPerson(): void {
  const told = document.querySelector<HTMLMetaElement>('meta[name="dissent-me"]')?.content;
  currentPerson.value = told === undefined ? null : (JSON.parse(told) as CurrentPerson);
}

export function hasPersonScope(scope: "run" | "decide"): boolean {
  return currentPerson.value === null || currentPerson.value.scopes.includes(scope);
}

// What cannot be shown, in words; null while all is well.

export const pageProblem = signal<string | null>(null);
