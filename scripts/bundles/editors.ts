/** Rules, snippets and install links for editors. */
import { ENTRY_ON_PATH, MCP_SERVER_NAME } from "../../src/cli/mcp/server-entry.ts";
import type { BundleFile } from "./bundle.ts";
import { WHOLE_RULE } from "./skills.ts";

export function cursorFiles(): readonly BundleFile[] {
  const front = [
    "description: When to have a plan challenged, a question debated or drafts merged with Dissent, and when not",
    "globs:",
    "alwaysApply: false",
  ];
  return [
    { path: ".cursor/rules/dissent.mdc", text: `---\n${front.join("\n")}\n---\n\n${WHOLE_RULE}\n` },
  ];
}

const ENTRY = JSON.stringify(ENTRY_ON_PATH);

/** As Cursor's install links have it: the entry of mcp.json in base64. */
export const CURSOR_CONFIG = Buffer.from(ENTRY, "utf8").toString("base64");

/** Links in Markdown that GitHub shows: it takes out every scheme but the web's. */
export const LINKS = {
  cursor: `https://cursor.com/install-mcp?name=${MCP_SERVER_NAME}&config=${encodeURIComponent(CURSOR_CONFIG)}`,
  vscode: `https://vscode.dev/redirect/mcp/install?name=${MCP_SERVER_NAME}&config=${encodeURIComponent(ENTRY)}`,
} as const;

/** The same for a browser's address line. */
export const DEEPLINKS = {
  cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=${MCP_SERVER_NAME}&config=${encodeURIComponent(CURSOR_CONFIG)}`,
  vscode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: MCP_SERVER_NAME, ...ENTRY_ON_PATH }))}`,
} as const;
