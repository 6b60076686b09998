/** What the process that is killed and the test that kills it agree on. */
import type { Brief } from "../../../src/domain/brief.ts";
import type { Script } from "../../../src/models/scripted.ts";
import { SCENARIOS } from "../protocols/judges-scenarios.ts";
import { createTestBrief } from "../protocols/judges.ts";

export const DEBATES = 40;

/** Later than any lease of a process that was killed before. */
export const STEP_MS = 20_000;

export function createKillDebate(number: number): {
  readonly brief: Brief;
  readonly script: Script;
} {
  const scripts = Object.values(SCENARIOS);
  return {
    brief: createTestBrief({ id: `debate-${number}` }),
    script: scripts[number % scripts.length] ?? {},
  };
}

/** The number of the debate that an id belongs to. */
export function parseDebateNumber(id: string): number {
  return Number(/^debate-(\d+)-/.exec(id)?.[1]);
}

/** A call that was begun: which process, which step, which attempt. */
export interface CallLine {
  readonly life: number;
  readonly key: string;
  readonly attempt: number;
}
