/** The OpenAPI document of a team's server, generated from its routes and schemas. */
import * as z from "zod";

import { readPackageVersion } from "../../../app/package-version.ts";
import * as answers from "../../../server/answers.ts";
import { DEBATE_ROUTES } from "../../../server/debate-routes.ts";
import * as requests from "../../../server/requests.ts";
import { type ServerRoute, type ServerRoutes, isJsonAnswer } from "../../../server/route.ts";
import * as teamAnswers from "./team-answers.ts";
import { PEOPLE_ROUTES, STATE_ROUTES, TokenShape } from "./team-route-table.ts";

/** Schemas by the names they have in the code. */
const REQUEST_SCHEMAS = { ...requests, TokenShape };
const ANSWER_SCHEMAS = { ...answers, ...teamAnswers };

interface RouteTag {
  readonly name: string;
  readonly description: string;
  readonly routes: ServerRoutes;
}

const ROUTE_TAGS: readonly RouteTag[] = [
  {
    name: "debates",
    description: "Start debates, follow them, answer and decide.",
    routes: DEBATE_ROUTES,
  },
  {
    name: "team",
    description: "Who you are, the tokens of the team, and who did what.",
    routes: PEOPLE_ROUTES,
  },
  {
    name: "server",
    description: "How the server and its workers are doing.",
    routes: STATE_ROUTES,
  },
];

export function createOpenApiDocument(): OpenApiObject {
  const paths = new Map<string, Record<string, OpenApiObject>>();
  for (const tag of ROUTE_TAGS) {
    for (const [name, route] of Object.entries(tag.routes)) {
      const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
      const told = { tags: [tag.name], ...createOperation(name, route) };
      paths.set(path, { ...paths.get(path), [route.method]: told });
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Dissent",
      version: readPackageVersion(),
      description: "Debates of a team: start them, follow them, decide. See docs/serve.md.",
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "Dissent", url: "https://github.com/dissent/dissent/issues" },
    },
    servers: [{ url: "/", description: "The server that sent this document." }],
    tags: ROUTE_TAGS.map(({ name, description }) => ({ name, description })),
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "dissent team tokens create" },
        cookie: { type: "apiKey", in: "cookie", name: "__Host-dissent" },
      },
      schemas: {
        ...convertSchemas(REQUEST_SCHEMAS, "input"),
        ...convertSchemas(ANSWER_SCHEMAS, "output"),
      },
      responses: ERROR_RESPONSES,
    },
    paths: Object.fromEntries(paths),
  };
}

function convertSchemas(
  named: Readonly<Record<string, z.ZodType>>,
  io: "input" | "output",
): OpenApiObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override({ jsonSchema }) {
      // readers of answers must live with fields that are added later
      if (io === "output" && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, removeSchemaHeaders(schema)]),
  );
}

function createOperation(name: string, route: ServerRoute): OpenApiObject {
  const { access, summary, body } = route;
  const scope = access === "open" || access === "any" ? null : access;
  return {
    operationId: name,
    summary,
    description:
      scope === null
        ? ACCESS_DESCRIPTIONS[access as keyof typeof ACCESS_DESCRIPTIONS]
        : `Needs the scope \`${scope}\`.`,
    ...(scope !== null && { "x-scope": scope }),
    ...(access === "open" ? { security: [] } : { security: [{ token: [] }, { cookie: [] }] }),
    parameters: createParameters(route),
    ...(body && {
      requestBody: {
        required: true,
        content: createJsonContent(createSchemaReference(body, REQUEST_SCHEMAS)),
      },
    }),
    responses: {
      200: { description: describeAnswer(route), content: createAnswerContent(route) },
      ...listErrorResponses(route),
    },
  };
}

const ACCESS_DESCRIPTIONS = {
  open: "Needs no token.",
  any: "Needs a token; its scopes don't matter.",
};

function createJsonContent(schema: OpenApiObject): OpenApiObject {
  return { "application/json": { schema } };
}

function createAnswerContent({ answer }: ServerRoute): OpenApiObject {
  if (isJsonAnswer(answer)) return createJsonContent(createSchemaReference(answer, ANSWER_SCHEMAS));
  return { [answer.media]: { schema: { type: "string" } } };
}

function describeAnswer({ answer, summary }: ServerRoute): string {
  return isJsonAnswer(answer) ? summary : answer.says;
}

function createSchemaReference(
  schema: z.ZodType,
  named: Readonly<Record<string, z.ZodType>>,
): OpenApiObject {
  const found = Object.entries(named).find(([, one]) => one === schema);
  if (found) return { $ref: `#/components/schemas/${found[0]}` };
  if (schema instanceof z.ZodNullable) {
    const inner = createSchemaReference(schema.unwrap() as z.ZodType, named);
    return { anyOf: [inner, { type: "null" }] };
  }
  return removeSchemaHeaders(z.toJSONSchema(schema));
}

/** The document says once which dialect it speaks. */
function removeSchemaHeaders(schema: OpenApiObject): OpenApiObject {
  return Object.fromEntries(
    Object.entries(schema).filter(([name]) => !/^\$(?:schema|id)$/.test(name)),
  );
}

function createParameters({ path, query = {} }: ServerRoute): OpenApiObject[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(query).map(([name, schema]) => {
    const { description, ...plain } = removeSchemaHeaders(z.toJSONSchema(schema));
    return {
      name,
      in: "query",
      required: REQUIRED_QUERY_NAMES.has(name),
      ...(description !== undefined && { description }),
      schema: plain,
    };
  });
  return [...inPath, ...inQuery];
}

/** Without these there is nothing to answer. */
const REQUIRED_QUERY_NAMES = new Set(["key", "seat"]);

// What each route of the OpenAPI document can be refused with.

type OpenApiObject = Readonly<Record<string, unknown>>;

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
const ERROR_RESPONSES = {
  BadRequest: {
    description: "The query or the body is wrong; the message says where.",
    content: ERROR_CONTENT,
  },
  NoToken: { description: "There is no token, or it is unknown.", content: ERROR_CONTENT },
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

function listErrorResponses({ access, path, query, body }: ServerRoute): OpenApiObject {
  // health is public, and in plain text
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
