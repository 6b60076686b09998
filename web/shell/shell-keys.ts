/** Keys that work on every view: views, steps through the journal, theme. */
import { useEffect } from "preact/hooks";

import { onKey } from "../kit/hotkeys.ts";
import { story } from "../state/debate.ts";
import { addressOf, go, VIEWS } from "../state/route.ts";
import { stepBy, toNewest } from "../state/steps.ts";
import { toggleTheme } from "../state/theme.ts";

export function useShellKeys(): void {
  useEffect(() => {
    const stops = [
      ...VIEWS.map((view, index) =>
        onKey(String(index + 1), () => {
          if (story.value !== null) go(addressOf(view));
        }),
      ),
      onKey("ArrowLeft", () => stepBy(-1)),
      onKey("ArrowRight", () => stepBy(1)),
      onKey("l", toNewest),
      onKey("t", toggleTheme),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
