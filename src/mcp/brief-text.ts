/** What an agent gives, as a brief: read by the same rules as a file, with every path kept inside the project. */
import type { AppContext } from "../app/app-context.ts";
import { resolveInput, type ResolvedInput } from "../app/resolve-input.ts";
import { SetupError } from "../errors.ts";
import { stripSteeringCharacters, quoteForAgent } from "./quote-text.ts";

export interface AgentBriefInput {
  readonly question: string;
  readonly body: string;
  readonly options?: readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
}

type AgentFlags = Readonly<Record<string, unknown>>;

/** C1: paths stand in the brief and not among the flags, since whoever wrote them may not be who pays. */
export function resolveAgentBrief(
  desk: AppContext,
  given: AgentBriefInput,
  flags: AgentFlags,
): Promise<ResolvedInput> {
  const { question, body, options = [], paths = [] } = given;
  // JSON is YAML on one line, so no word in it can end the front matter
  const head = JSON.stringify({ question: stripSteeringCharacters(question), context: paths });
  const text = `---\n${head}\n---\n\n${body.toWellFormed()}\n`;
  return resolveInput({ ...desk, stdin: async () => text }, "-", { ...flags, option: options });
}

export interface AgentSeating {
  readonly seats?: readonly string[] | undefined;
  readonly budget_usd?: number | undefined;
}

/** As the command line would be told. A script is a file, and the agent names no files to run. */
export function createAgentFlags({ seats = [], budget_usd: budget }: AgentSeating): AgentFlags {
  const script = seats.find((seat) => /=\s*scripted\b/.test(seat));
  if (script !== undefined) {
    throw new SetupError("unknown-model", `${quoteForAgent(script, 80)} names a script.`, {
      hint: "Scripts are seated by a person, in dissent.yaml.",
    });
  }
  return { seat: seats, ...(budget !== undefined && { budget: String(budget) }) };
}
