/** The keys of what a person does lead to the floor, where it is done. */
import { useEffect } from "preact/hooks";

import { onKey } from "../kit/hotkeys.ts";
import { canAct } from "../state/api.ts";
import { story } from "../state/debate.ts";
import { addressOf, go, route } from "../state/route.ts";

/** On the floor itself the cards have these keys. */
export function useActKeys(): void {
  const isElsewhere = story.value !== null && canAct.value && route.value.view !== "floor";
  useEffect(() => {
    if (!isElsewhere) return;
    const stops = ["d", "p"].map((key) => onKey(key, toFloor));
    return () => {
      for (const stop of stops) stop();
    };
  }, [isElsewhere]);
}

function toFloor(): void {
  go(addressOf("floor"));
  requestAnimationFrame(() => {
    const form = document.getElementById("decide");
    const folded = form?.querySelector("details");
    if (folded) folded.open = true;
    form?.scrollIntoView({ block: "nearest" });
    form?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  });
}
