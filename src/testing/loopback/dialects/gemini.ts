/** Google's generateContent and streamGenerateContent. */
import type { Json } from "../../../domain/json.ts";
import type { Asked, Dialect, Frame, Said } from "../dialect.ts";
import { fields, jsonOf, keyIn, numberOf, rows, spoken, textOf } from "../reading.ts";

export const gemini: Dialect = {
  read({ path, headers, body }): Asked {
    const contents = rows(body["contents"]);
    const setting = fields(body["generationConfig"]);
    const [, model = "", verb = ""] = /\/models\/([^/:]+):(\w+)/.exec(path) ?? [];
    return {
      dialect: "gemini",
      model: decodeURIComponent(model),
      key: keyIn({ headers }) ?? new URL(path, "http://any").searchParams.get("key") ?? undefined,
      headers,
      system: spoken(fields(body["systemInstruction"])["parts"]),
      prompt: contents
        .filter(({ role }) => role !== "model")
        .map(({ parts }) => spoken(parts))
        .join("\n"),
      schema: jsonOf(setting["responseJsonSchema"]) ?? jsonOf(setting["responseSchema"]),
      tools: rows(body["tools"]).flatMap((tool) =>
        rows(tool["functionDeclarations"]).map(({ name }) => textOf(name)),
      ),
      replyTool: undefined,
      toolResults: contents
        .flatMap(({ parts }) => rows(parts))
        .filter((part) => "functionResponse" in part).length,
      maxOutputTokens: numberOf(setting["maxOutputTokens"]),
      stream: verb === "streamGenerateContent",
    };
  },

  whole: (said) => content(said, parts(said), STOPS[said.stop]),

  opening: (said) =>
    said.thinking === ""
      ? []
      : [{ data: content(said, [{ text: said.thinking, thought: true }], null) }],

  // the model is named in every chunk; readers take it from the first
  delta: (text, said): Frame => ({
    data: {
      candidates: [{ index: 0, content: { role: "model", parts: [{ text }] } }],
      modelVersion: said.model,
    },
  }),

  closing: (said) => [
    {
      data: content(said, parts({ ...said, thinking: "", text: "" }), STOPS[said.stop]),
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

function content(said: Said, parts: Json[], finishReason: string | null): Json {
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

function parts({ thinking, text, tool }: Said): Json[] {
  return [
    ...(thinking === "" ? [] : [{ text: thinking, thought: true }]),
    ...(text === "" ? [] : [{ text }]),
    ...(tool ? [{ functionCall: { name: tool.name, args: tool.arguments } }] : []),
  ];
}
