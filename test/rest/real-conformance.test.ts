/** The conformance kit on the agents that people use, through the real command line; the slow ones in an extended run. */
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { realAgent, type RealAgent } from "../support/agents/real-agents.ts";
import { project, run } from "../support/processes/cli.ts";
import { missingPart } from "../support/processes/missing-part.ts";

const NO_AGENTS = missingPart("agents");

const EXTENDED = process.env["DISSENT_EXTENDED"] === "1";
const AGENTS: readonly RealAgent[] = [
  "claude",
  "codex",
  ...(EXTENDED ? (["gemini", "qwen", "opencode", "copilot"] as const) : []),
];

describe.skipIf(NO_AGENTS)("real agents", () => {
  test.each(AGENTS)(
    "%s passes every case that concerns it, and uses no key of the person's",
    async (agent) => {
      const at = project();
      const bin = join(at.base, "bin");
      mkdirSync(bin);
      symlinkSync(await realAgent(agent), join(bin, agent));
      const proved = await run(at, ["doctor", "--conformance", agent, "--json"], {
        env: {
          PATH: [bin, dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
          ANTHROPIC_API_KEY: "sk-ant-planted-0123456789",
          OPENAI_API_KEY: "sk-oai-planted-0123456789",
        },
      });
      const { cases } = JSON.parse(proved.stdout) as {
        cases: { id: string; status: string; note: string }[];
      };

      expect(cases.filter(({ status }) => status === "fail")).toEqual([]);
      // an agent may keep to itself which model answered; it may not keep anything else from us
      expect(["served", undefined]).toContain(
        cases.find(({ status }) => status === "not-applicable")?.id,
      );
      expect(proved.code).toBe(0);
      expect(proved.stdout + proved.stderr).not.toMatch(/planted/);
    },
    900_000,
  );
});
