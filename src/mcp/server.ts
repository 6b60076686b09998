/** One MCP server per connection: tools, resources and prompts over a context that outlives it. */
import {
  type CallToolResult,
  type InputRequiredResult,
  McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import * as z from "zod";

import { DissentError } from "../errors.ts";
import { PROTOCOL_HANDLERS } from "../protocols/tool-handlers.ts";
import { handleAnswerSeat } from "./calls/answer-seat.ts";
import { handleCheckDebate } from "./calls/check-debate.ts";
import { handleDecide } from "./calls/decide.ts";
import { handleFindDecisions } from "./calls/find-decisions.ts";
import { handleStartDebate } from "./calls/start-debate.ts";
import { registerDebateResources } from "./debate-resources.ts";
import { type HostCall, createErrorResult, createHostCall } from "./host-call.ts";
import { registerHostPrompts } from "./host-prompts.ts";
import { HOST_INSTRUCTIONS, HOST_TOOLS, type HostToolName, type ToolInput } from "./host-tools.ts";
import type { McpContext } from "./mcp-context.ts";

type ToolHandler<Name extends HostToolName> = (
  mcpContext: McpContext,
  call: HostCall,
  input: ToolInput<Name>,
) => Promise<CallToolResult | InputRequiredResult>;

const TOOL_HANDLERS: { readonly [Name in HostToolName]: ToolHandler<Name> } = {
  ...PROTOCOL_HANDLERS,
  start_debate: handleStartDebate,
  check_debate: handleCheckDebate,
  answer_seat: handleAnswerSeat,
  decide: handleDecide,
  find_decisions: handleFindDecisions,
};

export interface McpServerOptions {
  readonly mcp: McpContext;
  readonly log: (line: string) => void;
}

export function createMcpServer({ mcp: mcpContext, log }: McpServerOptions): McpServer {
  const server = new McpServer(
    { name: "dissent", title: "Dissent", version: mcpContext.version },
    {
      instructions: HOST_INSTRUCTIONS,
      requestState: { verify: (state, context) => mcpContext.seal.verify(state, context) },
    },
  );
  for (const name of Object.keys(HOST_TOOLS) as HostToolName[])
    registerHostTool(server, { mcp: mcpContext, log }, name);
  registerDebateResources(server, mcpContext);
  registerHostPrompts(server);
  return server;
}

function registerHostTool(
  server: McpServer,
  { mcp: mcpContext, log }: McpServerOptions,
  name: HostToolName,
): void {
  const { description, input, output, annotations } = HOST_TOOLS[name];
  // what comes in was checked by this tool's own schema
  const act = TOOL_HANDLERS[name] as ToolHandler<HostToolName>;
  const config = {
    description,
    inputSchema: createLeanSchema(input),
    outputSchema: createLeanSchema(output),
    annotations,
  };
  server.registerTool(name, config, async (given: unknown, context: ServerContext) => {
    const { server: connection } = server;
    const call = createHostCall(context, {
      capabilities: connection.getClientCapabilities(),
      client: connection.getClientVersion(),
    });
    try {
      return await act(mcpContext, call, given as ToolInput<HostToolName>);
    } catch (error) {
      if (!(error instanceof DissentError) && !call.signal.aborted) {
        log(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
      return createErrorResult(error, mcpContext.redact);
    }
  });
}

// Schemas as a tool list shows them: checked by zod, and as short as a host's context requires.

type JsonObject = Record<string, unknown>;

/** What comes in: every rule that is checked. */
const OMITTED_INPUT_KEYS = new Set(["$schema"]);

/** What goes out is made here, so a host needs only its shape. */
const OMITTED_OUTPUT_KEYS = new Set([...OMITTED_INPUT_KEYS, "additionalProperties", "required"]);

function createLeanSchema<Schema extends z.ZodType>(
  schema: Schema,
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  const json = z.toJSONSchema(schema, { io: "input" });
  const [input, output] = [OMITTED_INPUT_KEYS, OMITTED_OUTPUT_KEYS].map(
    (unsaid) => trimJsonSchema(json, unsaid) as JsonObject,
  );
  return {
    "~standard": {
      version: 1,
      vendor: "dissent",
      validate: (value) => {
        const { success, data, error } = schema.safeParse(value);
        return success ? { value: data } : { issues: error.issues };
      },
      jsonSchema: { input: () => input ?? {}, output: () => output ?? {} },
    },
  };
}

function trimJsonSchema(value: unknown, unsaid: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((entry) => trimJsonSchema(entry, unsaid));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !unsaid.has(key) && !isEmptyObject(inner))
      .map(([key, inner]) => [key, trimJsonSchema(inner, unsaid)]),
  );
}

/** `items: {}` and `properties: {}` say nothing. */
function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
