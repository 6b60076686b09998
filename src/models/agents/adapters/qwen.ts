/** Qwen Code: bare mode, all tools left out and none allowed to run. */
import { type Adapter, MOST_OUTPUT_TOKENS, SYSTEM_PROMPT } from "../adapter.ts";
import { hostOf } from "../host.ts";
import { at, fieldsOf, type Fields, jsonIn, numberAt, textAt } from "../reading.ts";
import { answered, failed, keyElseLogin, silent } from "../understood.ts";

const OPENAI = "https://api.openai.com/v1";

const ALWAYS =
  "-o json --bare --approval-mode default --max-tool-calls 0 --chat-recording false".split(" ");

export const qwen: Adapter = {
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
    env["OPENAI_BASE_URL"] ? keyElseLogin(["OPENAI_API_KEY"], env) : "subscription",
  passes: { key: [], subscription: ["QWEN_HOME"] },
  hosts: ({ login, env }) =>
    login === "key"
      ? [hostOf(env["OPENAI_BASE_URL"] || OPENAI)]
      : ["portal.qwen.ai", "chat.qwen.ai"],

  launch: ({ login, modelId, server, env }) => ({
    args: [
      ...ALWAYS,
      ...EXCLUDED.flatMap((tool) => ["--exclude-tools", tool]),
      "--auth-type",
      login === "key" ? "openai" : "qwen-oauth",
      "--system-prompt",
      SYSTEM_PROMPT,
      ...(modelId === null ? [] : ["-m", modelId]),
    ],
    env: {
      QWEN_CODE_MAX_OUTPUT_TOKENS: String(MOST_OUTPUT_TOKENS),
      QWEN_USAGE_STATISTICS_ENABLED: "false",
      // said in any case, so that a key goes where it belongs
      ...(login === "key" && {
        OPENAI_BASE_URL: server === undefined ? env["OPENAI_BASE_URL"] || OPENAI : `${server}/v1`,
      }),
    },
  }),

  read({ code, stdout, stderr }) {
    const lines = [jsonIn(stdout)].flat().map(fieldsOf);
    const result = lines.findLast(({ type }) => type === "result");
    const fault = textAt(result, "error.message") ?? textAt(jsonIn(stderr), "error.message");
    if (code !== 0 || result?.["is_error"] !== false) {
      return fault === undefined ? silent(code) : failed({ says: fault, status: statusIn(fault) });
    }
    const text = textAt(result, "result");
    if (text === undefined) return silent(code);
    return answered({
      text,
      model: servedIn(result),
      version: textAt(
        lines.find(({ subtype }) => subtype === "init"),
        "qwen_code_version",
      ),
      tokens: {
        input: numberAt(result, "usage.input_tokens"),
        cached: numberAt(result, "usage.cache_read_input_tokens"),
        output: numberAt(result, "usage.output_tokens"),
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
function servedIn(result: Fields): string | undefined {
  return Object.keys(fieldsOf(at(result, "stats.models")))[0];
}

function statusIn(says: string): number | undefined {
  const [, digits] = /\bAPI Error: ([45]\d\d)\b/.exec(says) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
