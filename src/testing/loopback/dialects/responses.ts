/** OpenAI's responses API, streamed with the events that codex waits for. */
import { type Json, toJsonFields } from "../../../domain/json.ts";
import {
  readRequestJson,
  findRequestKey,
  readRequestNumber,
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

export const responsesDialect: VendorDialect = {
  read({ headers, body }): LoopbackQuestion {
    const input = typeof body["input"] === "string" ? [] : readRequestRows(body["input"]);
    const words = (roles: readonly string[]): string =>
      input
        .filter(({ role }) => roles.includes(readRequestText(role)))
        .map(({ content }) => joinContentText(content))
        .join("\n");
    return {
      dialect: "responses",
      model: readRequestText(body["model"]),
      key: findRequestKey({ headers }),
      headers,
      system: [readRequestText(body["instructions"]), words(["system", "developer"])]
        .filter((part) => part !== "")
        .join("\n"),
      prompt: readRequestText(body["input"]) || words(["user"]),
      schema: readRequestJson(toJsonFields(toJsonFields(body["text"])["format"])["schema"]),
      tools: readRequestRows(body["tools"]).map(
        ({ name, type }) => readRequestText(name) || readRequestText(type),
      ),
      replyTool: undefined,
      toolResults: input.filter(({ type }) => readRequestText(type).endsWith("_output")).length,
      maxOutputTokens: readRequestNumber(body["max_output_tokens"]),
      stream: body["stream"] === true,
    };
  },

  whole: (said) => formatResponseBody(said, formatOutputItems(said)),

  opening(said) {
    const created = { ...formatResponseBody(said, []), status: "in_progress", usage: null };
    return [
      createResponsesFrame("response.created", { response: created }),
      ...(said.thinking === "" ? [] : createItemFrames(0, formatReasoningItem(said))),
      ...(said.text === ""
        ? []
        : [
            createResponsesFrame("response.output_item.added", {
              output_index: 1,
              item: { ...formatOutputMessage(""), status: "in_progress", content: [] },
            }),
            createResponsesFrame("response.content_part.added", {
              item_id: MESSAGE_ID,
              output_index: 1,
              content_index: 0,
              part: { type: "output_text", text: "", annotations: [] },
            }),
          ]),
    ];
  },

  delta: (text) =>
    createResponsesFrame("response.output_text.delta", {
      item_id: MESSAGE_ID,
      output_index: 1,
      content_index: 0,
      delta: text,
      logprobs: [],
    }),

  closing(said) {
    const complete = said.stop !== "length";
    return [
      ...(said.text === "" ? [] : createTextEndFrames(said)),
      ...(said.stop === "refusal" ? createRefusalFrames() : []),
      ...(said.tool ? createItemFrames(2, formatToolItem(said)) : []),
      createResponsesFrame(complete ? "response.completed" : "response.incomplete", {
        response: formatResponseBody(said, formatOutputItems(said)),
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

function createResponsesFrame(type: string, rest: Readonly<Record<string, Json>>): StreamFrame {
  return { event: type, data: { type, ...rest } };
}

function formatResponseBody(said: LoopbackAnswer, output: Json[]): Record<string, Json> {
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

function formatOutputItems(said: LoopbackAnswer): Json[] {
  return [
    ...(said.thinking === "" ? [] : [formatReasoningItem(said)]),
    ...(said.text === "" ? [] : [formatOutputMessage(said.text)]),
    ...(said.stop === "refusal" ? [formatRefusalItem()] : []),
    ...(said.tool ? [formatToolItem(said)] : []),
  ];
}

function formatOutputMessage(text: string): Record<string, Json> {
  return {
    id: MESSAGE_ID,
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
  };
}

function formatRefusalItem(): Json {
  const content = [{ type: "refusal", refusal: REFUSAL }];
  return { id: MESSAGE_ID, type: "message", role: "assistant", status: "completed", content };
}

function formatReasoningItem({ thinking }: LoopbackAnswer): Json {
  return {
    id: "rs_loopback",
    type: "reasoning",
    summary: [{ type: "summary_text", text: thinking }],
  };
}

/** A tool may be in a namespace, where Codex keeps those of MCP servers: `mcp__server/tool`. */
function formatToolItem({ tool }: LoopbackAnswer): Json {
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

function createTextEndFrames({ text }: LoopbackAnswer): StreamFrame[] {
  const at = { item_id: MESSAGE_ID, output_index: 1, content_index: 0 };
  return [
    createResponsesFrame("response.output_text.done", { ...at, text, logprobs: [] }),
    createResponsesFrame("response.content_part.done", {
      ...at,
      part: { type: "output_text", text, annotations: [] },
    }),
    createResponsesFrame("response.output_item.done", {
      output_index: 1,
      item: formatOutputMessage(text),
    }),
  ];
}

function createItemFrames(output_index: number, item: Json): StreamFrame[] {
  return [
    createResponsesFrame("response.output_item.added", { output_index, item }),
    createResponsesFrame("response.output_item.done", { output_index, item }),
  ];
}

function createRefusalFrames(): StreamFrame[] {
  const at = { item_id: MESSAGE_ID, output_index: 1, content_index: 0 };
  return [
    createResponsesFrame("response.output_item.added", {
      output_index: 1,
      item: { ...formatOutputMessage(""), content: [] },
    }),
    createResponsesFrame("response.refusal.delta", { ...at, delta: REFUSAL }),
    createResponsesFrame("response.refusal.done", { ...at, refusal: REFUSAL }),
    createResponsesFrame("response.output_item.done", {
      output_index: 1,
      item: formatRefusalItem(),
    }),
  ];
}
