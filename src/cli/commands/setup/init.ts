/** Writes the files a project needs: configuration, CI job, editor and agent setup. */
import { existsSync } from "node:fs";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

import { prepareDissentFolder } from "../../../app/project/dissent-folder.ts";
import { formatSettingsSchema } from "../../../config/config-schema.ts";
import { readTextIfPresent } from "../../../config/context/read-text-file.ts";
import { SetupError } from "../../../errors.ts";
import { DEFAULT_PROTOCOL } from "../../../protocols/names.ts";
import type { CliContext } from "../../cli-context.ts";
import { AGENTS_BLOCK, findAgentsBlock } from "../../mcp/agent-guidance.ts";
import type { CommandHandler } from "../../program/program.ts";
import { confirmInTerminal, canAskPerson } from "../../terminal/ask-person.ts";
import { sanitizeForTerminal } from "../../terminal/terminal-style.ts";

interface FileAddition {
  readonly path: string;
  readonly text: string;
  readonly how: "create" | "append" | "update";
  /** Shown instead of a text that nobody would read. */
  readonly summary?: string;
}

/** Writes what is missing and nothing else; running it twice changes nothing. */
export const runInitCommand: CommandHandler = async (cli, [dir], flags) => {
  const root = resolve(cli.cwd, dir ?? ".");
  const forAgents = flags["agents"] === true ? await planAgentsAddition(cli, root) : [];
  const additions = [...(await listMissingFiles(root)), ...forAgents];
  const shown = (path: string): string => relative(cli.cwd, path) || path;
  if (additions.length === 0) {
    cli.stdout.write("Everything is there already.\n");
    return 0;
  }
  for (const { path, text, how, summary } of additions) {
    const content = summary ?? text.replaceAll(/^/gm, "  + ").trimEnd();
    cli.stdout.write(`${how} ${shown(path)}\n${content}\n`);
  }
  if (flags["yes"] !== true && !(await confirmFileAdditions(cli))) return 0;
  if (additions.some(({ path }) => path === resolveSchemaCopyPath(root)))
    prepareDissentFolder(root);
  for (const addition of additions) await writeFileAddition(addition);
  cli.stdout.write(`\nNow run: dissent run ${shown(join(root, "debates", "example.md"))}\n`);
  return 0;
};

async function listMissingFiles(root: string): Promise<FileAddition[]> {
  const additions: FileAddition[] = [];
  const config = join(root, "dissent.yaml");
  const written = await readTextIfPresent(config);
  const configText = written ?? renderExampleConfig(chooseSchemaReference(root));
  if (written === undefined) additions.push({ path: config, text: configText, how: "create" });
  additions.push(...(await planSchemaAddition(root, configText)));
  const brief = join(root, "debates", "example.md");
  if ((await readTextIfPresent(brief)) === undefined)
    additions.push({ path: brief, text: EXAMPLE_BRIEF, how: "create" });
  const ignore = join(root, ".gitignore");
  const ignored = await readTextIfPresent(ignore);
  if (!ignored?.split(/\r?\n/).some((line) => /^\/?\.dissent\/?$/.test(line.trim()))) {
    const gap = ignored === undefined || ignored === "" || ignored.endsWith("\n") ? "" : "\n";
    additions.push({
      path: ignore,
      text: `${gap}.dissent/\n`,
      how: ignored === undefined ? "create" : "append",
    });
  }
  return additions;
}

const SCHEMA_COPY = "./.dissent/dissent.schema.json";
const SCHEMA_INSTALLED = "./node_modules/dissent/schema/dissent.schema.json";

function resolveSchemaCopyPath(root: string): string {
  return join(root, SCHEMA_COPY);
}

/** Relative, since the file is committed: the package in the project, or a copy where Dissent is installed elsewhere. */
function chooseSchemaReference(root: string): string {
  return existsSync(join(root, SCHEMA_INSTALLED)) ? SCHEMA_INSTALLED : SCHEMA_COPY;
}

/** Git ignores the copy, so a fresh clone lacks it; a newer version of Dissent replaces it. */
async function planSchemaAddition(root: string, configText: string): Promise<FileAddition[]> {
  if (!configText.includes(`$schema=${SCHEMA_COPY}`)) return [];
  const path = resolveSchemaCopyPath(root);
  const text = formatSettingsSchema();
  const there = await readTextIfPresent(path);
  if (there === text) return [];
  const summary = "  + the JSON Schema that your editor checks dissent.yaml with";
  return [{ path, text, how: there === undefined ? "create" : "update", summary }];
}

/** A block that a person has changed, or that another version wrote, is shown beside ours and left as it is. */
async function planAgentsAddition(cli: CliContext, root: string): Promise<FileAddition[]> {
  const path = join(root, "AGENTS.md");
  const text = await readTextIfPresent(path);
  if (text === undefined) return [{ path, text: AGENTS_BLOCK, how: "create" }];
  const there = findAgentsBlock(text)?.replaceAll("\r\n", "\n");
  if (there === undefined) {
    const gap = text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n";
    return [{ path, text: `${gap}${AGENTS_BLOCK}`, how: "append" }];
  }
  const [old, now] = [there.split("\n"), AGENTS_BLOCK.trimEnd().split("\n")];
  const gone = old
    .filter((line) => !now.includes(line))
    .map((line) => `  - ${sanitizeForTerminal(line)}`);
  const come = now
    .filter((line) => !old.includes(line))
    .map((line) => `  + ${sanitizeForTerminal(line)}`);
  if (there !== AGENTS_BLOCK.trimEnd()) {
    const name = relative(cli.cwd, path) || path;
    cli.stdout.write(
      `${name} has another block, and keeps it. To have this one, remove that and run it again:\n${[...gone, ...come].join("\n")}\n`,
    );
  }
  return [];
}

async function writeFileAddition({ path, text, how }: FileAddition): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    // wx: a file that appeared meanwhile is not ours to replace
    if (how === "append") await appendFile(path, text);
    else await writeFile(path, text, { flag: how === "update" ? "w" : "wx" });
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new SetupError("file-unreadable", `${path} cannot be written (${reason}).`, {
      cause,
      hint: "Choose a directory you may write to: dissent init <dir>",
    });
  }
}

async function confirmFileAdditions(cli: CliContext): Promise<boolean> {
  if (canAskPerson(cli)) return confirmInTerminal(cli, "Write these?", "Nothing was written.");
  throw new SetupError("needs-confirmation", "There is no terminal to ask on.", {
    hint: "Write the files without asking: dissent init --yes",
  });
}

function renderExampleConfig(schema: string): string {
  return `# yaml-language-server: $schema=${schema}
version: 1
protocol: ${DEFAULT_PROTOCOL}
consensus: 2/3
# Who sits, where that differs from the protocol's own seats:
# participants:
#   risk: person
#   security: { model: offline, stance: cautious }
# Models for all other seats, taken in turn; leave it out to use every model found (dissent doctor):
# panel: [anthropic/claude-sonnet-5, openai/gpt-6-sol]
# limits: { usd: 2 }
`;
}

const EXAMPLE_BRIEF = `---
question: How should the shop import the orders that customers upload?
options:
  A: The nightly job, as it is
  B: Import in the request
  C: Import through a queue
---
The nightly job has not failed in a year. Customers complain that their orders are missing until the next
morning, and twelve customers cancelled last quarter.

Import in the request shows the orders at once. An upload of 2,000 orders takes 40 seconds, and the gateway
cuts requests after 30 seconds, so large uploads fail halfway and data is lost.

Import through a queue shows the orders within a minute and retries a failed upload by itself. In a pilot,
complaints about missing orders were gone. The library is proven, and it takes one engineer two weeks.
`;
