/** What the tab of the browser says: where the debate is, and what it is about. */
import { effect } from "@preact/signals";

import { outcomeWord } from "../../src/reports/words.ts";
import { capital, cut } from "../kit/words.ts";
import { moment, story } from "./debate.ts";
import { home } from "./home.ts";

export function beginTitle(): void {
  effect(() => {
    const told = story.value;
    const now = moment.value;
    if (told !== null && now !== null) {
      const where =
        now.outcome !== null
          ? outcomeWord(now.outcome)
          : now.status === "running"
            ? (now.step?.title ?? "Opened")
            : capital(now.status);
      document.title = `${where} – ${cut(told.question, 80)} – Dissent`;
    } else if (home.value !== null) document.title = `${home.value.project} – Dissent`;
  });
}
