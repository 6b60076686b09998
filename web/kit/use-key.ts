/** A key that acts as long as a component is there. */
import { useLayoutEffect, useRef } from "preact/hooks";

import { registerHotkey } from "./hotkeys.ts";

export function useHotkey(key: string, act: () => void): void {
  const newest = useRef(act);
  newest.current = act;
  // as soon as what it acts on can be seen
  useLayoutEffect(() => registerHotkey(key, () => newest.current()), [key]);
}
