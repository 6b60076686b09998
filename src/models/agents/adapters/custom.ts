/** Any other agent, as the configuration describes it. */
import { join } from "node:path";

import { SetupError } from "../../../errors.ts";
import { ModelError } from "../../../model.ts";
import {
  type AgentAdapter,
  type AgentCall,
  type AgentLaunch,
  type AgentResult,
  type ProgramOutput,
  createAnsweredResult,
  createSilentResult,
} from "../agent-adapter.ts";
import { findAutoApprovals, findSelfApproval } from "../auto-approval.ts";
import { parseJsonLines, parseTrailingJson, readJsonPath } from "../printed-json.ts";

export interface CustomAgentConfig {
  /** The part before the slash of a reference. */
  readonly name: string;
  readonly command: string;
  /** `{model}`, `{prompt}` and `{file}` are filled in. */
  readonly args: readonly string[];
  readonly prompt: "stdin" | "file" | "argument";
  readonly answer: "text" | "json" | "jsonl";
  /** Where the answer is in the JSON, such as `result` or `item.text where item.type=agent_message`. */
  readonly answerPath?: string | undefined;
  /** Where it says which model answered: a path like the answer's, or `/expression/` with a group, on all it printed. */
  readonly modelAt?: string | undefined;
  /** Variables that the configuration gives it. */
  readonly variables?: readonly string[];
  /** The variable that tells it another address. */
  readonly endpointEnv?: string | undefined;
  readonly family?: string | undefined;
  readonly unsafe: boolean;
}

export function createCustomAdapter(agent: CustomAgentConfig): AgentAdapter {
  const { name, command, endpointEnv, family } = agent;
  const unsafe = explainUnsafeAgent(agent);
  const place = readAnswerPath(agent);
  const readModel = createModelReader(agent);
  const login = `agents.${name}.login: subscription`;
  return {
    name,
    binary: command,
    install: `Check agents.${name}.command.`,
    entry: {
      subscription: `Log in with ${command} itself.`,
      key: `Give it its key with agents.${name}.env, or let it use its own login: ${login}.`,
    },
    ...(unsafe !== undefined && { unsafe }),
    family: () => family,
    keys: () => [],
    auto: () => "key",
    passes: { key: [], subscription: [] },
    hosts: () => [`unknown (${name} decides)`],
    launch: (call) => ({
      ...createCustomLaunch(agent, call),
      env: {
        ...(call.server !== undefined &&
          endpointEnv !== undefined && { [endpointEnv]: call.server }),
      },
    }),
    read: (printed) => readCustomAnswer(agent, { place, readModel }, printed),
  };
}

/** Why it is shown as unsafe. A command line that approves by itself is refused before anything runs. */
function explainUnsafeAgent({
  name,
  command,
  args,
  variables,
  unsafe,
}: CustomAgentConfig): string | undefined {
  const found = [...findSelfApproval(command, args), ...findAutoApprovals(args, variables)];
  if (found.length > 0 && !unsafe) {
    throw new SetupError(
      "bad-config",
      `agents.${name} lets the agent act without asking: ${found.join(", ")}.`,
      { hint: `Take it out, or say agents.${name}.unsafe: true, which every result will show.` },
    );
  }
  if (!unsafe) return undefined;
  const how = found.length > 0 ? `: ${found.join(", ")}` : "";
  return `${name} may run commands and change files${how}`;
}

function readAnswerPath({ name, answer, answerPath }: CustomAgentConfig): AnswerPath | undefined {
  if (answer === "text") return undefined;
  const place = parseAnswerPath(answerPath ?? "");
  if (place) return place;
  throw new SetupError(
    "bad-config",
    `agents.${name}.answerPath does not say where the answer is.`,
    {
      hint: "Write a path such as result, or item.text where item.type=agent_message.",
    },
  );
}

// a single argument of 128 KiB stops a program from starting
const LARGEST_ARGUMENT = 100_000;

function createCustomLaunch(
  { name, args, prompt: way }: CustomAgentConfig,
  call: AgentCall,
): AgentLaunch {
  const { prompt, modelId, folder } = call;
  if (way === "argument" && Buffer.byteLength(prompt) > LARGEST_ARGUMENT) {
    const size = Math.ceil(Buffer.byteLength(prompt) / 1000);
    throw new ModelError(
      "unavailable",
      `${name} was not asked: a prompt of ${size} kB is too long for an argument. Set agents.${name}.prompt to stdin or file.`,
    );
  }
  const file = join(folder, "prompt.md");
  const fill: Readonly<Record<string, string>> = {
    "{model}": resolveCustomModelId(name, args, modelId),
    "{file}": file,
    "{prompt}": prompt,
  };
  const mark = way === "file" ? "{file}" : way === "argument" ? "{prompt}" : undefined;
  const isMarked = mark === undefined || args.some((argument) => argument.includes(mark));
  return {
    // in one pass: what is filled in is not looked through again
    args: [...args, ...(isMarked ? [] : [mark])].map((argument) =>
      argument.replaceAll(/\{(?:model|file|prompt)\}/g, (found) => fill[found] ?? found),
    ),
    ...(way !== "stdin" && { stdin: "" }),
    ...(way === "file" && { files: { "prompt.md": prompt } }),
  };
}

function resolveCustomModelId(
  name: string,
  args: readonly string[],
  modelId: string | null,
): string {
  if (modelId !== null) return modelId;
  if (!args.some((argument) => argument.includes("{model}"))) return "";
  throw new ModelError(
    "unavailable",
    `${name} was not asked: its command wants a model. Write ${name}/<model>, or set agents.${name}.model.`,
  );
}

function readCustomAnswer(
  { answer }: CustomAgentConfig,
  { place, readModel }: { place: AnswerPath | undefined; readModel: ModelReader },
  printed: ProgramOutput,
): AgentResult {
  const { code, stdout } = printed;
  if (code !== 0) return createSilentResult(code);
  const text = place ? findAnswerText(parsePrintedValues(answer, stdout), place) : stdout.trim();
  if (text === undefined || text === "") return createSilentResult(code);
  // the command may be an interpreter, whose version says nothing
  return createAnsweredResult({ text, version: null, model: readModel(printed) });
}

function parsePrintedValues(
  answer: CustomAgentConfig["answer"],
  stdout: string,
): readonly unknown[] {
  return answer === "json" ? [parseTrailingJson(stdout)] : parseJsonLines(stdout);
}

type ModelReader = (printed: ProgramOutput) => string | undefined;

function createModelReader({ name, answer, modelAt }: CustomAgentConfig): ModelReader {
  if (modelAt === undefined) return () => undefined;
  const [, expression] = /^\/(.+)\/$/s.exec(modelAt) ?? [];
  if (expression !== undefined) {
    const pattern = compileModelPattern(name, expression);
    return ({ stdout, stderr }) =>
      [...`${stderr}\n${stdout}`.matchAll(pattern)].map(([, found]) => found).at(-1);
  }
  const place = answer === "text" ? undefined : parseAnswerPath(modelAt);
  if (!place) throw createModelPlaceError(name);
  return ({ stdout }) => findAnswerText(parsePrintedValues(answer, stdout), place);
}

function compileModelPattern(name: string, expression: string): RegExp {
  try {
    return new RegExp(expression, "g");
  } catch (cause) {
    throw createModelPlaceError(name, cause);
  }
}

function createModelPlaceError(name: string, cause?: unknown): SetupError {
  const message = `agents.${name}.modelAt does not say where the model's name is.`;
  return new SetupError("bad-config", message, {
    hint: 'Write a path in its JSON such as model where type=system, or an expression such as /model: "(.+?)"/.',
    cause,
  });
}

// Where in an agent's JSON its answer is: `item.text where item.type=agent_message`.

interface AnswerPath {
  readonly path: string;
  /** All of them must be true of the object. */
  readonly where: readonly (readonly [path: string, value: string])[];
}

/** Undefined where it is not written like that. */
export function parseAnswerPath(text: string): AnswerPath | undefined {
  const [, path, conditions] = /^\s*([^\s=]+)(?:\s+where\s+(.+?))?\s*$/i.exec(text) ?? [];
  if (path === undefined || !PATH.test(path)) return undefined;
  const where = (conditions === undefined ? [] : conditions.split(/\s+and\s+/i)).map(
    (condition): readonly [string, string] | undefined => {
      const [, name, value] = /^(\S+?)\s*=\s*(.+)$/.exec(condition) ?? [];
      return name !== undefined && value !== undefined && PATH.test(name)
        ? [name, value.replace(/^"(.*)"$/, "$1")]
        : undefined;
    },
  );
  return where.includes(undefined)
    ? undefined
    : { path, where: where.filter((one) => one !== undefined) };
}

const PATH = /^[^\s.=]+(?:\.[^\s.=]+)*$/;

/** The text at the place in the last value that has one; an object there is given as JSON. */
export function findAnswerText(
  values: readonly unknown[],
  { path, where }: AnswerPath,
): string | undefined {
  return values
    .filter((value) =>
      where.every(([name, wanted]) => String(readJsonPath(value, name)) === wanted),
    )
    .map((value) => stringifyAnswerValue(readJsonPath(value, path)))
    .findLast((text) => text !== undefined);
}

function stringifyAnswerValue(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : undefined;
}
