/** Chat completions, as introduced by OpenAI and used by most local servers and gateways. */
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

export const chatDialect: VendorDialect = {
  read({ headers, body }): LoopbackQuestion {
    const messages = readRequestRows(body["messages"]);
    const words = (roles: readonly string[]): string =>
      messages
        .filter(({ role }) => roles.includes(readRequestText(role)))
        .map(({ content }) => joinContentText(content))
        .join("\n");
    const tools = readRequestRows(body["tools"]).map((tool) => toJsonFields(tool["function"]));
    const names = tools.map(({ name }) => readRequestText(name));
    const choice = body["tool_choice"];
    const replyTool = findReplyTool(names, choice === "required" || typeof choice === "object");
    const format = toJsonFields(toJsonFields(body["response_format"])["json_schema"]);
    return {
      dialect: "chat",
      model: readRequestText(body["model"]),
      key: findRequestKey({ headers }),
      headers,
      system: words(["system", "developer"]),
      prompt: words(["user"]),
      schema:
        readRequestJson(format["schema"]) ??
        readRequestJson(tools.find(({ name }) => name === replyTool)?.["parameters"]),
      tools: names,
      replyTool,
      toolResults: messages.filter(({ role }) => role === "tool").length,
      maxOutputTokens:
        readRequestNumber(body["max_tokens"]) ?? readRequestNumber(body["max_completion_tokens"]),
      stream: body["stream"] === true,
    };
  },

  whole: (said) => ({
    id: ID,
    object: "chat.completion",
    created: 1,
    model: said.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: said.text === "" ? null : said.text,
          ...(said.thinking !== "" && { reasoning_content: said.thinking }),
          ...(said.stop === "refusal" && { refusal: "I cannot help with that." }),
          ...(said.tool && { tool_calls: [formatChatToolCall(said)] }),
        },
        finish_reason: STOPS[said.stop],
      },
    ],
    usage: formatChatUsage(said),
  }),

  opening: (said) => [
    createChatChunk({ delta: { role: "assistant", content: "" } }, said.model),
    ...(said.thinking === ""
      ? []
      : [createChatChunk({ delta: { reasoning_content: said.thinking } }, said.model)]),
  ],

  delta: (text, said) => createChatChunk({ delta: { content: text } }, said.model),

  closing: (said) => [
    ...(said.tool
      ? [
          createChatChunk(
            { delta: { tool_calls: [{ index: 0, ...formatChatToolCall(said) }] } },
            said.model,
          ),
        ]
      : []),
    createChatChunk({ delta: {}, finish_reason: STOPS[said.stop] }, said.model),
    { data: { ...HEAD, model: said.model, choices: [], usage: formatChatUsage(said) } },
    { data: "[DONE]" },
  ],

  fault: (status, message) => ({
    error: {
      message,
      type: status === 429 ? "rate_limit_error" : "invalid_request_error",
      param: null,
      code: status === 401 ? "invalid_api_key" : String(status),
    },
  }),
};

const ID = "chatcmpl-loopback";
const HEAD = { id: ID, object: "chat.completion.chunk", created: 1 };

const STOPS = { end: "stop", length: "length", tool: "tool_calls", refusal: "content_filter" };

function createChatChunk(choice: Readonly<Record<string, Json>>, model: string): StreamFrame {
  return { data: { ...HEAD, model, choices: [{ index: 0, finish_reason: null, ...choice }] } };
}

function formatChatToolCall({ tool }: LoopbackAnswer): Record<string, Json> {
  return {
    id: "call_loopback",
    type: "function",
    function: { name: tool?.name ?? "", arguments: JSON.stringify(tool?.arguments ?? {}) },
  };
}

function formatChatUsage({ usage: { input, cached, output } }: LoopbackAnswer): Json {
  return {
    prompt_tokens: input,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens: output,
    total_tokens: input + output,
  };
}
