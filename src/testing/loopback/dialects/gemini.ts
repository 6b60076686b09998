/** Google's generateContent and streamGenerateContent. */
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

export const geminiDialect: VendorDialect = {
  read({ path, headers, body }): LoopbackQuestion {
    const contents = readRequestRows(body["contents"]);
    const setting = toJsonFields(body["generationConfig"]);
    const [, model = "", verb = ""] = /\/models\/([^/:]+):(\w+)/.exec(path) ?? [];
    return {
      dialect: "gemini",
      model: decodeURIComponent(model),
      key:
        findRequestKey({ headers }) ??
        new URL(path, "http://any").searchParams.get("key") ??
        undefined,
      headers,
      system: joinContentText(toJsonFields(body["systemInstruction"])["parts"]),
      prompt: contents
        .filter(({ role }) => role !== "model")
        .map(({ parts }) => joinContentText(parts))
        .join("\n"),
      schema:
        readRequestJson(setting["responseJsonSchema"]) ??
        readRequestJson(setting["responseSchema"]),
      tools: readRequestRows(body["tools"]).flatMap((tool) =>
        readRequestRows(tool["functionDeclarations"]).map(({ name }) => readRequestText(name)),
      ),
      replyTool: undefined,
      toolResults: contents
        .flatMap(({ parts }) => readRequestRows(parts))
        .filter((part) => "functionResponse" in part).length,
      maxOutputTokens: readRequestNumber(setting["maxOutputTokens"]),
      stream: verb === "streamGenerateContent",
    };
  },

  whole: (said) => formatGeminiContent(said, formatGeminiParts(said), STOPS[said.stop]),

  opening: (said) =>
    said.thinking === ""
      ? []
      : [{ data: formatGeminiContent(said, [{ text: said.thinking, thought: true }], null) }],

  // the model is named in every chunk; readers take it from the first
  delta: (text, said): StreamFrame => ({
    data: {
      candidates: [{ index: 0, content: { role: "model", parts: [{ text }] } }],
      modelVersion: said.model,
    },
  }),

  closing: (said) => [
    {
      data: formatGeminiContent(
        said,
        formatGeminiParts({ ...said, thinking: "", text: "" }),
        STOPS[said.stop],
      ),
    },
  ],

  fault: (status, message) => ({
    error: { code: status, message, status: FAULTS[status] ?? "INTERNAL" },
  }),
};

const STOPS = { end: "STOP", length: "MAX_TOKENS", tool: "STOP", refusal: "SAFETY" };

const FAULTS: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

function formatGeminiContent(
  said: LoopbackAnswer,
  parts: Json[],
  finishReason: string | null,
): Json {
  const { input, cached, output } = said.usage;
  return {
    candidates: [
      {
        index: 0,
        content: { role: "model", parts },
        ...(finishReason !== null && { finishReason }),
      },
    ],
    usageMetadata: {
      promptTokenCount: input,
      cachedContentTokenCount: cached,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
    },
    modelVersion: said.model,
    responseId: "loopback",
  };
}

function formatGeminiParts({ thinking, text, tool }: LoopbackAnswer): Json[] {
  return [
    ...(thinking === "" ? [] : [{ text: thinking, thought: true }]),
    ...(text === "" ? [] : [{ text }]),
    ...(tool ? [{ functionCall: { name: tool.name, args: tool.arguments } }] : []),
  ];
}
