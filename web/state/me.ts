/** Who looks at the page, where a team's server has said so: what they may not do is not offered. */
import { signal } from "@preact/signals";

export interface Me {
  readonly person: string;
  readonly scopes: readonly string[];
}

/** Null on a person's own server and in a file, where whoever looks may do everything that can be done. */
export const me = signal<Me | null>(null);

export function beginMe(): void {
  const told = document.querySelector<HTMLMetaElement>('meta[name="dissent-me"]')?.content;
  me.value = told === undefined ? null : (JSON.parse(told) as Me);
}

export function mayI(scope: "run" | "decide"): boolean {
  return me.value === null || me.value.scopes.includes(scope);
}
