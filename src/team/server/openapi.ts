/** The OpenAPI document of a team's server, made of its routes and their schemas. */
import * as z from "zod";

import { readPackageVersion } from "../../app/package-version.ts";
import * as answers from "../../server/answers.ts";
import { DEBATE_ROUTES } from "../../server/debate-routes.ts";
import * as requests from "../../server/requests.ts";
import { isJsonAnswer, type ServerRoute, type ServerRoutes } from "../../server/route.ts";
import { type OpenApiObject, ERROR_RESPONSES, listErrorResponses } from "./openapi-refusals.ts";
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
        token: { type: "http", scheme: "bearer", description: "dissent tokens create" },
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
