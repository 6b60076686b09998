/** What a command works with: streams, environment, and the debates of the project it was called in. */
import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { dissent, type DebateRecord, type Dissent } from "../dissent.ts";
import { SetupError } from "../errors.ts";
import { nearest } from "../intake/nearest.ts";
import { parseScript } from "../intake/read-script.ts";
import { readText } from "../intake/read-text.ts";
import { readLine } from "../kernel/chain.ts";
import type { ModelAccess } from "../models/access.ts";
import { storedSecrets, withStoredKeys } from "../models/keys.ts";
import { type ModelSource, modelSource } from "../models/registry.ts";
import { redactor } from "../redact.ts";
import { parseJournalFile, textsNamedBy } from "../stores/journal-file.ts";
import { memoryStore } from "../stores/memory.ts";
import { sqliteStore } from "../stores/sqlite.ts";
import { databasePath, preparedCassette, preparedDatabase } from "./own-files.ts";
import { type Output, type Style, styleOf } from "./terminal.ts";

export interface GlobalFlags {
  readonly cwd?: string;
  readonly config?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly display?: "auto" | "live" | "plain" | "none";
  readonly color?: boolean;
}

export interface Session {
  /** Where the command was called, or what -C says. */
  readonly cwd: string;
  /** The project the command works in: where its `.dissent` is or will be. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Style of standard output. */
  readonly style: Style;
  readonly flags: GlobalFlags;
  /** Who acts, for the record. */
  readonly person: string;
  /** What was typed after the program's name. */
  readonly args: readonly string[];
}

export function openSession(flags: GlobalFlags): Session {
  const cwd = resolve(flags.cwd ?? process.cwd());
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new SetupError("file-unreadable", `There is no directory ${cwd}.`, {
      hint: "Check the path after -C.",
    });
  }
  const env = flags.color === false ? { ...process.env, NO_COLOR: "1" } : process.env;
  return {
    cwd,
    root: projectRoot(cwd),
    env,
    homeDir: homedir(),
    stdout: process.stdout,
    stderr: process.stderr,
    style: styleOf(process.stdout, env),
    flags,
    person: env["DISSENT_BY"] ?? env["USER"] ?? env["USERNAME"] ?? "someone",
    args: process.argv.slice(2),
  };
}

/** The nearest directory that holds debates, a configuration or a repository; else where we are. */
function projectRoot(cwd: string): string {
  for (let at = cwd; ; at = dirname(at)) {
    // what someone once did in their home directory is not every project's
    if (at === homedir() && at !== cwd) return cwd;
    if (MARKS.some((mark) => existsSync(join(at, mark)))) return at;
    if (dirname(at) === at) return cwd;
  }
}

const MARKS = [".dissent", "dissent.yaml", "dissent.yml", "dissent.json", ".git"];

export interface AppSetting {
  readonly record?: string | undefined;
  readonly replay?: string | undefined;
}

export function openApp(session: Session, { record, replay }: AppSetting = {}): Dissent {
  if (record !== undefined) preparedCassette(resolve(session.cwd, record));
  return dissent({
    store: sqliteStore(preparedDatabase(session.root)),
    modelFor: modelsFor(session, { record, replay }),
    redact: redactorFor(session),
  });
}

/** Takes out every key that the environment has, that is stored, or that a provider was given (K17). */
export function redactorFor(session: Session): (text: string) => string {
  const stored = storedSecrets(session);
  let known = handedOut.size;
  let redact = redactor(session.env, [...stored, ...handedOut]);
  return (text) => {
    if (handedOut.size !== known) {
      known = handedOut.size;
      redact = redactor(session.env, [...stored, ...handedOut]);
    }
    return redact(text);
  };
}

/** Keys under names that do not look like a key's are known once a model was made with them. */
const handedOut = new Set<string>();

/** For planning: the same rules and models, and no database that a mistake would leave behind. */
export function planningApp(session: Session, { record, replay }: AppSetting = {}): Dissent {
  return dissent({ store: memoryStore(), modelFor: modelsFor(session, { record, replay }) });
}

export function modelsFor(session: Session, { record, replay }: AppSetting): ModelSource {
  return modelSource({
    cwd: session.cwd,
    ...(record !== undefined && { recordTo: record }),
    ...(replay !== undefined && { replayFrom: replay }),
    parseScript,
    env: () => withStoredKeys(session),
    access: () => accessFor(session),
    suggest: nearest,
    onSecret: (secret) => void handedOut.add(secret),
  });
}

/** Providers and agents of the configuration; a brief can name them and define none. */
async function accessFor({ cwd, env, homeDir, flags }: Session): Promise<ModelAccess> {
  const { resolveConfig } = await import("../intake/config.ts");
  const configPath = flags.config ?? null;
  const request = { flags: [], env, brief: null, cwd, configPath, homeDir };
  return (await resolveConfig(request)).values.access;
}

/** Opens the project's debates, or says that there are none, without making a database. */
export function existingApp(session: Session): Dissent {
  if (!existsSync(databasePath(session.root))) {
    throw new SetupError("unknown-debate", "There are no debates here yet.", {
      hint: 'Start one: dissent "A or B?" --option "A: …" --option "B: …"',
    });
  }
  return openApp(session);
}

/** A debate of this project by its id, its ending or `last`; or a journal file. */
export async function recordOf(session: Session, reference: string): Promise<DebateRecord> {
  if (reference.endsWith(".jsonl")) return recordFromFile(session, reference);
  const app = existingApp(session);
  try {
    const { id, lines, events } = await app.read(await app.find(reference));
    const texts = new Map<string, string>();
    const record = await app.read(id);
    for (const sha256 of events.flatMap(textsNamedBy)) {
      const text = await record.text(sha256);
      if (text !== undefined) texts.set(sha256, text);
    }
    return { id, lines, events, text: async (sha256) => texts.get(sha256) };
  } finally {
    await app.close();
  }
}

// far more than a debate needs; a larger file is not a journal
const LARGEST_JOURNAL = 256 * 1024 * 1024;

async function recordFromFile({ cwd }: Session, path: string): Promise<DebateRecord> {
  const text = await readText(resolve(cwd, path), { maxBytes: LARGEST_JOURNAL, shown: path });
  const { lines, texts } = parseJournalFile(text, path);
  const events = lines.map((line, index) => {
    try {
      return readLine(line);
    } catch (cause) {
      throw new SetupError("bad-journal", `${path}: event ${index} is not JSON.`, { cause });
    }
  });
  const first = events[0]?.fact;
  const id = first?.type === "debate-opened" ? first.debate : path;
  return { id, lines, events, text: async (sha256) => texts.get(sha256) };
}
