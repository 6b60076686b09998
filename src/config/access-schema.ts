/** How dissent.yaml declares further providers and command-line agents, and limits the built-in ones. */
import * as z from "zod";

import { findVendor, VENDORS } from "../domain/vendor.ts";
import type { ValuePath } from "./parse-markup.ts";
import {
  textListValue,
  createChoiceValue,
  slugValue,
  wholeNumberValue,
  textValue,
  booleanValue,
  nonNegativeNumberValue,
} from "./setting-values.ts";

const VARIABLE_RULE = "must be the name of an environment variable, such as TEAM_GATEWAY_KEY";
const environmentVariableName = z
  .string({ error: VARIABLE_RULE })
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, { error: VARIABLE_RULE });

/** A value from the environment, after the name of a scheme at most: `Bearer ${TEAM_TOKEN}`. */
export const SECRET_REFERENCE = /^(?:[A-Za-z]{1,16} )?\$\{[A-Za-z_][A-Za-z0-9_]{0,63}\}$/;
export const SECRET_REFERENCE_RULE =
  "must be taken from the environment, as in ${TEAM_TOKEN} or Bearer ${TEAM_TOKEN}";

const URL_RULE = "must be an http or https address without user, password or query";
const httpAddress = z.string({ error: URL_RULE }).refine(isHttpAddress, { error: URL_RULE });

const trafficLimitFields = {
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

const PriceSettings = z.strictObject(
  {
    inputPerMillion: nonNegativeNumberValue.describe("US dollars for a million input tokens."),
    outputPerMillion: nonNegativeNumberValue.describe("US dollars for a million output tokens."),
    cachedPerMillion: nonNegativeNumberValue
      .optional()
      .describe("US dollars for a million input tokens read from a cache; else as any input."),
  },
  { error: "must be a mapping of inputPerMillion, outputPerMillion and cachedPerMillion" },
);

const EndpointSettings = z.strictObject(
  {
    baseUrl: httpAddress.optional().describe("Where it is, such as https://gateway.example/v1."),
    api: createChoiceValue(["openai", "responses", "anthropic", "google"])
      .optional()
      .describe("How it is spoken to; openai is the chat format that most servers have."),
    keyEnv: environmentVariableName
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
    structured: booleanValue.optional().describe("The server keeps to a JSON Schema it is given."),
    ...trafficLimitFields,
    attribution: booleanValue.optional().describe("Send debate, step and seat along as headers."),
    family: textValue.optional().describe("Whose weights answer, where it is always the same."),
    price: PriceSettings.optional().describe("What its tokens cost, where no list knows."),
    maxOutputTokens: wholeNumberValue.optional().describe("Tokens of one answer at most."),
  },
  { error: "must be a mapping" },
);

const AgentSettings = z.strictObject(
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
    unsafe: booleanValue.optional().describe("Allows what can change files; said in every result."),
    endpointEnv: environmentVariableName
      .optional()
      .describe("The variable that tells it another address."),
    family: textValue.optional().describe("Whose weights answer."),
  },
  { error: "must be a mapping" },
);

const ProviderSettings = z.strictObject(
  {
    baseUrl: httpAddress.optional().describe("Another address of the same API."),
    ...trafficLimitFields,
  },
  { error: "must be a mapping" },
);

const VENDOR_RULE = `must be one of ${VENDORS.map(({ name }) => name).join(", ")}`;

export const accessFieldSchemas = {
  endpoints: z
    .record(slugValue, EndpointSettings, { error: "must be a mapping of endpoints" })
    .optional()
    .describe("Further providers: a name, which stands before the slash of a reference."),
  agents: z
    .record(slugValue, AgentSettings, { error: "must be a mapping of agents" })
    .optional()
    .describe("Command-line agents: settings of a built-in one, or one of your own."),
  providers: z
    .record(
      z.string().refine((name) => findVendor(name) !== undefined, { error: VENDOR_RULE }),
      ProviderSettings,
      { error: "must be a mapping of vendors" },
    )
    .optional()
    .describe("Limits and addresses of the built-in vendors."),
};

export type EndpointSettings = z.infer<typeof EndpointSettings>;
export type AgentSettings = z.infer<typeof AgentSettings>;
export type ProviderSettings = z.infer<typeof ProviderSettings>;

/** The keys of a named entry, or of a mapping inside it. */
export function listAccessKeys([first, , inside]: ValuePath): readonly string[] {
  if (first === "endpoints" && inside === "price") return Object.keys(PriceSettings.shape);
  if (inside !== undefined) return [];
  if (first === "endpoints") return Object.keys(EndpointSettings.shape);
  if (first === "agents") return Object.keys(AgentSettings.shape);
  return first === "providers" ? Object.keys(ProviderSettings.shape) : [];
}

function isHttpAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return false;
  return url.username === "" && url.password === "" && url.search === "" && url.hash === "";
}
