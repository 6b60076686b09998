/** Who looks at the page, where a team's server has said so: what they may not do is not offered. */
import { signal } from "@preact/signals";

export interface CurrentPerson {
  readonly person: string;
  readonly scopes: readonly string[];
}

/** Null on a person's own server and in a file, where whoever looks may do everything that can be done. */
export const currentPerson = signal<CurrentPerson | null>(null);

export function readCurrentPerson(): void {
  const told = document.querySelector<HTMLMetaElement>('meta[name="dissent-me"]')?.content;
  currentPerson.value = told === undefined ? null : (JSON.parse(told) as CurrentPerson);
}

export function hasPersonScope(scope: "run" | "decide"): boolean {
  return currentPerson.value === null || currentPerson.value.scopes.includes(scope);
}
