/** What the tab of the browser says: where the debate is, and what it is about. */
import { effect } from "@preact/signals";

import { describeOutcomeLabel } from "../../src/reports/summary-text.ts";
import { capitalizeText, truncateText } from "../kit/format-text.ts";
import { shownSnapshot, debateTimeline } from "./debate-state.ts";
import { homePage } from "./home-state.ts";

export function syncPageTitle(): void {
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
    } else if (homePage.value !== null) document.title = `${homePage.value.project} – Dissent`;
  });
}
