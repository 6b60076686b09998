/** OpenAI's responses, streamed with the events that codex waits for. */
import type { Json } from "../../../domain/json.ts";
import type { Asked, Dialect, Frame, Said } from "../dialect.ts";
import { fields, jsonOf, keyIn, numberOf, rows, spoken, textOf } from "../reading.ts";

export const responses: Dialect = {
  read({ headers, body }): Asked {
    const input = typeof body["input"] === "string" ? [] : rows(body["input"]);
    const words = (roles: readonly string[]): string =>
      input
        .filter(({ role }) => roles.includes(textOf(role)))
        .map(({ content }) => spoken(content))
        .join("\n");
    return {
      dialect: "responses",
      model: textOf(body["model"]),
      key: keyIn({ headers }),
      headers,
      system: [textOf(body["instructions"]), words(["system", "developer"])]
        .filter((part) => part !== "")
        .join("\n"),
      prompt: textOf(body["input"]) || words(["user"]),
      schema: jsonOf(fields(fields(body["text"])["format"])["schema"]),
      tools: rows(body["tools"]).map(({ name, type }) => textOf(name) || textOf(type)),
      replyTool: undefined,
      toolResults: input.filter(({ type }) => textOf(type).endsWith("_output")).length,
      maxOutputTokens: numberOf(body["max_output_tokens"]),
      stream: body["stream"] === true,
    };
  },

  whole: (said) => response(said, items(said)),

  opening(said) {
    const created = { ...response(said, []), status: "in_progress", usage: null };
    return [
      frame("response.created", { response: created }),
      ...(said.thinking === "" ? [] : itemFrames(0, thought(said))),
      ...(said.text === ""
        ? []
        : [
            frame("response.output_item.added", {
              output_index: 1,
              item: { ...message(""), status: "in_progress", content: [] },
            }),
            frame("response.content_part.added", {
              item_id: MESSAGE_ID,
              output_index: 1,
              content_index: 0,
              part: { type: "output_text", text: "", annotations: [] },
            }),
          ]),
    ];
  },

  delta: (text) =>
    frame("response.output_text.delta", {
      item_id: MESSAGE_ID,
      output_index: 1,
      content_index: 0,
      delta: text,
      logprobs: [],
    }),

  closing(said) {
    const complete = said.stop !== "length";
    return [
      ...(said.text === "" ? [] : textEnd(said)),
      ...(said.stop === "refusal" ? refusalFrames() : []),
      ...(said.tool ? itemFrames(2, toolItem(said)) : []),
      frame(complete ? "response.completed" : "response.incomplete", {
        response: response(said, items(said)),
      }),
    ];
  },

  fault: (status, message) => ({
    error: {
      message,
      type: status === 429 ? "rate_limit_exceeded" : "invalid_request_error",
      param: null,
      code: status === 401 ? "invalid_api_key" : String(status),
    },
  }),
};

const REFUSAL = "I cannot help with that.";
const MESSAGE_ID = "msg_loopback";

function frame(type: string, rest: Readonly<Record<string, Json>>): Frame {
  return { event: type, data: { type, ...rest } };
}

function response(said: Said, output: Json[]): Record<string, Json> {
  const { input, cached, output: spoken } = said.usage;
  const complete = said.stop !== "length";
  return {
    id: "resp_loopback",
    object: "response",
    created_at: 1,
    model: said.model,
    status: complete ? "completed" : "incomplete",
    error: null,
    incomplete_details: complete ? null : { reason: "max_output_tokens" },
    output,
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: spoken,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + spoken,
    },
  };
}

function items(said: Said): Json[] {
  return [
    ...(said.thinking === "" ? [] : [thought(said)]),
    ...(said.text === "" ? [] : [message(said.text)]),
    ...(said.stop === "refusal" ? [refusal()] : []),
    ...(said.tool ? [toolItem(said)] : []),
  ];
}

function message(text: string): Record<string, Json> {
  return {
    id: MESSAGE_ID,
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
  };
}

function refusal(): Json {
  const content = [{ type: "refusal", refusal: REFUSAL }];
  return { id: MESSAGE_ID, type: "message", role: "assistant", status: "completed", content };
}

function thought({ thinking }: Said): Json {
  return {
    id: "rs_loopback",
    type: "reasoning",
    summary: [{ type: "summary_text", text: thinking }],
  };
}

/** A tool may be in a namespace, where Codex keeps those of MCP servers: `mcp__server/tool`. */
function toolItem({ tool }: Said): Json {
  const [name = "", namespace] = (tool?.name ?? "").split("/").toReversed();
  return {
    id: "fc_loopback",
    type: "function_call",
    status: "completed",
    call_id: "call_loopback",
    name,
    ...(namespace === undefined ? {} : { namespace }),
    arguments: JSON.stringify(tool?.arguments ?? {}),
  };
}

function textEnd({ text }: Said): Frame[] {
  const at = { item_id: MESSAGE_ID, output_index: 1, content_index: 0 };
  return [
    frame("response.output_text.done", { ...at, text, logprobs: [] }),
    frame("response.content_part.done", {
      ...at,
      part: { type: "output_text", text, annotations: [] },
    }),
    frame("response.output_item.done", { output_index: 1, item: message(text) }),
  ];
}

function itemFrames(output_index: number, item: Json): Frame[] {
  return [
    frame("response.output_item.added", { output_index, item }),
    frame("response.output_item.done", { output_index, item }),
  ];
}

function refusalFrames(): Frame[] {
  const at = { item_id: MESSAGE_ID, output_index: 1, content_index: 0 };
  return [
    frame("response.output_item.added", { output_index: 1, item: { ...message(""), content: [] } }),
    frame("response.refusal.delta", { ...at, delta: REFUSAL }),
    frame("response.refusal.done", { ...at, refusal: REFUSAL }),
    frame("response.output_item.done", { output_index: 1, item: refusal() }),
  ];
}
