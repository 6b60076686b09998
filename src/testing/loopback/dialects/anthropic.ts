/** Anthropic's messages. */
import type { Json } from "../../../domain/json.ts";
import type { Asked, Dialect, Frame, Said } from "../dialect.ts";
import {
  fields,
  jsonOf,
  keyIn,
  numberOf,
  replyToolAmong,
  rows,
  spoken,
  textOf,
} from "../reading.ts";

export const anthropic: Dialect = {
  read({ headers, body }): Asked {
    const messages = rows(body["messages"]);
    const parts = messages.flatMap(({ content }) => rows(content));
    const tools = rows(body["tools"]);
    const names = tools.map(({ name }) => textOf(name));
    const forced = ["any", "tool"].includes(textOf(fields(body["tool_choice"])["type"]));
    const replyTool = replyToolAmong(names, forced);
    const format = fields(fields(body["output_config"])["format"]);
    return {
      dialect: "anthropic",
      model: textOf(body["model"]),
      key: keyIn({ headers }),
      headers,
      system: spoken(body["system"]),
      prompt: messages
        .filter(({ role }) => role === "user")
        .map(({ content }) => spoken(content))
        .join("\n"),
      schema:
        jsonOf(format["schema"]) ??
        jsonOf(tools.find(({ name }) => name === replyTool)?.["input_schema"]),
      tools: names,
      replyTool,
      toolResults: parts.filter(({ type }) => type === "tool_result").length,
      maxOutputTokens: numberOf(body["max_tokens"]),
      stream: body["stream"] === true,
    };
  },

  whole: (said) => ({
    id: "msg_loopback",
    type: "message",
    role: "assistant",
    model: said.model,
    content: blocks(said),
    stop_reason: STOPS[said.stop],
    stop_sequence: null,
    usage: usage(said),
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
      usage: { ...usage(said), output_tokens: 1 },
    };
    return [
      frame("message_start", { message }),
      ...(said.thinking === "" ? [] : thinkingFrames(said)),
      ...(said.text === ""
        ? []
        : [frame("content_block_start", { index: 1, content_block: { type: "text", text: "" } })]),
    ];
  },

  delta: (text) => frame("content_block_delta", { index: 1, delta: { type: "text_delta", text } }),

  closing: (said) => [
    ...(said.text === "" ? [] : [frame("content_block_stop", { index: 1 })]),
    ...toolFrames(said),
    frame("message_delta", {
      delta: { stop_reason: STOPS[said.stop], stop_sequence: null },
      usage: usage(said),
    }),
    frame("message_stop", {}),
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

function frame(type: string, rest: Readonly<Record<string, Json>>): Frame {
  return { event: type, data: { type, ...rest } };
}

function blocks({ thinking, text, tool }: Said): Json[] {
  return [
    ...(thinking === "" ? [] : [{ type: "thinking", thinking, signature: SIGNATURE }]),
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...(tool ? [{ type: "tool_use", id: TOOL_ID, name: tool.name, input: tool.arguments }] : []),
  ];
}

const SIGNATURE = "bG9vcGJhY2s=";
const TOOL_ID = "toolu_loopback";

function usage({ usage: { input, cached, output } }: Said): Record<string, Json> {
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: output,
  };
}

function thinkingFrames({ thinking }: Said): Frame[] {
  return [
    frame("content_block_start", {
      index: 0,
      content_block: { type: "thinking", thinking: "", signature: "" },
    }),
    frame("content_block_delta", { index: 0, delta: { type: "thinking_delta", thinking } }),
    frame("content_block_delta", {
      index: 0,
      delta: { type: "signature_delta", signature: SIGNATURE },
    }),
    frame("content_block_stop", { index: 0 }),
  ];
}

function toolFrames({ tool }: Said): Frame[] {
  if (!tool) return [];
  const block = { type: "tool_use", id: TOOL_ID, name: tool.name, input: {} };
  const delta = { type: "input_json_delta", partial_json: JSON.stringify(tool.arguments) };
  return [
    frame("content_block_start", { index: 2, content_block: block }),
    frame("content_block_delta", { index: 2, delta }),
    frame("content_block_stop", { index: 2 }),
  ];
}
