/** The same plugin for Codex, which hands no keys to a server unless they are named. */
import {
  ENTRY_ON_PATH,
  PROVIDER_KEY_NAMES,
  NETWORK_VARIABLE_NAMES,
  MCP_SERVER_NAME,
} from "../../src/cli/mcp/server-entry.ts";
import { type BundleFile, IDENTITY, json, MANIFEST } from "./bundle.ts";
import { PLUGIN_ROOT } from "./claude-code.ts";

const { name, title, description, author } = IDENTITY;

export function codexFiles(): readonly BundleFile[] {
  return [
    json(".agents/plugins/marketplace.json", {
      name,
      interface: { displayName: title },
      plugins: [
        {
          name,
          source: { source: "local", path: `./${PLUGIN_ROOT}` },
          policy: { installation: "AVAILABLE", authentication: "ON_USE" },
          category: "Productivity",
        },
      ],
    }),
    json(`${PLUGIN_ROOT}/.codex-plugin/plugin.json`, {
      ...MANIFEST,
      skills: "./skills/",
      // Codex tells a plugin's server nothing of where the plugin is
      mcpServers: {
        [MCP_SERVER_NAME]: {
          ...ENTRY_ON_PATH,
          env_vars: [...PROVIDER_KEY_NAMES, ...NETWORK_VARIABLE_NAMES],
        },
      },
      interface: {
        displayName: title,
        shortDescription: "Structured debates before you decide",
        longDescription: description,
        developerName: author,
        category: "Productivity",
        capabilities: ["Interactive", "Read", "Write"],
        defaultPrompt: [
          "Have the plan in plan.md challenged",
          "Put this choice before a panel, then let me decide",
          "What was decided about this before?",
        ],
      },
    }),
  ];
}
