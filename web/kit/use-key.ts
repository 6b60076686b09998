/** A key that acts as long as a component is there. */
import { useEffect, useRef } from "preact/hooks";

import { onKey } from "./hotkeys.ts";

export function useKey(key: string, act: () => void): void {
  const newest = useRef(act);
  newest.current = act;
  useEffect(() => onKey(key, () => newest.current()), [key]);
}
