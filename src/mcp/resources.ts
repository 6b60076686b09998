/** Records as things a host can read: the same bytes as `dissent report`, and a list of the latest. */
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";

import { recordOf } from "../app/desk.ts";
import { judgedHere } from "../app/project/audited.ts";
import { hasDebates } from "../app/project/project-store.ts";
import { type Format, render } from "../app/results/formats.ts";
import { SetupError } from "../errors.ts";
import { isSlug } from "../text/slug.ts";
import { withDebates } from "./projects.ts";
import { labelled, quoted } from "./quoted.ts";
import { isKeptBack } from "./standing.ts";
import type { Station } from "./station.ts";

interface Kind {
  readonly name: string;
  readonly file: string;
  readonly format: Format;
  readonly mimeType: string;
  readonly description: string;
}

const KINDS: readonly Kind[] = [
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

const MOST_LISTED = 20;
// more than a host can do anything with
const LARGEST = 8 * 1024 * 1024;

export function addResources(server: McpServer, station: Station): void {
  for (const { name, file, format, mimeType, description } of KINDS) {
    const list = format === "md" ? () => latest(station) : undefined;
    const template = new ResourceTemplate(`dissent://debates/{id}/${file}`, { list });
    server.registerResource(name, template, { mimeType, description }, async (uri, { id }) => {
      const text = await textOf(station, String(id), format);
      return { contents: [{ uri: uri.href, mimeType, text }] };
    });
  }
}

async function latest(
  station: Station,
): Promise<{ resources: { uri: string; name: string; title: string; mimeType: string }[] }> {
  if (!hasDebates(station.desk)) return { resources: [] };
  return withDebates(station, async (app) => ({
    resources: (await app.list({ limit: MOST_LISTED })).map(({ id, question, label, status }) => ({
      uri: `dissent://debates/${id}/record.md`,
      name: id,
      title: `${labelled(question)} (${label ?? status})`,
      mimeType: "text/markdown",
    })),
  }));
}

async function textOf({ desk }: Station, id: string, format: Format): Promise<string> {
  if (!isSlug(id)) {
    throw new SetupError("unknown-debate", `There is no debate "${quoted(id, 80)}" here.`);
  }
  const record = await recordOf(desk, id);
  if (isKeptBack(record.events)) {
    throw new SetupError(
      "not-decidable",
      `${record.id} is kept back while the host has a seat in it.`,
      {
        hint: "Read it when it has ended.",
      },
    );
  }
  const text = await render(record, format, await judgedHere(desk));
  if (text.length <= LARGEST) return text;
  throw new SetupError("file-too-large", `${record.id} has ${text.length} characters.`, {
    hint: `Read it from a file: dissent report ${record.id} -f ${format} -o record`,
  });
}
