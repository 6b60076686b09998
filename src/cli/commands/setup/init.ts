/** Writes the files a project needs: configuration, a first brief, the editor's schema, a block for coding agents. */
import { existsSync } from "node:fs";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

import { stringify } from "yaml";

import { prepareDissentFolder } from "../../../app/project/dissent-folder.ts";
import { formatSettingsSchema } from "../../../config/config-schema.ts";
import { readTextIfPresent } from "../../../config/context/read-text-file.ts";
import { SetupError } from "../../../errors.ts";
import { DEFAULT_PROTOCOL } from "../../../protocols/names.ts";
import { createSlug } from "../../../text/slug.ts";
import { stringifyForTerminal } from "../../../text/terminal-json.ts";
import type { CliContext } from "../../cli-context.ts";
import { AGENTS_BLOCK, findAgentsBlock } from "../../mcp/agent-guidance.ts";
import type { CommandHandler } from "../../program/program.ts";
import { canAskPerson } from "../../terminal/ask-person.ts";
import { sanitizeForTerminal } from "../../terminal/terminal-style.ts";
import {
  askInitQuestions,
  type FirstBrief,
  type InitAnswers,
  SERVER_NAME,
} from "./init-questions.ts";

interface FileAddition {
  readonly path: string;
  readonly text: string;
  readonly how: "create" | "append" | "update";
  /** Shown below the path, where that does not say enough. */
  readonly summary?: string;
}

/** Writes what is missing and nothing else; running it twice changes nothing. */
export const runInitCommand: CommandHandler = async (cli, [dir], flags) => {
  const root = resolve(cli.cwd, dir ?? ".");
  const forAgents = flags["agents"] === true ? await planAgentsAddition(cli, root) : [];
  const answers = await askWhatIsMissing(cli, root, flags["yes"] === true);
  if (answers === null) return 0;
  const brief = join(root, "debates", `${chooseBriefName(answers)}.md`);
  const additions = [...(await listMissingFiles(root, { answers, brief })), ...forAgents];
  const shown = (path: string): string => relative(cli.cwd, path) || path;
  const isRunnable = answers.brief === null || answers.brief.facts !== "";
  const steps = [
    ...(answers.hasModel ? [] : ["connect a model (dissent doctor)"]),
    ...(isRunnable ? [] : [`add the facts to ${shown(brief)}`]),
    `dissent run ${shown(brief)}`,
  ];
  if (additions.some(({ path }) => path === resolveSchemaCopyPath(root)))
    prepareDissentFolder(root);
  for (const addition of additions) await writeFileAddition(addition);
  const done = additions.map(({ path, how }) => ({ path: shown(path), how }));
  if (cli.flags.json === true) {
    cli.stdout.write(`${stringifyForTerminal({ event: "init", files: done, next: steps })}\n`);
    return 0;
  }
  if (additions.length === 0) {
    cli.stdout.write("Everything is there already.\n");
    return 0;
  }
  for (const { path, how, summary } of additions) {
    cli.stdout.write(`${how} ${shown(path)}\n${summary === undefined ? "" : `${summary}\n`}`);
  }
  cli.stdout.write(`next: ${steps.join(", then: ")}\n`);
  return 0;
};

/** With defaults where nothing is to be asked; null where the person left. */
async function askWhatIsMissing(
  cli: CliContext,
  root: string,
  isSilent: boolean,
): Promise<InitAnswers | null> {
  const [config, example] = await Promise.all([
    readTextIfPresent(join(root, "dissent.yaml")),
    readTextIfPresent(join(root, "debates", "example.md")),
  ]);
  const missing = { config: config === undefined, brief: example === undefined };
  if (isSilent || (!missing.config && !missing.brief)) return DEFAULT_ANSWERS;
  if (canAskPerson(cli) && cli.flags.json !== true) return askInitQuestions(cli, missing);
  throw new SetupError("needs-confirmation", "There is no terminal to ask on.", {
    hint: "Write the files without asking: dissent init --yes",
  });
}

const DEFAULT_ANSWERS: InitAnswers = { panel: [], server: null, brief: null, hasModel: true };

function chooseBriefName({ brief }: InitAnswers): string {
  return brief === null ? "example" : createSlug(brief.question) || "question";
}

async function listMissingFiles(
  root: string,
  { answers, brief }: { readonly answers: InitAnswers; readonly brief: string },
): Promise<FileAddition[]> {
  const additions: FileAddition[] = [];
  const config = join(root, "dissent.yaml");
  const written = await readTextIfPresent(config);
  const configText = written ?? renderConfig(chooseSchemaReference(root), answers);
  if (written === undefined) additions.push({ path: config, text: configText, how: "create" });
  additions.push(...(await planSchemaAddition(root, configText)));
  if ((await readTextIfPresent(brief)) === undefined)
    additions.push({ path: brief, text: renderBrief(answers.brief), how: "create" });
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

function renderConfig(schema: string, { panel, server }: InitAnswers): string {
  const own = {
    ...(panel.length > 0 && { panel: [...panel] }),
    ...(server !== null && { endpoints: { [SERVER_NAME]: { baseUrl: server } } }),
  };
  const models =
    panel.length > 0
      ? stringify(own).trimEnd()
      : "# panel: [anthropic/claude-sonnet-5, openai/gpt-6-sol]";
  return `# yaml-language-server: $schema=${schema}
version: 1
protocol: ${DEFAULT_PROTOCOL}
consensus: 2/3
# Your own choice for single seats:
# participants:
#   risk: person
#   security: { model: offline, stance: cautious }
# Models for all other seats, taken in turn; without it, every model that is found (dissent doctor):
${models}
# limits: { usd: 2 }
`;
}

function renderBrief(brief: FirstBrief | null): string {
  if (brief === null) return EXAMPLE_BRIEF;
  const { question, options, facts } = brief;
  const letters = options.map((option, at) => [String.fromCodePoint(65 + at), option] as const);
  const head = { question, ...(options.length > 0 && { options: Object.fromEntries(letters) }) };
  return `---\n${stringify(head)}---\n${facts === "" ? "" : `${facts}\n`}`;
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
