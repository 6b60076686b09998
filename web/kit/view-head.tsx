/** The question a view is about, at its top. */
import { useEffect } from "preact/hooks";

import { UntrustedText } from "./untrusted-text.tsx";

import "./view-head.css";

export function ViewHead({ question, view }: { question: string; view: string }) {
  useScrollRestoration();
  return (
    <header class="view-head">
      <h1 class="serif">
        <UntrustedText text={question} most={240} />
      </h1>
      <p class="sub">{view}</p>
    </header>
  );
}

/** How far down the reader was, by address. */
const scrollPositions = new Map<string, number>();

/** A view begins at its top; returning to an address restores its position. */
function useScrollRestoration(): void {
  useEffect(() => {
    scrollTo({ top: scrollPositions.get(location.hash) ?? 0, behavior: "instant" });
    const note = (): void => {
      scrollPositions.set(location.hash, scrollY);
    };
    addEventListener("scroll", note, { passive: true });
    return () => removeEventListener("scroll", note);
  }, []);
}
