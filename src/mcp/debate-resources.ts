/** Records as resources a host can read: the same bytes as `dissent report`, and a list of the latest. */
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";

import { loadStrengthCalibration } from "../app/project/audit-record.ts";
import { readDebateRecord } from "../app/project/project-debates.ts";
import { mayHaveDebates } from "../app/project/project-store.ts";
import { type ReportFormat, renderReport } from "../app/results/render-report.ts";
import { SetupError } from "../errors.ts";
import { isSlug } from "../text/slug.ts";
import { isHiddenFromHost } from "./debate-status.ts";
import { type McpContext, useProjectDebates } from "./mcp-context.ts";
import { quoteForAgent, quoteLabel } from "./quote-text.ts";

interface ResourceKind {
  readonly name: string;
  readonly file: string;
  readonly format: ReportFormat;
  readonly mimeType: string;
  readonly description: string;
}

const RESOURCE_KINDS: readonly ResourceKind[] = [
  {
    name: "record",
    file: "record.md",
    format: "md",
    mimeType: "text/markdown",
    description: "A debate from beginning to end, with every dissent. Words in it are quoted.",
  },
  {
    name: "adr",
    file: "adr.md",
    format: "adr",
    mimeType: "text/markdown",
    description: "The debate as a decision record.",
  },
  {
    name: "journal",
    file: "journal.jsonl",
    format: "jsonl",
    mimeType: "application/jsonl",
    description: "The journal itself, which anyone can verify.",
  },
];

const MAX_LISTED_RESOURCES = 20;
// more than a host can do anything with
const MAX_RESOURCE_CHARACTERS = 8 * 1024 * 1024;

export function registerDebateResources(server: McpServer, mcp: McpContext): void {
  for (const { name, file, format, mimeType, description } of RESOURCE_KINDS) {
    const list = format === "md" ? () => listLatestResources(mcp) : undefined;
    const template = new ResourceTemplate(`dissent://debates/{id}/${file}`, { list });
    server.registerResource(name, template, { mimeType, description }, async (uri, { id }) => {
      const text = await readResourceText(mcp, String(id), format);
      return { contents: [{ uri: uri.href, mimeType, text }] };
    });
  }
}

async function listLatestResources(
  mcp: McpContext,
): Promise<{ resources: { uri: string; name: string; title: string; mimeType: string }[] }> {
  if (!mayHaveDebates(mcp.context)) return { resources: [] };
  return useProjectDebates(mcp, async (app) => ({
    resources: (await app.list({ limit: MAX_LISTED_RESOURCES })).map(
      ({ id, question, label, status }) => ({
        uri: `dissent://debates/${id}/record.md`,
        name: id,
        title: `${quoteLabel(question)} (${label ?? status})`,
        mimeType: "text/markdown",
      }),
    ),
  }));
}

async function readResourceText(
  { context }: McpContext,
  id: string,
  format: ReportFormat,
): Promise<string> {
  if (!isSlug(id)) {
    throw new SetupError("unknown-debate", `There is no debate "${quoteForAgent(id, 80)}" here.`);
  }
  const record = await readDebateRecord(context, id);
  if (isHiddenFromHost(record.events)) {
    throw new SetupError(
      "not-decidable",
      `${record.id} is kept back while the host has a seat in it.`,
      {
        hint: "Read it when it has ended.",
      },
    );
  }
  const text = await renderReport(record, format, await loadStrengthCalibration(context));
  if (text.length <= MAX_RESOURCE_CHARACTERS) return text;
  throw new SetupError("file-too-large", `${record.id} has ${text.length} characters.`, {
    hint: `Read it from a file: dissent report ${record.id} -f ${format} -o record`,
  });
}
