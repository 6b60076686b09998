/** What cannot be shown, in words; null while all is well. */
import { signal } from "@preact/signals";

export const pageProblem = signal<string | null>(null);
