/** Keys that work on every view: views, steps through the journal, theme. */
import { useEffect } from "preact/hooks";

import { registerHotkey } from "../kit/hotkeys.ts";
import { debateTimeline } from "../state/debate-state.ts";
import { buildViewAddress, navigateTo, VIEWS } from "../state/page-route.ts";
import { toggleTheme } from "../state/page-theme.ts";
import { stepByEvents, showNewestEvent } from "../state/steps.ts";

export function useNavigationHotkeys(): void {
  useEffect(() => {
    const stops = [
      ...VIEWS.map((view, index) =>
        registerHotkey(String(index + 1), () => {
          if (debateTimeline.value !== null) navigateTo(buildViewAddress(view));
        }),
      ),
      registerHotkey("ArrowLeft", () => stepByEvents(-1)),
      registerHotkey("ArrowRight", () => stepByEvents(1)),
      registerHotkey("l", showNewestEvent),
      registerHotkey("t", toggleTheme),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
