/** The OpenAPI document of a team's server, made of its routes and their schemas. */
import * as z from "zod";

import { packageVersion } from "../../app/version.ts";
import * as answers from "../../server/answers.ts";
import * as requests from "../../server/requests.ts";
import { DEBATE_ROUTES } from "../../server/route-table.ts";
import { isJson, type Route, type Routes } from "../../server/route.ts";
import * as teamAnswers from "./answers.ts";
import { type Json, REFUSALS, refusalsOf } from "./openapi-refusals.ts";
import { PEOPLE_ROUTES, STATE_ROUTES, TokenShape } from "./route-table.ts";

/** Schemas by the names they have in the code. */
const BODIES = { ...requests, TokenShape };
const ANSWERS = { ...answers, ...teamAnswers };

interface Tag {
  readonly name: string;
  readonly description: string;
  readonly routes: Routes;
}

const TAGS: readonly Tag[] = [
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

export function openApi(): Json {
  const paths = new Map<string, Record<string, Json>>();
  for (const tag of TAGS) {
    for (const [name, route] of Object.entries(tag.routes)) {
      const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
      const told = { tags: [tag.name], ...operation(name, route) };
      paths.set(path, { ...paths.get(path), [route.method]: told });
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Dissent",
      version: packageVersion(),
      description: "Debates of a team: start them, follow them, decide. See docs/serve.md.",
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "Dissent", url: "https://github.com/dissent/dissent/issues" },
    },
    servers: [{ url: "/", description: "The server that sent this document." }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "dissent tokens create" },
        cookie: { type: "apiKey", in: "cookie", name: "__Host-dissent" },
      },
      schemas: {
        ...schemasOf(BODIES, "input"),
        ...schemasOf(ANSWERS, "output"),
      },
      responses: REFUSALS,
    },
    paths: Object.fromEntries(paths),
  };
}

function schemasOf(named: Readonly<Record<string, z.ZodType>>, io: "input" | "output"): Json {
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
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, bare(schema)]));
}

function operation(name: string, route: Route): Json {
  const { access, summary, body } = route;
  const scope = access === "open" || access === "any" ? null : access;
  return {
    operationId: name,
    summary,
    description:
      scope === null ? NEEDS[access as keyof typeof NEEDS] : `Needs the scope \`${scope}\`.`,
    ...(scope !== null && { "x-scope": scope }),
    ...(access === "open" ? { security: [] } : { security: [{ token: [] }, { cookie: [] }] }),
    parameters: parametersOf(route),
    ...(body && { requestBody: { required: true, content: content(referenceTo(body, BODIES)) } }),
    responses: {
      200: { description: describe(route), content: answerContent(route) },
      ...refusalsOf(route),
    },
  };
}

const NEEDS = { open: "Needs no token.", any: "Needs a token; its scopes don't matter." };

function content(schema: Json): Json {
  return { "application/json": { schema } };
}

function answerContent({ answer }: Route): Json {
  if (isJson(answer)) return content(referenceTo(answer, ANSWERS));
  return { [answer.media]: { schema: { type: "string" } } };
}

function describe({ answer, summary }: Route): string {
  return isJson(answer) ? summary : answer.says;
}

function referenceTo(schema: z.ZodType, named: Readonly<Record<string, z.ZodType>>): Json {
  const found = Object.entries(named).find(([, one]) => one === schema);
  if (found) return { $ref: `#/components/schemas/${found[0]}` };
  if (schema instanceof z.ZodNullable) {
    const inner = referenceTo(schema.unwrap() as z.ZodType, named);
    return { anyOf: [inner, { type: "null" }] };
  }
  return bare(z.toJSONSchema(schema));
}

/** The document says once which dialect it speaks. */
function bare(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).filter(([name]) => !/^\$(?:schema|id)$/.test(name)),
  );
}

function parametersOf({ path, query = {} }: Route): Json[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(query).map(([name, schema]) => {
    const { description, ...plain } = bare(z.toJSONSchema(schema));
    return {
      name,
      in: "query",
      required: NEEDED.has(name),
      ...(description !== undefined && { description }),
      schema: plain,
    };
  });
  return [...inPath, ...inQuery];
}

/** Without these there is nothing to answer. */
const NEEDED = new Set(["key", "seat"]);
