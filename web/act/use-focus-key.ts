/** A key that brings the hand to a form. */
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";

import { useHotkey } from "../kit/use-key.ts";

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
