/** A process that has asked an agent and waits for its answer; it ends in the way that it is told, or by a signal. */
import type { ModelRequest } from "../../src/model.ts";
import { createAgentModel } from "../../src/models/agents/agent-model.ts";
import { fakeAgent, type Program } from "../support/agents/fake-agent.ts";

const [mark = "", ready = "", way, program = "stubborn", ...args] = process.argv.slice(2);
const request: ModelRequest = {
  prompt: [{ text: "Will you answer?", shared: false }],
  schema: () => ({}),
  promptInput: { kind: "none" },
  participant: { id: "risk", name: "Risk", role: "judge", stance: null, model: "fake", mark: "R" },
  attempt: 1,
  key: "debate/openings/risk",
};
const model = createAgentModel(fakeAgent(program as Program, { mark, args: [ready, ...args] }));
const answers = model.answer(request, new AbortController().signal)[Symbol.asyncIterator]();
answers.next().catch(() => {});
// whoever started this process sees the agent's own processes, and speaks then
process.stdin.once("data", () => {
  if (way === "exit") process.exit(3);
  if (way === "throw") throw new Error("a defect");
});
