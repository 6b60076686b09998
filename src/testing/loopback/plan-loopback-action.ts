/** Turns a question and a behaviour into what is sent back. */
import type { Json } from "../../domain/json.ts";
import {
  LITTLE_ROOM,
  type LoopbackFailure,
  type LoopbackManner,
  type LoopbackScript,
  findLoopbackAnswer,
  findLoopbackBehaviour,
  parseBehaviourName,
} from "./loopback-script.ts";
import { createSchemaSample } from "./schema-sample.ts";
import { createShapeSample } from "./shape-sample.ts";
import type { LoopbackAnswer, LoopbackQuestion, ToolCall } from "./vendor-dialect.ts";

export type LoopbackAction =
  | { readonly type: "say"; readonly said: LoopbackAnswer; readonly pace?: StreamPace }
  | {
      readonly type: "fail";
      readonly status: number;
      readonly message: string;
      readonly retryAfter?: string;
    }
  | {
      readonly type: "raw";
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
    }
  | { readonly type: "stall" | "cut" | "flood"; readonly said: LoopbackAnswer }
  | { readonly type: "hang" | "reset" };

export interface StreamPace {
  readonly pieces: number;
  readonly everyMs: number;
}

/** What the loopback remembers between questions. */
export interface LoopbackMemory {
  /** Questions that were failed on purpose once, and wait to be put again. */
  readonly failed: { readonly name: string; readonly prompt: string }[];
  /** How often each scripted answer was given. */
  readonly given: Map<string, number>;
}

interface LoopbackScene {
  readonly script: LoopbackScript;
  readonly asked: LoopbackQuestion;
  readonly memory: LoopbackMemory;
}

export function planLoopbackAction(scene: LoopbackScene, path: string): LoopbackAction {
  const behaviour = findLoopbackBehaviour(scene.script, scene.asked, path);
  if (typeof behaviour === "string") return planNamedAction(scene, behaviour);
  if ("status" in behaviour) return createFailureAction(scene, behaviour);
  if ("tool" in behaviour)
    return createToolAction(scene, { name: behaviour.tool, arguments: behaviour.arguments });
  if ("reply" in behaviour) {
    return planMannerAction(scene, behaviour.manner ?? "ok", JSON.stringify(behaviour.reply));
  }
  const said = createLoopbackAnswer(scene, { text: behaviour.say });
  return "pieces" in behaviour ? { type: "say", said, pace: behaviour } : { type: "say", said };
}

function planNamedAction(scene: LoopbackScene, name: string): LoopbackAction {
  const named = parseBehaviourName(name);
  if (!named) {
    return { type: "fail", status: 400, message: `The loopback knows no behaviour "${name}".` };
  }
  const does = named.once && consumeEarlierFailure(scene, name) ? "ok" : named.does;
  return typeof does === "number"
    ? createFailureAction(scene, { status: does })
    : planMannerAction(scene, does, renderLoopbackReply(scene));
}

/** The same question again, perhaps with a request for repair behind it. */
function consumeEarlierFailure(
  { asked, memory: { failed } }: LoopbackScene,
  name: string,
): boolean {
  const lines = new Set(asked.prompt.split("\n"));
  const at = failed.findIndex(
    (one) => one.name === name && one.prompt.split("\n").every((line) => lines.has(line)),
  );
  if (at === -1) failed.push({ name, prompt: asked.prompt });
  else failed.splice(at, 1);
  return at !== -1;
}

function renderLoopbackReply({ script, asked, memory }: LoopbackScene): string {
  const answer = findLoopbackAnswer(script, asked, memory.given);
  if (typeof answer === "string") return answer;
  if (answer !== undefined) return JSON.stringify(answer);
  const made =
    asked.schema === undefined ? createShapeSample(asked.prompt) : createSchemaSample(asked.schema);
  return made === undefined ? NOT_TOLD : JSON.stringify(made);
}

/** K21: what a model says that was not told which reply is wanted. */
const NOT_TOLD = "Which reply do you want?";

function planMannerAction(
  scene: LoopbackScene,
  manner: LoopbackManner,
  reply: string,
): LoopbackAction {
  const say = (part: Partial<LoopbackAnswer>): LoopbackAction => ({
    type: "say",
    said: createLoopbackAnswer(scene, part),
  });
  switch (manner) {
    case "ok":
      return createGoodAnswer(scene, reply);
    case "hang":
    case "reset":
      return { type: manner };
    case "stall":
    case "cut":
    case "flood":
      return {
        type: manner,
        said: createLoopbackAnswer(scene, { text: reply.length > 1 ? reply : "so far" }),
      };
    case "html":
      return { type: "raw", status: 200, contentType: "text/html", body: PAGE };
    case "tool-call":
      return createToolAction(
        scene,
        scene.script.tool ?? { name: scene.asked.tools[0] ?? "none", arguments: {} },
      );
    case "thinking-only":
      return say({ thinking: "I think about it, and say nothing." });
    case "refusal":
      return say({ stop: "refusal" });
    case "empty":
      return say({});
    case "needs-room":
      return (scene.asked.maxOutputTokens ?? Number.POSITIVE_INFINITY) < LITTLE_ROOM
        ? say(halveReply(reply))
        : createGoodAnswer(scene, reply);
    case "truncated":
      return say(halveReply(reply));
    case "echo":
      return say({ text: scene.asked.prompt });
    default:
      return say({ text: wrapLoopbackReply(manner, reply) });
  }
}

function wrapLoopbackReply(
  manner: "fenced" | "embedded" | "array" | "thinking-tags" | "prose" | "garbage" | "invalid",
  reply: string,
): string {
  switch (manner) {
    case "fenced":
      return `\`\`\`json\n${reply}\n\`\`\``;
    case "embedded":
      return `Here is my answer:\n\n\`\`\`json\n${reply}\n\`\`\`\n\nI hope that it helps.`;
    case "array":
      return `[${reply}]`;
    case "thinking-tags":
      return `<think>{"draft": true} is not good enough.</think>\n${reply}`;
    case "prose":
      return "On balance I would go with the second option, because it is easier to undo.";
    case "garbage":
      return '\u001b]0;owned\u0007\u001b[2J{"a":[}\u0000<script>\ufffd\u202e';
    default:
      return '{"unexpected":true}';
  }
}

const PAGE =
  "<!doctype html><html><head><title>Sign in</title></head><body>Sign in</body></html>\n";

function halveReply(reply: string): Partial<LoopbackAnswer> {
  return { text: reply.slice(0, Math.max(1, Math.floor(reply.length / 2))), stop: "length" };
}

/** As a good model would: by the tool that represents the reply, if there is one. */
function createGoodAnswer(scene: LoopbackScene, reply: string): LoopbackAction {
  const { replyTool, toolResults } = scene.asked;
  const value = replyTool === undefined || toolResults > 0 ? undefined : parseJsonObject(reply);
  if (replyTool === undefined || value === undefined) {
    return { type: "say", said: createLoopbackAnswer(scene, { text: reply }) };
  }
  return createToolAction(scene, { name: replyTool, arguments: value });
}

function parseJsonObject(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    // words, not JSON
    return undefined;
  }
}

/** Once: a conversation that contains its result is ended with words; otherwise it would never end. */
function createToolAction(scene: LoopbackScene, tool: ToolCall): LoopbackAction {
  const said = createLoopbackAnswer(
    scene,
    scene.asked.toolResults > 0 ? { text: "The tool has answered." } : { tool, stop: "tool" },
  );
  return { type: "say", said };
}

function createLoopbackAnswer(
  { script, asked }: LoopbackScene,
  part: Partial<LoopbackAnswer>,
): LoopbackAnswer {
  const input = estimateTextTokens(asked.system) + estimateTextTokens(asked.prompt);
  const { thinking = "", text = "", tool, stop = "end" } = part;
  const output =
    estimateTextTokens(thinking) +
    estimateTextTokens(text) +
    (tool ? estimateTextTokens(JSON.stringify(tool)) : 0);
  const cached = Math.floor(input * (script.cachedShare ?? 0));
  return {
    thinking,
    text,
    tool,
    stop,
    model: script.serves ?? asked.model,
    usage: { input, cached, output },
  };
}

const estimateTextTokens = (text: string): number => Math.ceil(text.length / 4);

function createFailureAction(
  { script, asked }: LoopbackScene,
  { status, body, retryAfter = script.retryAfter ?? "1" }: LoopbackFailure,
): LoopbackAction {
  if (body !== undefined) return { type: "raw", status, contentType: "application/json", body };
  // vendors repeat the key they were given; anything that shows their words must remove it
  const message =
    status === 401
      ? `Incorrect API key provided: ${asked.key ?? "none"}.`
      : `The loopback was told to answer ${status}.`;
  return { type: "fail", status, message, ...(status === 429 && { retryAfter }) };
}
