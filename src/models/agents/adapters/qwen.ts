/** Qwen Code: bare mode, with all tools disabled. */
import { type JsonFields, toJsonFields } from "../../../domain/json.ts";
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
  parseTrailingJson,
  readJsonPath,
  readNumberAt,
  readTextAt,
  parseStatusCode,
} from "../printed-json.ts";

const OPENAI = "https://api.openai.com/v1";

const ALWAYS =
  "-o json --bare --approval-mode default --max-tool-calls 0 --chat-recording false".split(" ");

export const qwenAdapter: AgentAdapter = {
  name: "qwen",
  binary: "qwen",
  install: "Install it: npm install -g @qwen-code/qwen-code",
  entry: {
    subscription: "Log in: run qwen and type /auth.",
    key: "Check OPENAI_API_KEY and OPENAI_BASE_URL, or use your login: agents.qwen.login: subscription.",
  },
  family: () => "qwen",
  keys: () => ["OPENAI_API_KEY"],
  // a key alone is most likely one for OpenAI, who has no Qwen
  auto: (_, env) =>
    env["OPENAI_BASE_URL"] ? chooseAgentLogin(["OPENAI_API_KEY"], env) : "subscription",
  passes: { key: [], subscription: ["QWEN_HOME"] },
  hosts: ({ login, env }) =>
    login === "key"
      ? [formatAddressHost(env["OPENAI_BASE_URL"] || OPENAI)]
      : ["portal.qwen.ai", "chat.qwen.ai"],

  launch: ({ login, modelId, server, env }) => ({
    args: [
      ...ALWAYS,
      ...EXCLUDED.flatMap((tool) => ["--exclude-tools", tool]),
      "--auth-type",
      login === "key" ? "openai" : "qwen-oauth",
      "--system-prompt",
      AGENT_SYSTEM_PROMPT,
      ...(modelId === null ? [] : ["-m", modelId]),
    ],
    env: {
      QWEN_CODE_MAX_OUTPUT_TOKENS: String(MAX_AGENT_OUTPUT_TOKENS),
      QWEN_USAGE_STATISTICS_ENABLED: "false",
      // said in any case, so that a key goes where it belongs
      ...(login === "key" && {
        OPENAI_BASE_URL: server === undefined ? env["OPENAI_BASE_URL"] || OPENAI : `${server}/v1`,
      }),
    },
  }),

  read({ code, stdout, stderr }) {
    const lines = [parseTrailingJson(stdout)].flat().map(toJsonFields);
    const result = lines.findLast(({ type }) => type === "result");
    const fault =
      readTextAt(result, "error.message") ?? readTextAt(parseTrailingJson(stderr), "error.message");
    if (code !== 0 || result?.["is_error"] !== false) {
      return fault === undefined
        ? createSilentResult(code)
        : createFaultResult({
            says: fault,
            status: parseStatusCode(fault, /\bAPI Error: ([45]\d\d)\b/),
          });
    }
    const text = readTextAt(result, "result");
    if (text === undefined) return createSilentResult(code);
    return createAnsweredResult({
      text,
      model: findQwenServedModel(result),
      version: readTextAt(
        lines.find(({ subtype }) => subtype === "init"),
        "qwen_code_version",
      ),
      tokens: {
        input: readNumberAt(result, "usage.input_tokens"),
        cached: readNumberAt(result, "usage.cache_read_input_tokens"),
        output: readNumberAt(result, "usage.output_tokens"),
      },
    });
  },
};

/** What `--bare` still has. */
const EXCLUDED: readonly string[] = [
  "run_shell_command",
  "edit",
  "write_file",
  "notebook_edit",
  "read_file",
  "get_goal",
  "update_goal",
];

/** Its messages repeat the model that was asked for; only its statistics name the one that answered. */
function findQwenServedModel(result: JsonFields): string | undefined {
  return Object.keys(toJsonFields(readJsonPath(result, "stats.models")))[0];
}
