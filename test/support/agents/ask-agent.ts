/** Puts one question to an agent, or to any model, as a test wants to see it. */
import type { Model, ModelEvent, ModelRequest } from "../../../src/model.ts";
import { ModelError } from "../../../src/model.ts";
import type { AgentModelOptions } from "../../../src/models/agents/agent-model-options.ts";
import { createAgentModel } from "../../../src/models/agents/agent-model.ts";
import { openingRequest } from "../../conformance/model.ts";

export type Answer = ModelEvent & { type: "answer-given" };

export interface Question {
  readonly prompt?: string;
  readonly signal?: AbortSignal;
}

export async function collectAgentAnswer(
  agent: AgentModelOptions | Model,
  { prompt, signal = new AbortController().signal }: Question = {},
): Promise<Answer> {
  const model = "answer" in agent ? agent : createAgentModel(agent);
  const events: ModelEvent[] = [];
  for await (const event of model.answer(createPromptRequest(prompt), signal)) events.push(event);
  const answer = events.at(-1);
  if (answer?.type !== "answer-given") throw new TypeError("no answer");
  return answer;
}

/** The error of an agent that does not answer; anything else is a failure of the test. */
export async function collectAgentFailure(
  agent: AgentModelOptions | Model,
  question: Question = {},
): Promise<ModelError> {
  const ended = await collectAgentAnswer(agent, question).catch((error: unknown) => error);
  if (ended instanceof ModelError) return ended;
  throw new TypeError("It did not fail as a model does.", { cause: ended });
}

function createPromptRequest(prompt: string | undefined): ModelRequest {
  return openingRequest(prompt === undefined ? {} : { prompt: [{ text: prompt, shared: false }] });
}
