/** Codex: `codex exec` with every tool and feature off that can be, in a read-only sandbox. */
import { join } from "node:path";

import { formatAddressHost } from "../../address-host.ts";
import {
  AGENT_SYSTEM_PROMPT,
  type AgentAdapter,
  type AgentCall,
  type AgentLaunch,
  chooseAgentLogin,
  createAnsweredResult,
  createFaultResult,
  createSilentResult,
} from "../agent-adapter.ts";
import { parseJsonLines, readNumberAt, readTextAt, parseStatusCode } from "../printed-json.ts";

const KEYS = ["OPENAI_API_KEY"];

const ALWAYS = (
  "exec --json --skip-git-repo-check --ephemeral --sandbox read-only " +
  "--ignore-user-config --ignore-rules"
).split(" ");

export const codexAdapter: AgentAdapter = {
  name: "codex",
  binary: "codex",
  install: "Install it: npm install -g @openai/codex",
  entry: {
    subscription: "Log in: codex login",
    key: "Check OPENAI_API_KEY, or use your login: agents.codex.login: subscription.",
  },
  family: () => "openai",
  keys: () => KEYS,
  auto: (_, env) => chooseAgentLogin(KEYS, env),
  passes: { key: [], subscription: [] },
  hosts: ({ login, env }) =>
    login === "key"
      ? [formatAddressHost(env["OPENAI_BASE_URL"] || OPENAI)]
      : ["chatgpt.com", "auth.openai.com"],

  launch: (call) => ({
    args: [
      ...ALWAYS,
      ...(call.modelId === null ? [] : ["-m", call.modelId]),
      ...Object.entries({
        ...CONFIG,
        model_instructions_file: JSON.stringify(join(call.folder, "instructions.md")),
        ...(call.login === "key" && createCodexProvider(call)),
      }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ...DISABLED.flatMap((feature) => ["--disable", feature]),
      "-",
    ],
    files: { "instructions.md": AGENT_SYSTEM_PROMPT },
    ...(call.login === "subscription" && createCodexHome(call)),
  }),

  read({ code, stdout }) {
    const lines = parseJsonLines(stdout);
    const fault = lines.findLast(({ type }) => type === "turn.failed" || type === "error");
    const done = lines.findLast(({ type }) => type === "turn.completed");
    // warnings of good runs come as items of type error
    if (code !== 0 || !done) {
      const says = readTextAt(fault, "error.message") ?? readTextAt(fault, "message");
      return says === undefined
        ? createSilentResult(code)
        : createFaultResult({ says, status: parseStatusCode(says, /\bstatus:? ([45]\d\d)\b/) });
    }
    const said = lines.findLast((line) => readTextAt(line, "item.type") === "agent_message");
    const text = readTextAt(said, "item.text");
    if (text === undefined) return createSilentResult(code);
    return createAnsweredResult({
      text,
      tokens: {
        input: readNumberAt(done, "usage.input_tokens"),
        cached: readNumberAt(done, "usage.cached_input_tokens"),
        output: readNumberAt(done, "usage.output_tokens"),
      },
    });
  },
};

const OPENAI = "https://api.openai.com/v1";

/** Values are TOML. */
const CONFIG = {
  approval_policy: '"never"',
  web_search: '"disabled"',
  project_doc_max_bytes: "0",
  "analytics.enabled": "false",
  include_environment_context: "false",
  include_permissions_instructions: "false",
  include_apps_instructions: "false",
  "skills.include_instructions": "false",
};

const DISABLED: readonly string[] = [
  "shell_tool",
  "unified_exec",
  "multi_agent",
  "goals",
  "apps",
  "plugins",
  "hooks",
  "image_generation",
  "view_image",
  "skill_search",
  // else it waits for the network for ever
  "unbounded_connection_retries",
];

/** The person's instructions and skills are beside the login, and no option leaves them out. */
function createCodexHome({ folder, env, personHome = "" }: AgentCall): Partial<AgentLaunch> {
  const home = join(folder, "home");
  const from = env["CODEX_HOME"] || join(personHome, ".codex");
  return {
    env: { HOME: home, CODEX_HOME: join(home, ".codex") },
    // a refreshed login must reach the person: the old one is no longer good
    links: { "home/.codex/auth.json": join(from, "auth.json") },
  };
}

/** The built-in provider ignores `OPENAI_BASE_URL` and retries out of sight; ours does neither. */
function createCodexProvider({ server, env }: AgentCall): Record<string, string> {
  const address = server === undefined ? env["OPENAI_BASE_URL"] || OPENAI : `${server}/v1`;
  const fields = {
    name: '"dissent"',
    base_url: JSON.stringify(address),
    env_key: '"OPENAI_API_KEY"',
    wire_api: '"responses"',
    request_max_retries: "0",
    stream_max_retries: "0",
  };
  const table = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  return { model_provider: '"dissent"', "model_providers.dissent": `{${table.join(",")}}` };
}
