/** The four questions that `init` asks on a terminal: which models, what to decide, the options, the facts. */
import { resolveConfigWithFlags } from "../../../app/resolve-input.ts";
import { VENDORS } from "../../../domain/vendor.ts";
import { saveStoredKey } from "../../../models/stored-keys.ts";
import type { CliContext } from "../../cli-context.ts";
import { readEnvironmentWithKeys } from "../../doctor/diagnosis.ts";
import { type FoundModel, searchSeatableModels } from "../../doctor/find-models.ts";
import { type AskQuestion, askPerson } from "../../terminal/ask-person.ts";
import { sanitizeForTerminal } from "../../terminal/terminal-style.ts";
import { askForKey } from "./keys.ts";

export interface InitAnswers {
  /** The models that the person named; empty for all that are found. */
  readonly panel: readonly string[];
  /** An OpenAI-compatible server that the person named. */
  readonly server: string | null;
  /** Null for the example. */
  readonly brief: FirstBrief | null;
  /** Whether a debate could start now. */
  readonly hasModel: boolean;
}

export interface FirstBrief {
  readonly question: string;
  readonly options: readonly string[];
  readonly facts: string;
}

export const NO_FILE_WRITTEN = "No file was written.";
/** The endpoint's name in dissent.yaml. */
export const SERVER_NAME = "local";

const leaving = { whenLeft: NO_FILE_WRITTEN };

/** Null where the person left; what a file that is there already answers is not asked. */
export async function askInitQuestions(
  cli: CliContext,
  missing: { readonly config: boolean; readonly brief: boolean },
): Promise<InitAnswers | null> {
  const found = await findModels(cli);
  const models = missing.config ? await askForModels(cli, found) : { panel: [], server: null };
  if (models === null) return null;
  const hasModel = found.length > 0 || models.panel.length > 0 || "key" in models;
  if (!missing.brief) return { ...models, brief: null, hasModel };
  const brief = await askPerson(cli, leaving, askForBrief);
  return brief === undefined ? null : { ...models, brief, hasModel };
}

async function findModels(cli: CliContext): Promise<readonly FoundModel[]> {
  const { values: config } = await resolveConfigWithFlags(cli, {}, null);
  const { env } = readEnvironmentWithKeys(cli);
  const signal = AbortSignal.timeout(SEARCH_MS);
  const search = { config, cwd: cli.cwd, env, more: [], signal, quiet: false };
  return (await searchSeatableModels(search)).found;
}

const SEARCH_MS = 10_000;

type ModelAnswer = Pick<InitAnswers, "panel" | "server"> & { readonly key?: true };

async function askForModels(
  cli: CliContext,
  found: readonly FoundModel[],
): Promise<ModelAnswer | null> {
  const listed = found.map(({ reference }) => sanitizeForTerminal(reference)).join(", ");
  cli.stderr.write(
    found.length > 0
      ? `Models found: ${listed}\n`
      : "No model was found. Name anthropic, openai or google to paste a key, or a server with a model: http://127.0.0.1:1234/v1 qwen3\n",
  );
  const question = `1/4  Which models? [${found.length > 0 ? "all of these" : "none yet"}] `;
  const say = (problem: string): void => void cli.stderr.write(`     ${problem}\n`);
  const answer = await askPerson(cli, leaving, (ask) => askUntil(() => ask(question), say));
  if (answer === undefined) return null;
  if (!("vendor" in answer)) return answer;
  const key = await askForKey(cli, answer.vendor);
  if (key === undefined) return null;
  await saveStoredKey(cli, answer.vendor, key);
  return { panel: [], server: null, key: true };
}

async function askForBrief(ask: AskQuestion): Promise<FirstBrief | null | undefined> {
  const question = (await ask("2/4  What do you want to decide? [an example] "))?.trim();
  if (question === undefined) return undefined;
  if (question === "") return null;
  const options = await ask("3/4  Which options? Put ; between them. [a model may draft them] ");
  if (options === undefined) return undefined;
  const facts = await ask(
    "4/4  What should everyone know? Put ; between facts. [you add it to the file] ",
  );
  if (facts === undefined) return undefined;
  return { question, options: splitParts(options), facts: formatFacts(facts) };
}

function splitParts(answer: string): string[] {
  return answer
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** One fact as it is, several as a list. */
export function formatFacts(answer: string): string {
  const facts = splitParts(answer);
  return facts.length > 1 ? facts.map((fact) => `- ${fact}`).join("\n") : (facts[0] ?? "");
}

/** Undefined on Ctrl-D; asked again after an answer that cannot be used. */
async function askUntil(
  ask: () => ReturnType<AskQuestion>,
  say: (problem: string) => void,
): Promise<Exclude<ReturnType<typeof parseModels>, string> | undefined> {
  for (;;) {
    const answer = await ask();
    if (answer === undefined) return undefined;
    const parsed = parseModels(answer.trim());
    if (typeof parsed !== "string") return parsed;
    say(parsed);
  }
}

/** A sentence where the answer cannot be used. */
export function parseModels(answer: string): ModelAnswer | { readonly vendor: string } | string {
  const words = answer.split(/[\s,]+/).filter((word) => word !== "");
  const [first = "", ...models] = words;
  if (first === "") return { panel: [], server: null };
  const vendor = VENDORS.find(({ name }) => name === first.toLowerCase());
  const keyName = vendor?.keyNames[0];
  if (keyName !== undefined && models.length === 0) return { vendor: keyName };
  if (/^https?:\/\//i.test(first)) {
    if (!URL.canParse(first)) return "That address cannot be read.";
    if (models.length === 0) return `Add a model of that server: ${first} <model>`;
    return { panel: models.map((model) => `${SERVER_NAME}/${model}`), server: first };
  }
  const odd = words.find((word) => !/^[\w.-]+(?:\/\S+)?$/.test(word));
  return odd === undefined
    ? { panel: words, server: null }
    : `${sanitizeForTerminal(odd)} is not the name of a model, such as anthropic/claude-sonnet-5.`;
}
