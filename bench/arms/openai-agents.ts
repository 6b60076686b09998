/** The debate as a script around OpenAI's Agents SDK, streamed, with a schema that the server is told of. */
import { Position, REFERENCE } from "../reference-debate.ts";
import { floorArm } from "./floor.ts";

/** The few calls used here. The packages are installed for the benchmark alone, so their types may be absent. */
interface Agents {
  readonly Agent: new (options: object) => object;
  readonly Runner: new (options: { readonly tracingDisabled: boolean }) => {
    run(agent: object, prompt: string, options: { readonly stream: true }): Promise<StreamedRun>;
  };
}

interface StreamedRun {
  toTextStream(): AsyncIterable<string>;
  readonly completed: Promise<void>;
}

interface AgentsOfOpenAI {
  readonly OpenAIChatCompletionsModel: new (client: object, model: string) => object;
}

interface OpenAIPackage {
  readonly OpenAI: new (options: object) => object;
}

// a name that the compiler cannot follow
const load = async <Exports>(name: string): Promise<Exports> => (await import(name)) as Exports;

export async function agentsDebate(baseURL: string): Promise<() => Promise<void>> {
  const { Agent, Runner } = await load<Agents>("@openai/agents-core");
  const { OpenAIChatCompletionsModel } = await load<AgentsOfOpenAI>("@openai/agents-openai");
  const { OpenAI } = await load<OpenAIPackage>("openai");
  const client = new OpenAI({ baseURL, apiKey: "bench", maxRetries: 0 });
  const agent = new Agent({
    name: "seat",
    model: new OpenAIChatCompletionsModel(client, "bench"),
    modelSettings: { maxTokens: 8_000 },
    outputType: Position,
  });
  // nothing is traced: the others trace nothing either
  const runner = new Runner({ tracingDisabled: true });
  const answer = async (_seat: string, prompt: readonly string[]): Promise<string> => {
    const run = await runner.run(agent, prompt.join("\n\n"), { stream: true });
    let text = "";
    for await (const piece of run.toTextStream()) text += piece;
    await run.completed;
    return text;
  };
  return floorArm({ shape: REFERENCE, model: { answer }, directory: "" }).hold;
}
