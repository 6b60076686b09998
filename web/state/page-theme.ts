/** Light or dark: the system's setting, until the reader changes it. */
import { signal } from "@preact/signals";

type PageTheme = "light" | "dark";

const THEME_STORAGE_KEY = "dissent-theme";

export const pageTheme = signal<PageTheme | null>(null);

export function initializeTheme(): void {
  const kept = loadStoredTheme();
  if (kept !== null) applyTheme(kept);
}

export function toggleTheme(): void {
  const now =
    pageTheme.value ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  applyTheme(now === "dark" ? "light" : "dark");
}

function applyTheme(next: PageTheme): void {
  pageTheme.value = next;
  document.documentElement.dataset["theme"] = next;
  try {
    localStorage.setItem(THEME_STORAGE_KEY, next);
  } catch {
    // a report opened from a folder may have no storage; the choice lasts as long as the page
  }
}

function loadStoredTheme(): PageTheme | null {
  try {
    const kept = localStorage.getItem(THEME_STORAGE_KEY);
    return kept === "light" || kept === "dark" ? kept : null;
  } catch {
    return null;
  }
}
