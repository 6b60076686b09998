/** How dissent.yaml declares further providers and command-line agents, and limits the built-in ones. */
import * as z from "zod";

import { findVendor, VENDORS } from "../domain/vendor.ts";
import { createLazyValue } from "./lazy-value.ts";
import type { ValuePath } from "./parse-markup.ts";
import { createChoiceValue, getValueSchemas } from "./setting-values.ts";

const VARIABLE_RULE = "must be the name of an environment variable, such as TEAM_GATEWAY_KEY";
/** A value from the environment, after the name of a scheme at most: `Bearer ${TEAM_TOKEN}`. */
export const SECRET_REFERENCE = /^(?:[A-Za-z]{1,16} )?\$\{[A-Za-z_][A-Za-z0-9_]{0,63}\}$/;
export const SECRET_REFERENCE_RULE =
  "must be taken from the environment, as in ${TEAM_TOKEN} or Bearer ${TEAM_TOKEN}";

const URL_RULE = "must be an http or https address without user, password or query";
const VENDOR_RULE = `must be one of ${VENDORS.map(({ name }) => name).join(", ")}`;

// Schemas are made when a file is checked: there are hundreds, and most commands check none.

const getVariableNameSchema = createLazyValue(() =>
  z.string({ error: VARIABLE_RULE }).regex(/^[A-Z][A-Z0-9_]{0,63}$/, { error: VARIABLE_RULE }),
);

const getAddressSchema = createLazyValue(() =>
  z.string({ error: URL_RULE }).refine(isHttpAddress, { error: URL_RULE }),
);

const getTrafficFields = createLazyValue(() => {
  const { wholeNumberValue } = getValueSchemas();
  return {
    concurrency: wholeNumberValue
      .optional()
      .describe("Calls at the same time, over all debates of a process."),
    requestsPerSecond: wholeNumberValue
      .optional()
      .describe("Calls in any one second, over all debates of a process, or of a fleet."),
    requestsPerMinute: wholeNumberValue
      .optional()
      .describe("Calls a minute, over all debates of a process."),
    tokensPerMinute: wholeNumberValue
      .optional()
      .describe("Tokens a minute, over all debates of a process."),
  };
});

const getPriceSchema = createLazyValue(() => {
  const { nonNegativeNumberValue } = getValueSchemas();
  return z.strictObject(
    {
      inputPerMillion: nonNegativeNumberValue.describe("US dollars for a million input tokens."),
      outputPerMillion: nonNegativeNumberValue.describe("US dollars for a million output tokens."),
      cachedPerMillion: nonNegativeNumberValue
        .optional()
        .describe("US dollars for a million input tokens read from a cache; else as any input."),
    },
    { error: "must be a mapping of inputPerMillion, outputPerMillion and cachedPerMillion" },
  );
});

const getEndpointSchema = createLazyValue(() => {
  const { wholeNumberValue, textValue, booleanValue } = getValueSchemas();
  return z.strictObject(
    {
      baseUrl: getAddressSchema()
        .optional()
        .describe("Where it is, such as https://gateway.example/v1."),
      api: createChoiceValue(["openai", "responses", "anthropic", "google"])
        .optional()
        .describe("How it is spoken to; openai is the chat format that most servers have."),
      keyEnv: getVariableNameSchema()
        .optional()
        .describe("The environment variable that holds its key."),
      headers: z
        .record(
          z.string().regex(/^[A-Za-z0-9-]{1,64}$/, { error: "must be the name of a header" }),
          z
            .string({ error: SECRET_REFERENCE_RULE })
            .regex(SECRET_REFERENCE, { error: SECRET_REFERENCE_RULE }),
          { error: "must be a mapping of headers" },
        )
        .optional()
        .describe("Headers of every request; their values come from the environment: ${NAME}."),
      structured: booleanValue
        .optional()
        .describe("The server keeps to a JSON Schema it is given."),
      ...getTrafficFields(),
      attribution: booleanValue.optional().describe("Send debate, step and seat along as headers."),
      family: textValue.optional().describe("Whose weights answer, where it is always the same."),
      price: getPriceSchema().optional().describe("What its tokens cost, where no list knows."),
      maxOutputTokens: wholeNumberValue.optional().describe("Tokens of one answer at most."),
    },
    { error: "must be a mapping" },
  );
});

const getAgentSchema = createLazyValue(() => {
  const { textListValue, textValue, booleanValue } = getValueSchemas();
  return z.strictObject(
    {
      command: textValue.optional().describe("The program; a built-in agent knows its own."),
      args: textListValue
        .optional()
        .describe("Its arguments; {prompt}, {file} and {model} are filled in."),
      prompt: createChoiceValue(["stdin", "file", "argument"])
        .optional()
        .describe("How the prompt reaches it."),
      answer: createChoiceValue(["text", "json", "jsonl"]).optional().describe("What it prints."),
      answerPath: textValue
        .optional()
        .describe("Where in its JSON the answer stands, such as result."),
      modelAt: textValue
        .optional()
        .describe("Where it says which model answered: a path in its JSON, or an /expression/."),
      env: z
        .record(
          z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, { error: "must be a variable's name" }),
          textValue,
          { error: "must be a mapping of variables" },
        )
        .optional()
        .describe("Variables it is given; ${NAME} takes the value from the environment."),
      login: createChoiceValue(["auto", "subscription", "key"])
        .optional()
        .describe("By its own login, or by a key; auto takes a key where one is set."),
      model: textValue.optional().describe("The model it is asked for, when a seat names none."),
      unsafe: booleanValue
        .optional()
        .describe("Allows what can change files; said in every result."),
      endpointEnv: getVariableNameSchema()
        .optional()
        .describe("The variable that tells it another address."),
      family: textValue.optional().describe("Whose weights answer."),
    },
    { error: "must be a mapping" },
  );
});

const getProviderSchema = createLazyValue(() =>
  z.strictObject(
    {
      baseUrl: getAddressSchema().optional().describe("Another address of the same API."),
      ...getTrafficFields(),
    },
    { error: "must be a mapping" },
  ),
);

export const getAccessFields = createLazyValue(() => {
  const { slugValue } = getValueSchemas();
  return {
    endpoints: z
      .record(slugValue, getEndpointSchema(), { error: "must be a mapping of endpoints" })
      .optional()
      .describe("Further providers: a name, which stands before the slash of a reference."),
    agents: z
      .record(slugValue, getAgentSchema(), { error: "must be a mapping of agents" })
      .optional()
      .describe("Command-line agents: settings of a built-in one, or one of your own."),
    providers: z
      .record(
        z.string().refine((name) => findVendor(name) !== undefined, { error: VENDOR_RULE }),
        getProviderSchema(),
        { error: "must be a mapping of vendors" },
      )
      .optional()
      .describe("Limits and addresses of the built-in vendors."),
  };
});

export type EndpointSettings = z.infer<ReturnType<typeof getEndpointSchema>>;
export type AgentSettings = z.infer<ReturnType<typeof getAgentSchema>>;
export type ProviderSettings = z.infer<ReturnType<typeof getProviderSchema>>;

/** The keys of a named entry, or of a mapping inside it. */
export function listAccessKeys([first, , inside]: ValuePath): readonly string[] {
  if (first === "endpoints" && inside === "price") return Object.keys(getPriceSchema().shape);
  if (inside !== undefined) return [];
  if (first === "endpoints") return Object.keys(getEndpointSchema().shape);
  if (first === "agents") return Object.keys(getAgentSchema().shape);
  return first === "providers" ? Object.keys(getProviderSchema().shape) : [];
}

function isHttpAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return false;
  return url.username === "" && url.password === "" && url.search === "" && url.hash === "";
}
