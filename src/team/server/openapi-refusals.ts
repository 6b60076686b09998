/** What each route of the OpenAPI document can be refused with. */
import type { Route } from "../../server/route.ts";

export type Json = Readonly<Record<string, unknown>>;

const AS_JSON = {
  "application/json": { schema: { $ref: "#/components/schemas/ErrorAnswer" } },
};

/** Seconds after which to try again. */
const RETRY_AFTER = {
  "Retry-After": {
    description: "Seconds after which to try again.",
    schema: { type: "integer", minimum: 1 },
  },
};

/** By the names that operations refer to them with. */
export const REFUSALS = {
  BadRequest: {
    description: "The query or the body is wrong; the message says where.",
    content: AS_JSON,
  },
  NoToken: { description: "There is no token, or nobody knows it.", content: AS_JSON },
  Forbidden: {
    description: "The token lacks the scope, or the request comes from another page.",
    content: AS_JSON,
  },
  NotFound: { description: "There is nothing with that id.", content: AS_JSON },
  Conflict: {
    description: "The debate is in another state, or someone else is holding it.",
    content: AS_JSON,
  },
  TooLarge: { description: "The body is too large.", content: AS_JSON },
  NotJson: { description: "The body is not JSON.", content: AS_JSON },
  WrongHost: { description: "The server does not answer under this host name.", content: AS_JSON },
  TooMany: {
    description: "Too many requests or streams for now.",
    headers: RETRY_AFTER,
    content: AS_JSON,
  },
  Other: { description: "Refused for another reason, or failed.", content: AS_JSON },
} as const satisfies Readonly<Record<string, Json>>;

export function refusalsOf({ access, path, query, body }: Route): Json {
  // health is told to whoever asks, and in plain text
  if (access === "open") {
    return {
      400: { description: "The request is not valid HTTP." },
      503: { description: "Not now.", content: { "text/plain": { schema: { type: "string" } } } },
    };
  }
  return {
    ...((query || body) && { 400: refusal("BadRequest") }),
    401: refusal("NoToken"),
    403: refusal("Forbidden"),
    ...(path.includes("/:") && { 404: refusal("NotFound") }),
    ...(body && { 409: refusal("Conflict"), 413: refusal("TooLarge"), 415: refusal("NotJson") }),
    421: refusal("WrongHost"),
    429: refusal("TooMany"),
    default: refusal("Other"),
  };
}

function refusal(name: keyof typeof REFUSALS): Json {
  return { $ref: `#/components/responses/${name}` };
}
