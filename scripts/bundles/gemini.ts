/** The extension for Gemini CLI, and its commands. */
import { PROVIDER_KEY_NAMES, MCP_SERVER_NAME } from "../../src/cli/mcp/server-entry.ts";
import { VENDORS } from "../../src/domain/vendor.ts";
import { type BundleFile, IDENTITY, json } from "./bundle.ts";
import { PLUGIN_ROOT, SERVER_LAUNCHER } from "./claude-code.ts";
import { type Skill, SKILLS, skillText } from "./skills.ts";

const { name, version, description } = IDENTITY;

export function geminiFiles(): readonly BundleFile[] {
  return [
    json("gemini-extension.json", {
      name,
      version,
      description,
      // the environment is filtered: what is named neither here nor in the settings does not reach the server
      mcpServers: {
        [MCP_SERVER_NAME]: {
          command: "node",
          args: [`\${extensionPath}/${PLUGIN_ROOT}/${SERVER_LAUNCHER}`],
          env: references(PROVIDER_KEY_NAMES),
        },
      },
      settings: VENDORS.flatMap(({ name: vendor, keyNames: [envVar] }) =>
        envVar === undefined
          ? []
          : [
              {
                name: `Key for ${vendor}`,
                description: `Optional: a key for models of ${vendor}. Leave it empty to use your environment's or a stored key.`,
                envVar,
                sensitive: true,
              },
            ],
      ),
    }),
    ...SKILLS.map(command),
  ];
}

/** To be filled in by the host: never keys. */
function references(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `$${name}`]));
}

function command(skill: Skill): BundleFile {
  const prompt = `${skillText(skill)}\n\nGiven by the user (${skill.given}):\n\n{{args}}\n`;
  return {
    path: `commands/${name}/${skill.name}.toml`,
    text: `description = ${basic(skill.summary)}\nprompt = """\n${multiline(prompt)}"""\n`,
  };
}

/** JSON's strings are TOML's basic strings. */
function basic(text: string): string {
  return JSON.stringify(text);
}

function multiline(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
}
