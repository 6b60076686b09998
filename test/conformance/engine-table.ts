/** What an engine is tried on: debates that are opened, and models that the test speaks for. */
import type { Dissent } from "../../src/dissent.ts";
import type { PlanRequest } from "../../src/plan.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { type Part, type Speakers, speakers } from "../support/fleet/fleet-speakers.ts";
import { appOver } from "../support/fleet/fleet.ts";
import { createTestBrief } from "../support/protocols/judges.ts";

/** An engine at work, and the models that speak in its debates. */
export interface Table {
  readonly speakers: Speakers;
  /** Debates of this engine, with ids and salts that begin anew. */
  seat(): Dissent;
  close(): Promise<void>;
}

export interface Scene {
  readonly protocol: string;
  /** The id of the brief: its own in every test. */
  readonly brief: string;
  readonly part: Part;
  readonly plan?: Partial<PlanRequest>;
}

/** This process, and a store that is nowhere: what other engines are measured by. */
export async function inlineTable(): Promise<Table> {
  const played = await speakers();
  const store = memoryStore();
  return {
    speakers: played,
    seat: () => appOver(store, played, null),
    close: () => played.close(),
  };
}

export async function opened(
  table: Table,
  { protocol, brief, part, plan }: Scene,
): Promise<{ app: Dissent; id: string }> {
  const app = table.seat();
  table.speakers.play(brief, part);
  const request = { brief: createTestBrief({ id: brief }), panel: ["told/x"], ...plan };
  return { app, id: await app.open(app.plan(protocol, request), "tester") };
}

export type Tables = () => { readonly table: Table; readonly reference: Table };
