/** One key, one action. Hotkeys are off while someone types, and where the browser uses the key. */
import { useLayoutEffect, useRef } from "preact/hooks";

const hotkeyHandlers = new Map<string, (() => void)[]>();
let isListeningForKeys = false;

/** As `KeyboardEvent.key` says it, letters in any case; the newest act of a key wins. Returns how to stop. */
export function registerHotkey(key: string, act: () => void): () => void {
  if (!isListeningForKeys) addEventListener("keydown", handleKeydown);
  isListeningForKeys = true;
  const name = key.toLowerCase();
  hotkeyHandlers.set(name, [...(hotkeyHandlers.get(name) ?? []), act]);
  return () => {
    hotkeyHandlers.set(
      name,
      (hotkeyHandlers.get(name) ?? []).filter((one) => one !== act),
    );
  };
}

function handleKeydown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTypingTarget(event.target) || document.querySelector("dialog[open]") !== null) return;
  const act = hotkeyHandlers.get(event.key.toLowerCase())?.at(-1);
  if (act === undefined) return;
  event.preventDefault();
  act();
}

function isTypingTarget(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select") !== null)
  );
}

// A key that acts as long as a component is there.

export function useHotkey(key: string, act: () => void): void {
  const newest = useRef(act);
  newest.current = act;
  // as soon as what it acts on can be seen
  useLayoutEffect(() => registerHotkey(key, () => newest.current()), [key]);
}
