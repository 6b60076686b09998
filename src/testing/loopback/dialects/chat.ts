/** Chat completions, as OpenAI began them and most local servers and gateways speak them. */
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

export const chat: Dialect = {
  read({ headers, body }): Asked {
    const messages = rows(body["messages"]);
    const words = (roles: readonly string[]): string =>
      messages
        .filter(({ role }) => roles.includes(textOf(role)))
        .map(({ content }) => spoken(content))
        .join("\n");
    const tools = rows(body["tools"]).map((tool) => fields(tool["function"]));
    const names = tools.map(({ name }) => textOf(name));
    const choice = body["tool_choice"];
    const replyTool = replyToolAmong(names, choice === "required" || typeof choice === "object");
    const format = fields(fields(body["response_format"])["json_schema"]);
    return {
      dialect: "chat",
      model: textOf(body["model"]),
      key: keyIn({ headers }),
      headers,
      system: words(["system", "developer"]),
      prompt: words(["user"]),
      schema:
        jsonOf(format["schema"]) ??
        jsonOf(tools.find(({ name }) => name === replyTool)?.["parameters"]),
      tools: names,
      replyTool,
      toolResults: messages.filter(({ role }) => role === "tool").length,
      maxOutputTokens: numberOf(body["max_tokens"]) ?? numberOf(body["max_completion_tokens"]),
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
          ...(said.tool && { tool_calls: [toolCall(said)] }),
        },
        finish_reason: STOPS[said.stop],
      },
    ],
    usage: usage(said),
  }),

  opening: (said) => [
    chunk({ delta: { role: "assistant", content: "" } }, said.model),
    ...(said.thinking === ""
      ? []
      : [chunk({ delta: { reasoning_content: said.thinking } }, said.model)]),
  ],

  delta: (text, said) => chunk({ delta: { content: text } }, said.model),

  closing: (said) => [
    ...(said.tool
      ? [chunk({ delta: { tool_calls: [{ index: 0, ...toolCall(said) }] } }, said.model)]
      : []),
    chunk({ delta: {}, finish_reason: STOPS[said.stop] }, said.model),
    { data: { ...HEAD, model: said.model, choices: [], usage: usage(said) } },
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

function chunk(choice: Readonly<Record<string, Json>>, model: string): Frame {
  return { data: { ...HEAD, model, choices: [{ index: 0, finish_reason: null, ...choice }] } };
}

function toolCall({ tool }: Said): Record<string, Json> {
  return {
    id: "call_loopback",
    type: "function",
    function: { name: tool?.name ?? "", arguments: JSON.stringify(tool?.arguments ?? {}) },
  };
}

function usage({ usage: { input, cached, output } }: Said): Json {
  return {
    prompt_tokens: input,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens: output,
    total_tokens: input + output,
  };
}
