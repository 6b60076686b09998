/** Light or dark: what the system says, until the reader says otherwise. */
import { signal } from "@preact/signals";

type Theme = "light" | "dark";

const KEPT = "dissent-theme";

export const theme = signal<Theme | null>(null);

export function beginTheme(): void {
  const kept = keptTheme();
  if (kept !== null) set(kept);
}

export function toggleTheme(): void {
  const now =
    theme.value ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  set(now === "dark" ? "light" : "dark");
}

function set(next: Theme): void {
  theme.value = next;
  document.documentElement.dataset["theme"] = next;
  try {
    localStorage.setItem(KEPT, next);
  } catch {
    // a report opened from a folder may have no storage; the choice lasts as long as the page
  }
}

function keptTheme(): Theme | null {
  try {
    const kept = localStorage.getItem(KEPT);
    return kept === "light" || kept === "dark" ? kept : null;
  } catch {
    return null;
  }
}
