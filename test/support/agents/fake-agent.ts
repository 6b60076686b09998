/** Agents that are tiny programs of the tests, as the configuration would describe them. */
import { join } from "node:path";

import { type Clock, systemClock } from "../../../src/clock.ts";
import {
  type CustomAgentConfig,
  createCustomAdapter,
} from "../../../src/models/agents/adapters/custom.ts";
import type { AgentModelOptions } from "../../../src/models/agents/agent-model-options.ts";
import { createRedactor } from "../../../src/text/redact.ts";

export type Program =
  | "answer"
  | "echo"
  | "hang"
  | "stubborn"
  | "hostile"
  | "orphan"
  | "flood"
  | "garbage"
  | "die"
  | "leak";

export interface FakeAgent extends Partial<Omit<AgentModelOptions, "adapter">> {
  /** Of the program. */
  readonly args?: readonly string[];
  readonly config?: Partial<CustomAgentConfig>;
  /** Found in the environment of every process that comes of it. */
  readonly mark?: string;
  readonly clock?: Clock;
}

export function fakeAgent(program: Program, fake: FakeAgent = {}): AgentModelOptions {
  const { args = [], config, mark = "none", given, ...setting } = fake;
  const [command, ending] = program === "hostile" ? ["/bin/sh", "sh"] : [process.execPath, "ts"];
  const file = join(import.meta.dirname, "../../programs", `agent-${program}.${ending}`);
  return {
    reference: `fake-${program}`,
    adapter: createCustomAdapter({
      name: "fake",
      command,
      args: [file, ...args],
      prompt: "stdin",
      answer: "text",
      unsafe: false,
      ...config,
    }),
    modelId: null,
    login: "auto",
    env: process.env,
    price: null,
    clock: systemClock,
    redact: createRedactor({ ...(setting.env ?? process.env), ...given }),
    given: { [MARK]: mark, ...given },
    ...setting,
  };
}

export const MARK = "DISSENT_TEST_MARK";
