/** Hashes the lines of the journal again in the browser, so that nobody need be believed. */
import type { Event } from "../../src/domain/event.ts";
import { isChainIntact, pageProblem } from "./debate-state.ts";
import { getBrowserDigest, findChangedLine } from "./journal-chain.ts";

/** Lines that came after others are checked after them; one that was changed stays said. */
let pendingChainCheck: Promise<void> = Promise.resolve();

export function checkChainLines(lines: readonly string[], events: readonly Event[]): void {
  const digest = getBrowserDigest();
  if (digest === null || lines.length !== events.length) return;
  pendingChainCheck = pendingChainCheck.then(async () => {
    const changed = await findChangedLine(lines, events, digest);
    if (changed === null) isChainIntact.value ??= true;
    else {
      isChainIntact.value = false;
      pageProblem.value = `Event ${events[changed]?.sequence ?? changed} was changed after it was written.`;
    }
  });
}
