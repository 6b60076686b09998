/** Small protocols that show one thing about the kernel. */
import * as z from "zod";

import type { Clock } from "../../../src/clock.ts";
import type { Dissent } from "../../../src/dissent.ts";
import type { Event } from "../../../src/domain/journal/event.ts";
import { outcome, type Outcome } from "../../../src/domain/outcome/outcome.ts";
import type { RunRequest, RunResult } from "../../../src/engine.ts";
import type { Model } from "../../../src/model.ts";
import { type Script, scripted } from "../../../src/models/scripted.ts";
import type { PlanRequest } from "../../../src/plan.ts";
import type { Ask, OutsideReader, Protocol } from "../../../src/protocol.ts";
import type { Store } from "../../../src/store.ts";
import { fakeClock } from "../time/fake-clock.ts";
import { buildTestApp } from "./debate.ts";
import { createTestBrief } from "./judges.ts";

export const Saying = z.object({ say: z.string() });
export type Saying = z.infer<typeof Saying>;

/** An ask for one string. */
export function askFor(words: string, changes: Partial<Ask<Saying>> = {}): Ask<Saying> {
  return {
    prompt: [{ shared: true, text: words }],
    reply: Saying,
    promptInput: { kind: "probe" },
    ...changes,
  };
}

export function says(say: string): { reply: { say: string } } {
  return { reply: { say } };
}

/** An ending that holds whatever the protocol found out. */
export function ended(summary: string, changes: Partial<Outcome> = {}): Outcome {
  return outcome({
    label: "CONSENSUS",
    ending: "decided",
    present: 3,
    expected: 3,
    summary,
    ...changes,
  });
}

export function probe(run: Protocol["run"], changes: Partial<Protocol> = {}): Protocol {
  const seat = (id: string) => ({ id, name: id, role: "probe", stance: null });
  return {
    id: "probe",
    version: 1,
    summary: "for tests",
    settings: z.looseObject({}),
    seats: [seat("ann"), seat("bob"), seat("cid")],
    deadlineMs: () => 60_000,
    calls: () => ({ min: 0, max: 100 }),
    run,
    ...changes,
  };
}

export interface ProbeOptions {
  readonly script?: Script;
  readonly model?: Model;
  readonly store?: Store;
  readonly clock?: Clock;
  readonly plan?: Partial<PlanRequest>;
  readonly redact?: (text: string) => string;
  readonly readOutside?: OutsideReader;
}

export interface Opened {
  readonly app: Dissent;
  readonly id: string;
  readonly asked: string[];
  readonly hold: (request?: Partial<RunRequest>) => Promise<RunResult>;
  readonly events: () => Promise<readonly Event[]>;
  /** Facts by type, in order. */
  readonly types: () => Promise<string[]>;
}

export async function openProbe(
  protocol: Protocol,
  { script = {}, clock = fakeClock(), plan, ...given }: ProbeOptions = {},
): Promise<Opened> {
  const asked: string[] = [];
  const model = scripted(script, { clock });
  const app = buildTestApp({ model, ...given, clock, protocol, asked });
  const id = await app.open(app.plan(protocol.id, { brief: createTestBrief(), ...plan }), "tester");
  const events = async (): Promise<readonly Event[]> => (await app.read(id)).events;
  return {
    app,
    id,
    asked,
    hold: (request) => app.run({ debate: id, ...request }),
    events,
    types: async () => (await events()).map(({ fact }) => fact.type),
  };
}
