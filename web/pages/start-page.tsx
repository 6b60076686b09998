/** Starts a page. */
import "../style/page.css";
import { effect } from "@preact/signals";
import { type ComponentType, render } from "preact";

import { describeOutcomeLabel } from "../../src/reports/summary-text.ts";
import { listInboxEntries } from "../home/debate-status.ts";
import { capitalizeText, truncateText } from "../kit/format-text.ts";
import { debateTimeline, shownSnapshot } from "../state/debate-state.ts";
import { homePage } from "../state/home-state.ts";
import { loadPage } from "../state/load-page.ts";
import { readCurrentPerson } from "../state/page-context.ts";
import { initializeTheme } from "../state/page-theme.ts";

export function startPage(Page: ComponentType): void {
  const root = document.getElementById("page");
  if (!root) return;
  initializeTheme();
  readCurrentPerson();
  loadPage();
  syncPageTitle();
  render(<Page />, root);
}

// What the tab of the browser says: where the debate is, and what it is about.

function syncPageTitle(): void {
  effect(() => {
    const told = debateTimeline.value;
    const now = shownSnapshot.value;
    if (told !== null && now !== null) {
      const where =
        now.outcome !== null
          ? describeOutcomeLabel(now.outcome)
          : now.status === "running"
            ? (now.step?.title ?? "Opened")
            : capitalizeText(now.status);
      document.title = `${where} – ${truncateText(told.question, 80)} – Dissent`;
    } else if (homePage.value !== null) {
      const waiting = listInboxEntries(homePage.value.debates).length;
      const count = waiting === 0 ? "" : `(${waiting}) `;
      document.title = `${count}${homePage.value.project} – Dissent`;
    }
  });
}
