/** The plugin for Claude Code, and the marketplace that this repository is. */
import { readFileSync } from "node:fs";

import { MCP_SERVER_NAME } from "../../src/cli/mcp/server-entry.ts";
import { type BundleFile, IDENTITY, json, MANIFEST } from "./bundle.ts";
import { type Skill, SKILLS, skillText } from "./skills.ts";

export const PLUGIN_ROOT = "plugins/dissent";
/** In the plugin, and for Gemini's extension in the repository: it finds the Dissent that is installed. */
export const SERVER_LAUNCHER = "launch-server.mjs";

const { name, version, description, author, license, keywords } = IDENTITY;

export function claudeFiles(): readonly BundleFile[] {
  return [
    json(".claude-plugin/marketplace.json", {
      name,
      owner: { name: author },
      metadata: { description, version },
      plugins: [
        {
          name,
          source: `./${PLUGIN_ROOT}`,
          description,
          version,
          author: { name: author },
          license,
          keywords,
          category: "productivity",
        },
      ],
    }),
    json(`${PLUGIN_ROOT}/.claude-plugin/plugin.json`, MANIFEST),
    json(`${PLUGIN_ROOT}/.mcp.json`, {
      mcpServers: {
        [MCP_SERVER_NAME]: { command: "node", args: [`\${CLAUDE_PLUGIN_ROOT}/${SERVER_LAUNCHER}`] },
      },
    }),
    { path: `${PLUGIN_ROOT}/${SERVER_LAUNCHER}`, text: launcherText() },
    { path: `${PLUGIN_ROOT}/README.md`, text: readme() },
    ...SKILLS.map(skillFile),
  ];
}

function launcherText(): string {
  const text = readFileSync(new URL("launch-server.mjs", import.meta.url), "utf8");
  return text.replace("MCP_NAME", IDENTITY.mcpName);
}

/** Front matter as the Agent Skills format has it, which Codex and others read as well. */
function skillFile(skill: Skill): BundleFile {
  const front = [`name: ${skill.name}`, `description: ${JSON.stringify(skill.description)}`];
  return {
    path: `${PLUGIN_ROOT}/skills/${skill.name}/SKILL.md`,
    text: `---\n${front.join("\n")}\nlicense: ${license}\n---\n\n${skillText(skill)}\n`,
  };
}

function readme(): string {
  return `# Dissent

${description}

| Skill | What it does |
| --- | --- |
${SKILLS.map((skill) => `| \`${skill.name}\` | ${skill.summary} |`).join("\n")}

Install it from the marketplace that the repository is:

\`\`\`
/plugin install dissent --marketplace dissent/dissent
\`\`\`

The plugin starts the \`dissent\` that is installed on your machine and downloads nothing. If there is none, install it from
a clone of the repository: \`npm ci && npm link\`. Installing the plugin starts no debate; one that may cost money needs the
user's word. Node 22.19 or newer is needed.
`;
}
