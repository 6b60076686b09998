/** Hashes the lines of the journal again in the browser, so that nobody need be believed. */
import type { Event } from "../../src/domain/event.ts";
import { browserDigest, changedLine } from "./chain.ts";
import { chainHolds, trouble } from "./debate.ts";

/** Lines that came after others are checked after them; one that was changed stays said. */
let checking: Promise<void> = Promise.resolve();

export function checkLines(lines: readonly string[], events: readonly Event[]): void {
  const digest = browserDigest();
  if (digest === null || lines.length !== events.length) return;
  checking = checking.then(async () => {
    const changed = await changedLine(lines, events, digest);
    if (changed === null) chainHolds.value ??= true;
    else {
      chainHolds.value = false;
      trouble.value = `Event ${events[changed]?.sequence ?? changed} was changed after it was written.`;
    }
  });
}
