/** A key that acts as long as a component is there. */
import { useLayoutEffect, useRef } from "preact/hooks";

import { onKey } from "./hotkeys.ts";

export function useKey(key: string, act: () => void): void {
  const newest = useRef(act);
  newest.current = act;
  // as soon as what it acts on can be seen
  useLayoutEffect(() => onKey(key, () => newest.current()), [key]);
}
