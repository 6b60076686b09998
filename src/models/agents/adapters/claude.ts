/** Claude Code: `claude -p` without tools, settings, memory or sessions. */
import { formatAddressHost } from "../../address-host.ts";
import {
  AGENT_SYSTEM_PROMPT,
  type AgentAdapter,
  MAX_AGENT_OUTPUT_TOKENS,
  chooseAgentLogin,
  createAnsweredResult,
  createFaultResult,
  createSilentResult,
} from "../agent-adapter.ts";
import {
  parseJsonLines,
  readJsonPath,
  readNumberAt,
  readStatusAt,
  readTextAt,
} from "../printed-json.ts";

const KEYS = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"];

const ALWAYS = (
  "--strict-mcp-config --disable-slash-commands -p --output-format stream-json --verbose " +
  "--no-session-persistence"
).split(" ");

export const claudeAdapter: AgentAdapter = {
  name: "claude",
  binary: "claude",
  install: "Install it: npm install -g @anthropic-ai/claude-code",
  entry: {
    subscription: "Log in: run claude and type /login.",
    key: "Check ANTHROPIC_API_KEY, or use your login: agents.claude.login: subscription.",
  },
  family: () => "anthropic",
  keys: () => KEYS,
  auto: (_, env) => chooseAgentLogin(KEYS, env),
  passes: {
    key: ["ANTHROPIC_BASE_URL"],
    subscription: ["CLAUDE_CONFIG_DIR", "CLAUDE_CODE_OAUTH_TOKEN"],
  },
  hosts: ({ login, env }) => [
    formatAddressHost(
      (login === "key" && env["ANTHROPIC_BASE_URL"]) || "https://api.anthropic.com",
    ),
  ],

  launch: ({ login, modelId, server }) => ({
    args: [
      // without --bare a login is read; settings, memory and servers of the person still are not
      ...(login === "key" ? ["--bare"] : ["--setting-sources", ""]),
      ...ALWAYS,
      "--tools",
      "",
      "--system-prompt",
      AGENT_SYSTEM_PROMPT,
      ...(modelId === null ? [] : ["--model", modelId]),
    ],
    env: {
      CLAUDE_CODE_MAX_RETRIES: "0",
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(MAX_AGENT_OUTPUT_TOKENS),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1",
      // else "@/some/file" in a document is read from the disk and sent along
      CLAUDE_CODE_DISABLE_FILE_MENTIONS: "1",
      CLAUDE_CODE_DISABLE_ATTACHMENTS: "1",
      CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
      DISABLE_AUTOUPDATER: "1",
      ...(server !== undefined && { ANTHROPIC_BASE_URL: server }),
    },
  }),

  read({ code, stdout }) {
    const lines = parseJsonLines(stdout);
    const result = lines.findLast(({ type }) => type === "result");
    if (!result) return createSilentResult(code);
    const text = readTextAt(result, "result");
    const stop = readTextAt(result, "stop_reason");
    // `subtype` is "success" in failures too
    if (result["is_error"] !== false || code !== 0) {
      const kind =
        stop === "refusal" ? "refused" : stop === "max_tokens" ? "unreadable" : undefined;
      return createFaultResult({
        says: text ?? "",
        status: readStatusAt(result, "api_error_status"),
        kind,
      });
    }
    if (text === undefined) return createSilentResult(code);
    const cached = readNumberAt(result, "usage.cache_read_input_tokens");
    return createAnsweredResult({
      text,
      model: readTextAt(
        lines.findLast(({ type }) => type === "assistant"),
        "message.model",
      ),
      version: readTextAt(
        lines.find(({ subtype }) => subtype === "init"),
        "claude_code_version",
      ),
      tokens: {
        input:
          readNumberAt(result, "usage.input_tokens") +
          readNumberAt(result, "usage.cache_creation_input_tokens") +
          cached,
        cached,
        output: readNumberAt(result, "usage.output_tokens"),
      },
      costUsd:
        readJsonPath(result, "total_cost_usd") === undefined
          ? undefined
          : readNumberAt(result, "total_cost_usd"),
    });
  },
};
