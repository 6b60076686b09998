/** Anthropic's messages. */
import { type Json, toJsonFields } from "../../../domain/json.ts";
import {
  readRequestJson,
  findRequestKey,
  readRequestNumber,
  findReplyTool,
  readRequestRows,
  joinContentText,
  readRequestText,
} from "../request-fields.ts";
import type {
  LoopbackQuestion,
  VendorDialect,
  StreamFrame,
  LoopbackAnswer,
} from "../vendor-dialect.ts";

export const anthropicDialect: VendorDialect = {
  read({ headers, body }): LoopbackQuestion {
    const messages = readRequestRows(body["messages"]);
    const parts = messages.flatMap(({ content }) => readRequestRows(content));
    const tools = readRequestRows(body["tools"]);
    const names = tools.map(({ name }) => readRequestText(name));
    const forced = ["any", "tool"].includes(
      readRequestText(toJsonFields(body["tool_choice"])["type"]),
    );
    const replyTool = findReplyTool(names, forced);
    const format = toJsonFields(toJsonFields(body["output_config"])["format"]);
    return {
      dialect: "anthropic",
      model: readRequestText(body["model"]),
      key: findRequestKey({ headers }),
      headers,
      system: joinContentText(body["system"]),
      prompt: messages
        .filter(({ role }) => role === "user")
        .map(({ content }) => joinContentText(content))
        .join("\n"),
      schema:
        readRequestJson(format["schema"]) ??
        readRequestJson(tools.find(({ name }) => name === replyTool)?.["input_schema"]),
      tools: names,
      replyTool,
      toolResults: parts.filter(({ type }) => type === "tool_result").length,
      maxOutputTokens: readRequestNumber(body["max_tokens"]),
      stream: body["stream"] === true,
    };
  },

  whole: (said) => ({
    id: "msg_loopback",
    type: "message",
    role: "assistant",
    model: said.model,
    content: formatAnthropicBlocks(said),
    stop_reason: STOPS[said.stop],
    stop_sequence: null,
    usage: formatAnthropicUsage(said),
  }),

  opening(said) {
    const message = {
      id: "msg_loopback",
      type: "message",
      role: "assistant",
      model: said.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...formatAnthropicUsage(said), output_tokens: 1 },
    };
    return [
      createAnthropicFrame("message_start", { message }),
      ...(said.thinking === "" ? [] : createThinkingFrames(said)),
      ...(said.text === ""
        ? []
        : [
            createAnthropicFrame("content_block_start", {
              index: 1,
              content_block: { type: "text", text: "" },
            }),
          ]),
    ];
  },

  delta: (text) =>
    createAnthropicFrame("content_block_delta", { index: 1, delta: { type: "text_delta", text } }),

  closing: (said) => [
    ...(said.text === "" ? [] : [createAnthropicFrame("content_block_stop", { index: 1 })]),
    ...createToolFrames(said),
    createAnthropicFrame("message_delta", {
      delta: { stop_reason: STOPS[said.stop], stop_sequence: null },
      usage: formatAnthropicUsage(said),
    }),
    createAnthropicFrame("message_stop", {}),
  ],

  fault: (status, message) => ({
    type: "error",
    error: { type: FAULTS[status] ?? "api_error", message },
    request_id: "req_loopback",
  }),
};

const STOPS = { end: "end_turn", length: "max_tokens", tool: "tool_use", refusal: "refusal" };

const FAULTS: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function createAnthropicFrame(type: string, rest: Readonly<Record<string, Json>>): StreamFrame {
  return { event: type, data: { type, ...rest } };
}

function formatAnthropicBlocks({ thinking, text, tool }: LoopbackAnswer): Json[] {
  return [
    ...(thinking === "" ? [] : [{ type: "thinking", thinking, signature: SIGNATURE }]),
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...(tool ? [{ type: "tool_use", id: TOOL_ID, name: tool.name, input: tool.arguments }] : []),
  ];
}

const SIGNATURE = "bG9vcGJhY2s=";
const TOOL_ID = "toolu_loopback";

function formatAnthropicUsage({
  usage: { input, cached, output },
}: LoopbackAnswer): Record<string, Json> {
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: output,
  };
}

function createThinkingFrames({ thinking }: LoopbackAnswer): StreamFrame[] {
  return [
    createAnthropicFrame("content_block_start", {
      index: 0,
      content_block: { type: "thinking", thinking: "", signature: "" },
    }),
    createAnthropicFrame("content_block_delta", {
      index: 0,
      delta: { type: "thinking_delta", thinking },
    }),
    createAnthropicFrame("content_block_delta", {
      index: 0,
      delta: { type: "signature_delta", signature: SIGNATURE },
    }),
    createAnthropicFrame("content_block_stop", { index: 0 }),
  ];
}

function createToolFrames({ tool }: LoopbackAnswer): StreamFrame[] {
  if (!tool) return [];
  const block = { type: "tool_use", id: TOOL_ID, name: tool.name, input: {} };
  const delta = { type: "input_json_delta", partial_json: JSON.stringify(tool.arguments) };
  return [
    createAnthropicFrame("content_block_start", { index: 2, content_block: block }),
    createAnthropicFrame("content_block_delta", { index: 2, delta }),
    createAnthropicFrame("content_block_stop", { index: 2 }),
  ];
}
