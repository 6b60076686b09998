/** One server for one connection: tools, resources and prompts over a station that outlives it. */
import {
  type CallToolResult,
  type InputRequiredResult,
  McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";

import { DissentError } from "../errors.ts";
import { challengePosition } from "../protocols/challenge/mcp/challenge-position.ts";
import { mergeDocuments } from "../protocols/merge/mcp/merge-documents.ts";
import { type Call, callOf, failed } from "./call.ts";
import { answerSeat } from "./calls/answer-seat.ts";
import { checkDebate } from "./calls/check-debate.ts";
import { decide } from "./calls/decide.ts";
import { findDecisions } from "./calls/find-decisions.ts";
import { startDebate } from "./calls/start-debate.ts";
import { leanSchema } from "./lean-schema.ts";
import { addPrompts } from "./prompts.ts";
import { addResources } from "./resources.ts";
import type { Station } from "./station.ts";
import { INSTRUCTIONS, type InputOf, type ToolName, TOOLS } from "./tools.ts";

type Act<Name extends ToolName> = (
  station: Station,
  call: Call,
  input: InputOf<Name>,
) => Promise<CallToolResult | InputRequiredResult>;

const ACTS: { readonly [Name in ToolName]: Act<Name> } = {
  challenge_position: challengePosition,
  start_debate: startDebate,
  check_debate: checkDebate,
  answer_seat: answerSeat,
  decide,
  merge_documents: mergeDocuments,
  find_decisions: findDecisions,
};

export interface ServerSetting {
  readonly station: Station;
  readonly log: (line: string) => void;
}

export function mcpServer({ station, log }: ServerSetting): McpServer {
  const server = new McpServer(
    { name: "dissent", title: "Dissent", version: station.version },
    {
      instructions: INSTRUCTIONS,
      requestState: { verify: (state, context) => station.seal.verify(state, context) },
    },
  );
  for (const name of Object.keys(TOOLS) as ToolName[]) addTool(server, { station, log }, name);
  addResources(server, station);
  addPrompts(server);
  return server;
}

function addTool(server: McpServer, { station, log }: ServerSetting, name: ToolName): void {
  const { description, input, output, annotations } = TOOLS[name];
  // what comes in was checked by this tool's own schema
  const act = ACTS[name] as Act<ToolName>;
  const config = {
    description,
    inputSchema: leanSchema(input),
    outputSchema: leanSchema(output),
    annotations,
  };
  server.registerTool(name, config, async (given: unknown, context: ServerContext) => {
    const { server: connection } = server;
    const call = callOf(context, {
      capabilities: connection.getClientCapabilities(),
      client: connection.getClientVersion(),
    });
    try {
      return await act(station, call, given as InputOf<ToolName>);
    } catch (error) {
      if (!(error instanceof DissentError) && !call.signal.aborted) {
        log(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
      return failed(error, station.redact);
    }
  });
}
