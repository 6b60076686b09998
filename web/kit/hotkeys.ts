/** One key, one act. Nothing happens while someone types, or where the browser means something by it. */

const acts = new Map<string, (() => void)[]>();
let listening = false;

/** As `KeyboardEvent.key` says it, letters in any case; the newest act of a key wins. Returns how to stop. */
export function onKey(key: string, act: () => void): () => void {
  if (!listening) addEventListener("keydown", heard);
  listening = true;
  const name = key.toLowerCase();
  acts.set(name, [...(acts.get(name) ?? []), act]);
  return () => {
    acts.set(
      name,
      (acts.get(name) ?? []).filter((one) => one !== act),
    );
  };
}

function heard(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
  const act = acts.get(event.key.toLowerCase())?.at(-1);
  if (act === undefined) return;
  event.preventDefault();
  act();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select") !== null)
  );
}
