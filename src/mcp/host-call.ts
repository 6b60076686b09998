/** One call of a host: who called, whether its user can be asked, and how progress is reported. */
import {
  type CallToolResult,
  type ServerContext,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
} from "@modelcontextprotocol/server";

import { DissentError, SetupError } from "../errors.ts";
import { stringifyForTerminal } from "../text/terminal-json.ts";
import { quoteLabel, quoteForAgent } from "./quote-text.ts";

export interface HostCall {
  readonly context: ServerContext;
  /** The host can show its user a form. */
  readonly canAsk: boolean;
  /** The host's own name, for the record. */
  readonly host: string;
  readonly signal: AbortSignal;
  /** Reported to the host as progress, if it wants that. */
  readonly progress: (words: string) => void;
}

/** What a connection of the older kind said of itself when it began. */
export interface HostIntroduction {
  readonly capabilities: ClientCapabilities | undefined;
  readonly client: Implementation | undefined;
}

interface RequestEnvelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  readonly [CLIENT_INFO_META_KEY]?: Implementation;
}

export function createHostCall(context: ServerContext, introduced: HostIntroduction): HostCall {
  const { envelope, signal, _meta } = context.mcpReq;
  // checked by the SDK, which leaves its type open
  const meta: RequestEnvelope | undefined = envelope;
  const capabilities = meta?.[CLIENT_CAPABILITIES_META_KEY] ?? introduced.capabilities;
  const client = meta?.[CLIENT_INFO_META_KEY] ?? introduced.client;
  const token = _meta?.progressToken;
  let told = 0;
  return {
    context,
    canAsk: supportsForms(capabilities),
    host: quoteLabel(client ? `${client.name} ${client.version}` : "host"),
    signal,
    progress(words) {
      if (token === undefined || signal.aborted) return;
      told += 1;
      const params = { progressToken: token, progress: told, message: words };
      // a host that is gone needs no progress
      context.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}

/** Elicitation without a mode is the form, as the first revision had it. */
function supportsForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/** The same as data and as text, for hosts that know only one of them. */
export function createToolResult(told: Readonly<Record<string, unknown>>): CallToolResult {
  const text = stringifyForTerminal(told);
  return {
    content: [{ type: "text", text }],
    structuredContent: JSON.parse(text) as Record<string, unknown>,
  };
}

/** What went wrong in one line, and what to do about it: an agent reads it and can do better. */
export function createErrorResult(
  error: unknown,
  redact: (text: string) => string,
): CallToolResult {
  const known = error instanceof DissentError;
  const parts = known
    ? [error.message, error.hint ?? "", `[${error.code}]`]
    : ["This is a defect of Dissent; its log on standard error says more."];
  const text = parts.filter((part) => part !== "").join(" ");
  return {
    content: [{ type: "text", text: quoteForAgent(redact(text), MAX_ERROR_TEXT) }],
    isError: true,
  };
}

const MAX_ERROR_TEXT = 1_200;

export function createConfirmationError(message: string, hint: string): SetupError {
  return new SetupError("needs-confirmation", message, { hint });
}
