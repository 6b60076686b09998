/** What each route of the OpenAPI document can be refused with. */
import type { ServerRoute } from "../../server/route.ts";

export type OpenApiObject = Readonly<Record<string, unknown>>;

const ERROR_CONTENT = {
  "application/json": { schema: { $ref: "#/components/schemas/ErrorAnswer" } },
};

/** Seconds after which to try again. */
const RETRY_AFTER_HEADER = {
  "Retry-After": {
    description: "Seconds after which to try again.",
    schema: { type: "integer", minimum: 1 },
  },
};

/** By the names that operations refer to them with. */
export const ERROR_RESPONSES = {
  BadRequest: {
    description: "The query or the body is wrong; the message says where.",
    content: ERROR_CONTENT,
  },
  NoToken: { description: "There is no token, or nobody knows it.", content: ERROR_CONTENT },
  Forbidden: {
    description: "The token lacks the scope, or the request comes from another page.",
    content: ERROR_CONTENT,
  },
  NotFound: { description: "There is nothing with that id.", content: ERROR_CONTENT },
  Conflict: {
    description: "The debate is in another state, or someone else is holding it.",
    content: ERROR_CONTENT,
  },
  TooLarge: { description: "The body is too large.", content: ERROR_CONTENT },
  NotJson: { description: "The body is not JSON.", content: ERROR_CONTENT },
  WrongHost: {
    description: "The server does not answer under this host name.",
    content: ERROR_CONTENT,
  },
  TooMany: {
    description: "Too many requests or streams for now.",
    headers: RETRY_AFTER_HEADER,
    content: ERROR_CONTENT,
  },
  Other: { description: "Refused for another reason, or failed.", content: ERROR_CONTENT },
} as const satisfies Readonly<Record<string, OpenApiObject>>;

export function listErrorResponses({ access, path, query, body }: ServerRoute): OpenApiObject {
  // health is told to whoever asks, and in plain text
  if (access === "open") {
    return {
      400: { description: "The request is not valid HTTP." },
      503: { description: "Not now.", content: { "text/plain": { schema: { type: "string" } } } },
    };
  }
  return {
    ...((query || body) && { 400: referenceErrorResponse("BadRequest") }),
    401: referenceErrorResponse("NoToken"),
    403: referenceErrorResponse("Forbidden"),
    ...(path.includes("/:") && { 404: referenceErrorResponse("NotFound") }),
    ...(body && {
      409: referenceErrorResponse("Conflict"),
      413: referenceErrorResponse("TooLarge"),
      415: referenceErrorResponse("NotJson"),
    }),
    421: referenceErrorResponse("WrongHost"),
    429: referenceErrorResponse("TooMany"),
    default: referenceErrorResponse("Other"),
  };
}

function referenceErrorResponse(name: keyof typeof ERROR_RESPONSES): OpenApiObject {
  return { $ref: `#/components/responses/${name}` };
}
