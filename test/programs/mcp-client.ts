/** A host that starts a debate over real pipes, says which and who serves it, and stays until it is killed. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [bin = "", cwd = "", home = ""] = process.argv.slice(2);
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [bin, "mcp"],
  cwd,
  env: { PATH: process.env["PATH"] ?? "", HOME: home, USER: "tester" },
  stderr: "ignore",
});
const client = new Client({ name: "killed-host", version: "1.0" }, { capabilities: {} });
await client.connect(transport);
const { structuredContent } = await client.callTool({
  name: "start_debate",
  arguments: JSON.parse(process.argv[5] ?? "{}") as Record<string, unknown>,
});
const { debate } = structuredContent as { debate: string };
process.stdout.write(`${JSON.stringify({ debate, server: transport.pid })}\n`);
setInterval(() => {}, 60_000);
