/** The smallest question that shows that a model can be reached, understands, and answers in JSON. */
import type { Json } from "../domain/json.ts";
import { parseReply } from "../kernel/replies/parse-reply.ts";
import type { ModelRequest } from "../model.ts";

export const READY_REPLY: Json = { ready: true };

const SCHEMA: Json = {
  type: "object",
  properties: { ready: { type: "boolean" } },
  required: ["ready"],
  additionalProperties: false,
};

/** Words after the question are for tests that want a long one. */
export function createReadyRequest(
  reference: string,
  { key = "doctor/ready", more = "" } = {},
): ModelRequest {
  const text = [
    "This is a test of the connection.",
    `Reply with the JSON object ${JSON.stringify(READY_REPLY)} and nothing else.`,
    more,
  ];
  return {
    prompt: [{ shared: false, text: text.filter((part) => part !== "").join("\n") }],
    schema: () => SCHEMA,
    promptInput: { kind: "ready" },
    participant: {
      id: "doctor",
      name: "Doctor",
      role: "doctor",
      stance: null,
      model: reference,
      mark: "D",
    },
    attempt: 1,
    key,
  };
}

/** Whether a reply is the one that was asked for, read as every reply is. */
export function isReadyReply(text: string): boolean {
  const reading = parseReply(text);
  return (
    reading.found &&
    typeof reading.value === "object" &&
    reading.value !== null &&
    "ready" in reading.value &&
    reading.value["ready"] === true
  );
}
