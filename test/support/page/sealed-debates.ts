/** Debates that wait for a person in a step that all answer at once, and what no surface may show of it. */
import { expect } from "vitest";

import type { Event } from "../../../src/domain/journal/event.ts";
import { findSealedEvents } from "../../../src/domain/journal/sealed-steps.ts";
import type { Json } from "../../../src/domain/json.ts";
import { exampleBrief } from "../protocols/offline-debates.ts";
import { changeBrief, CONFLICT } from "../protocols/review.ts";
import type { Served } from "./page-server.ts";

export interface WaitingDebate {
  readonly id: string;
  readonly events: readonly Event[];
  /** What the others said, as far as it is not in the brief. */
  readonly secrets: readonly string[];
}

/** The first seat whose person is awaited in a step that all answer at once, while others have answered. */
export async function waitingDebate(all: Served, protocol: string): Promise<WaitingDebate> {
  const brief =
    protocol === "review" ? changeBrief({ diff: CONFLICT }) : await exampleBrief(protocol);
  const { participants } = all.app.plan(protocol, { brief });
  for (const { id: seat } of participants) {
    const plan = all.app.plan(protocol, { brief, seats: { [seat]: { model: "person" } } });
    const id = await all.app.open(plan, "tester");
    await all.app.run({ debate: id });
    const { events } = await all.app.read(id);
    const sealed = findSealedEvents(events);
    const known = JSON.stringify(brief);
    const secrets = events.flatMap(({ sequence, fact }) =>
      sealed.has(sequence) && fact.type === "reply-recorded" ? listWords(fact.reply, known) : [],
    );
    if (secrets.length > 0) return { id, events, secrets };
  }
  throw new Error(`No person was awaited in a simultaneous step of ${protocol}.`);
}

function listWords(value: Json, known: string): string[] {
  if (typeof value === "string") {
    const isOwn = value.length > 24 && !known.includes(JSON.stringify(value).slice(1, -1));
    return isOwn ? [value] : [];
  }
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((inner: Json) => listWords(inner, known));
}

export function expectSealed(text: string, { secrets }: WaitingDebate, where: string): void {
  for (const secret of secrets) {
    const written = [secret, JSON.stringify(secret).slice(1, -1)];
    expect(
      written.some((words) => text.includes(words)),
      `${where}: ${secret}`,
    ).toBe(false);
  }
}
