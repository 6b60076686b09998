/**
 * The application context that command line, server and MCP share: a project with its debates, configuration and
 * models.
 */
import { resolve } from "node:path";

import { parseModelScript } from "../config/briefs/parse-script.ts";
import { readTextFile } from "../config/context/read-text-file.ts";
import { type DebateRecord, type Dissent, dissent } from "../dissent.ts";
import { readOpening } from "../domain/journal/event.ts";
import { SetupError } from "../errors.ts";
import type { ModelAccess } from "../models/model-access.ts";
import { type ModelSource, modelSource } from "../models/model-registry.ts";
import { addStoredKeys, listStoredSecrets } from "../models/stored-keys.ts";
import { type TrafficSource, processTraffic } from "../models/traffic-source.ts";
import { signJournalEvent } from "../signing/sign-event.ts";
import { listReferencedTexts } from "../stores/journal-file.ts";
import { memoryStore } from "../stores/memory.ts";
import { listTelemetrySecrets, withTelemetry } from "../telemetry/telemetry.ts";
import { findNearestWord } from "../text/nearest-word.ts";
import { type Redactor, createKnownSecretRedactor, createRedactor } from "../text/redact.ts";
import { createConfiguredEngine } from "./configured-engine.ts";
import { readPackageVersion } from "./package-version.ts";
import { checkCassetteWritable } from "./project/dissent-folder.ts";
import { createSigningContext } from "./project/event-signing.ts";
import { parseCheckedJournal } from "./project/parse-journal.ts";
import {
  mayHaveDebates,
  openProjectStore,
  usesDatabaseFile,
  withLostDebateCheck,
} from "./project/project-store.ts";
import {
  UntrustedProgramError,
  areTrustedPrograms,
  listProjectPrograms,
} from "./project/trusted-programs.ts";

export interface AppContext {
  /** Where the person is; paths they give are read from here. */
  readonly cwd: string;
  /** The project: where its `.dissent` is or will be. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  /** A configuration named instead of the one that is found; else null. */
  readonly configPath: string | null;
  /** Who acts, for the record. */
  readonly person: string;
  /** What `-` stands for. */
  readonly stdin: () => Promise<string>;
  /** On a server: the key it signs with in place of a person's; null where it has none. */
  readonly serverKey?: string | null;
}

export interface CassetteOptions {
  readonly record?: string | undefined;
  readonly replay?: string | undefined;
}

export function openProjectApp(
  appContext: AppContext,
  { record, replay }: CassetteOptions = {},
): Dissent {
  if (record !== undefined) checkCassetteWritable(resolve(appContext.cwd, record));
  const redact = createContextRedactor(appContext);
  const onTrouble = (words: string): void =>
    void process.stderr.write(`dissent: ${redact(words)}\n`);
  const store = openProjectStore(appContext);
  const signing = createSigningContext(appContext, store);
  const app = dissent({
    store,
    sign: (debate, event) => signJournalEvent(debate, event, signing),
    modelFor: createModelSource(appContext, { record, replay }),
    redact,
    // answers from a file are given here, whoever else could answer
    ...(record === undefined &&
      replay === undefined && {
        engine: (inline) =>
          createConfiguredEngine(appContext, { inline, store, onNotice: onTrouble }),
      }),
  });
  const known = usesDatabaseFile(appContext) ? withLostDebateCheck(app, appContext.root) : app;
  return withTelemetry(known, { env: appContext.env, version: readPackageVersion(), onTrouble });
}

type SecretsContext = Pick<AppContext, "env" | "homeDir">;

/**
 * Takes out every key that the environment has, that is stored, or that a provider was given (K17), and what looks like
 * a secret.
 */
export function createContextRedactor(appContext: SecretsContext): Redactor {
  return createRefreshingRedactor(appContext, createRedactor);
}

/** Takes out this person's own keys and nothing that merely looks like one. */
export function createOwnKeyRedactor(appContext: SecretsContext): Redactor {
  return createRefreshingRedactor(appContext, createKnownSecretRedactor);
}

function createRefreshingRedactor(
  appContext: SecretsContext,
  make: typeof createRedactor,
): Redactor {
  const stored = [...listStoredSecrets(appContext), ...listTelemetrySecrets(appContext.env)];
  let known = handedOutSecrets.size;
  let redact = make(appContext.env, [...stored, ...handedOutSecrets]);
  const current = (): Redactor => {
    if (handedOutSecrets.size !== known) {
      known = handedOutSecrets.size;
      redact = make(appContext.env, [...stored, ...handedOutSecrets]);
    }
    return redact;
  };
  return Object.assign((text: string) => current()(text), {
    spacedSecrets: () => current().spacedSecrets?.() ?? [],
  });
}

/** Keys under names that do not look like a key's are known once a model was made with them. */
const handedOutSecrets = new Set<string>();

/** For planning: the same rules and models, and no database that a mistake would leave behind. */
export function createPlanningApp(
  appContext: AppContext,
  { record, replay }: CassetteOptions = {},
): Dissent {
  return dissent({
    store: memoryStore(),
    modelFor: createModelSource(appContext, { record, replay }),
  });
}

export function createModelSource(
  appContext: AppContext,
  { record, replay }: CassetteOptions,
  traffic: TrafficSource = processTraffic,
): ModelSource {
  return modelSource({
    cwd: appContext.cwd,
    ...(record !== undefined && { recordTo: record }),
    ...(replay !== undefined && { replayFrom: replay }),
    parseScript: parseModelScript,
    env: () => addStoredKeys(appContext),
    access: () => loadModelAccess(appContext),
    suggest: findNearestWord,
    traffic,
    onSecret: (secret) => void handedOutSecrets.add(secret),
    redact: createContextRedactor(appContext),
  });
}

/** Providers and agents of the configuration; a brief can name them and define none. */
export async function loadModelAccess(appContext: AppContext): Promise<ModelAccess> {
  const { cwd, env, homeDir, configPath } = appContext;
  const { resolveConfig } = await import("../config/config.ts");
  const request = { flags: [], env, brief: null, cwd, configPath, homeDir };
  const configuration = await resolveConfig(request);
  const { access } = configuration.values;
  const programs = listProjectPrograms(configuration);
  if (programs === null) return access;
  return {
    ...access,
    refusal: (agent) =>
      programs.commands.has(agent) && !areTrustedPrograms(appContext, programs)
        ? new UntrustedProgramError(agent, programs)
        : undefined,
  };
}

/** Opens the project's debates, or says that there are none, without making a database. */
export function openExistingApp(appContext: AppContext, setting: CassetteOptions = {}): Dissent {
  if (!mayHaveDebates(appContext)) {
    throw new SetupError("unknown-debate", "There are no debates here yet.", {
      hint: 'Start one: dissent "A or B?" --option "A: …" --option "B: …"',
    });
  }
  return openProjectApp(appContext, setting);
}

/** A debate of this project by its id, the start or end of it, or `last`; or a journal file. */
export async function readDebateRecord(
  appContext: AppContext,
  reference: string,
): Promise<DebateRecord> {
  if (reference.endsWith(".jsonl")) return readRecordFromFile(appContext, reference);
  const app = openExistingApp(appContext);
  try {
    const record = await app.read(await app.find(reference));
    const texts = new Map<string, string>();
    for (const sha256 of record.events.flatMap(listReferencedTexts)) {
      const text = await record.text(sha256);
      if (text !== undefined) texts.set(sha256, text);
    }
    return { ...record, text: async (sha256) => texts.get(sha256) };
  } finally {
    await app.close();
  }
}

// far more than a debate needs; a larger file is not a journal
export const MAX_JOURNAL_BYTES = 256 * 1024 * 1024;

async function readRecordFromFile({ cwd }: AppContext, path: string): Promise<DebateRecord> {
  const text = await readTextFile(resolve(cwd, path), { maxBytes: MAX_JOURNAL_BYTES, shown: path });
  const { lines, texts, events, signatures = [] } = parseCheckedJournal(text, path);
  const id = readOpening(events).debate;
  return { id, lines, events, signatures, text: async (sha256) => texts.get(sha256) };
}
