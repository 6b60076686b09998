/** K13 for every protocol: cut after any event, a debate resumes to the same outcome and asks only what is still owed. */
import { expect } from "vitest";

import type { Clock } from "../../src/clock.ts";
import type { Dissent } from "../../src/dissent.ts";
import type { Event } from "../../src/domain/journal/event.ts";
import type { RunResult } from "../../src/engine.ts";
import { cutAfter, verified } from "../support/journals/forge-journal.ts";
import { type Held, holdOn, type HoldingOptions } from "../support/protocols/debate.ts";
import { fakeClock } from "../support/time/fake-clock.ts";

/** Calls whose answer, valid or not, the journal holds. */
export function listAnsweredCalls(events: readonly Event[]): string[] {
  const rejected = new Set<string>();
  return events.flatMap(({ fact }) => {
    if (fact.type === "reply-rejected") {
      rejected.add(fact.key);
      return [`${fact.key}#1`];
    }
    if (fact.type !== "reply-recorded" && fact.type !== "participant-absent") return [];
    return [`${fact.key}#${rejected.has(fact.key) ? 2 : 1}`];
  });
}

interface Resuming extends Pick<HoldingOptions, "answers"> {
  /** The same debate in another process, which notes what it asks. */
  readonly appWith: (setting: { clock: Clock; asked: string[] }) => Dissent;
  /** How the whole debate stands: settled, unless a test leaves a question open. */
  readonly status?: RunResult["status"];
  readonly startMs?: number;
  /** Every how many cuts the resumed journal is verified as a whole. */
  readonly verifyEvery?: number;
  /** From which cut on the outcome is the same to the letter. */
  readonly sameFrom?: number;
  readonly check?: (asked: readonly string[], at: string) => void;
}

export async function expectResumesAnywhere(whole: Held, resuming: Resuming): Promise<void> {
  const { appWith, startMs = 1_800_000_000_000, verifyEvery = 1, sameFrom = 1 } = resuming;
  const record = await whole.app.read(whole.id);
  expect(whole.holding.status).toBe(resuming.status ?? "settled");

  for (let cut = 1; cut <= record.lines.length; cut++) {
    const asked: string[] = [];
    const app = appWith({ clock: fakeClock(startMs), asked });
    await app.importJournal(await cutAfter(record, cut));
    const result = await holdOn(app, whole.id, resuming);

    const at = `cut after event ${cut} of ${record.lines.length}`;
    if (cut >= sameFrom) expect(result, at).toEqual(whole.holding);
    const owed = new Set(whole.asked);
    for (const call of listAnsweredCalls(record.events.slice(0, cut))) owed.delete(call);
    expect(asked.toSorted(), at).toEqual([...owed].toSorted());
    resuming.check?.(asked, at);
    if (cut % verifyEvery === 1 % verifyEvery)
      expect(await verified(app, whole.id), at).toMatchObject({ ok: true, fault: null });
  }
}
