/** Hotkeys for a person's actions; they open the floor, where the actions are. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { registerHotkey, useHotkey } from "../kit/hotkeys.ts";
import { debateTimeline } from "../state/debate-state.ts";
import { buildViewAddress, currentRoute, navigateTo } from "../state/page-route.ts";
import { canAct } from "../state/server-api.ts";

/** On the floor itself the cards have these keys. */
export function useDecisionHotkeys(): void {
  const isElsewhere =
    debateTimeline.value !== null && canAct.value && currentRoute.value.view !== "floor";
  useEffect(() => {
    if (!isElsewhere) return;
    const stops = ["d", "p"].map((key) => registerHotkey(key, focusDecisionForm));
    return () => {
      for (const stop of stops) stop();
    };
  }, [isElsewhere]);
}

export function focusDecisionForm(): void {
  navigateTo(buildViewAddress("floor"));
  requestAnimationFrame(() => {
    const form = document.getElementById("decide");
    const folded = form?.querySelector("details");
    if (folded) folded.open = true;
    form?.scrollIntoView({ block: "nearest" });
    form?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  });
}

// A key that brings the hand to a form.

/** `before` is done first, as for opening what is folded. */
export function useFocusHotkey(key: string, before?: () => void): RefObject<HTMLDivElement | null> {
  const form = useRef<HTMLDivElement>(null);
  useHotkey(key, () => {
    before?.();
    // what was folded is there after the next frame
    requestAnimationFrame(() => {
      form.current?.scrollIntoView({ block: "nearest" });
      form.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
    });
  });
  return form;
}
