/** What directories of servers and crawlers of documentation read: server.json and llms.txt. */
import { readFileSync } from "node:fs";

import { VENDORS } from "../../src/domain/vendor.ts";
import { type BundleFile, IDENTITY, json } from "./bundle.ts";

const { name, title, version, description, mcpName, repository } = IDENTITY;

export function directoryFiles(): readonly BundleFile[] {
  return [
    json("server.json", {
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: mcpName,
      title,
      description,
      repository: { url: repository, source: "github" },
      version,
      packages: [
        {
          registryType: "npm",
          identifier: name,
          version,
          runtimeHint: "npx",
          transport: { type: "stdio" },
          packageArguments: [{ type: "positional", value: "mcp" }],
          environmentVariables: VENDORS.flatMap(({ name: vendor, keyNames: [key] }) =>
            key === undefined
              ? []
              : [
                  {
                    name: key,
                    description: `Key for models of ${vendor}`,
                    isRequired: false,
                    isSecret: true,
                  },
                ],
          ),
        },
      ],
    }),
    { path: "llms.txt", text: llmsText() },
  ];
}

/** One link a page, in the words and the order of docs/index.md. */
function llmsText(): string {
  const index = readFileSync(new URL("../../docs/index.md", import.meta.url), "utf8");
  const pages = [...index.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \| (.+) \|$/gm)];
  const links = pages.map(([, page, path, holds]) => `- [${page}](docs/${path}): ${holds}`);
  return `# ${title}

> ${description}

Dissent is a command line, a library and an MCP server for Node. It puts a question before several models, which commit
blind and then challenge each other. Code computes the outcome, and anyone can check it offline with the journal. In a
clone, \`npx dissent demo\` plays a recorded debate without a key.

## Documentation

${links.join("\n")}

## Optional

- [Architecture](ARCHITECTURE.md): layers, contracts, the life of one debate
- [Contributing](CONTRIBUTING.md): commands, house rules, definition of done
`;
}
