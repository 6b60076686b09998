/** Any other agent, as the configuration describes it. */
import { join } from "node:path";

import { SetupError } from "../../../errors.ts";
import { ModelError } from "../../../model.ts";
import type { Adapter, AgentCall, Launch, Printed, Understood } from "../adapter.ts";
import { parsePlace, type Place, textIn } from "../answer-place.ts";
import { autoApprovals } from "../auto-approval.ts";
import { jsonIn, jsonLines } from "../reading.ts";
import { answered, silent } from "../understood.ts";

export interface CustomAgent {
  /** What stands before the slash of a reference. */
  readonly name: string;
  readonly command: string;
  /** `{model}`, `{prompt}` and `{file}` are filled in. */
  readonly args: readonly string[];
  readonly prompt: "stdin" | "file" | "argument";
  readonly answer: "text" | "json" | "jsonl";
  /** Where the answer stands in JSON, such as `result` or `item.text where item.type=agent_message`. */
  readonly answerPath?: string | undefined;
  /** Variables that the configuration gives it. */
  readonly variables?: readonly string[];
  /** The variable that tells it another address. */
  readonly endpointEnv?: string | undefined;
  readonly family?: string | undefined;
  readonly unsafe: boolean;
}

export function customAgent(agent: CustomAgent): Adapter {
  const { name, command, endpointEnv, family } = agent;
  const unsafe = unsafeBecause(agent);
  const place = placeOf(agent);
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
      ...launched(agent, call),
      env: {
        ...(call.server !== undefined &&
          endpointEnv !== undefined && { [endpointEnv]: call.server }),
      },
    }),
    read: (printed) => read(agent, place, printed),
  };
}

/** Why it is shown as unsafe. A command line that approves by itself is refused before anything runs. */
function unsafeBecause({ name, args, variables, unsafe }: CustomAgent): string | undefined {
  const found = autoApprovals(args, variables);
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

function placeOf({ name, answer, answerPath }: CustomAgent): Place | undefined {
  if (answer === "text") return undefined;
  const place = parsePlace(answerPath ?? "");
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

function launched({ name, args, prompt: way }: CustomAgent, call: AgentCall): Launch {
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
    "{model}": modelOf(name, args, modelId),
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

function modelOf(name: string, args: readonly string[], modelId: string | null): string {
  if (modelId !== null) return modelId;
  if (!args.some((argument) => argument.includes("{model}"))) return "";
  throw new ModelError(
    "unavailable",
    `${name} was not asked: its command wants a model. Write ${name}/<model>, or set agents.${name}.model.`,
  );
}

function read({ answer }: CustomAgent, place: Place | undefined, printed: Printed): Understood {
  const { code, stdout } = printed;
  if (code !== 0) return silent(code);
  const text = place
    ? textIn(answer === "json" ? [jsonIn(stdout)] : jsonLines(stdout), place)
    : stdout.trim();
  if (text === undefined || text === "") return silent(code);
  // the command may be an interpreter, whose version says nothing
  return answered({ text, version: null });
}
