/** A person's place of work: the project with its debates, configuration and models, whatever the surface. */
import { resolve } from "node:path";

import { parseScript } from "../config/briefs/read-script.ts";
import { readText } from "../config/context/read-text.ts";
import { type DebateRecord, dissent, type Dissent } from "../dissent.ts";
import { opening } from "../domain/event.ts";
import { SetupError } from "../errors.ts";
import type { ModelAccess } from "../models/access.ts";
import { storedSecrets, withStoredKeys } from "../models/keys.ts";
import { type ModelSource, modelSource } from "../models/registry.ts";
import { processTraffic, type TrafficSource } from "../models/traffic-source.ts";
import { signEvent } from "../signing/sign-event.ts";
import { textsNamedBy } from "../stores/journal-file.ts";
import { memoryStore } from "../stores/memory.ts";
import { telemetrySecrets, withTelemetry } from "../telemetry/telemetry.ts";
import { nearest } from "../text/nearest.ts";
import { knownSecretRedactor, type Redact, redactor } from "../text/redact.ts";
import { chosenEngine } from "./chosen-engine.ts";
import { journalFromText } from "./project/journal-from-text.ts";
import { missingLost } from "./project/opened-debates.ts";
import { preparedCassette } from "./project/own-files.ts";
import { hasDebates, keepsOwnFile, projectStore } from "./project/project-store.ts";
import { signingPlace } from "./project/signing.ts";
import { areTrusted, programsOfProject, UntrustedPrograms } from "./project/trusted-programs.ts";
import { packageVersion } from "./version.ts";

export interface Desk {
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

export interface AppSetting {
  readonly record?: string | undefined;
  readonly replay?: string | undefined;
}

export function openApp(desk: Desk, { record, replay }: AppSetting = {}): Dissent {
  if (record !== undefined) preparedCassette(resolve(desk.cwd, record));
  const redact = redactorFor(desk);
  const onTrouble = (words: string): void =>
    void process.stderr.write(`dissent: ${redact(words)}\n`);
  const store = projectStore(desk);
  const signing = signingPlace(desk, store);
  const app = dissent({
    store,
    sign: (debate, event) => signEvent(debate, event, signing),
    modelFor: modelsFor(desk, { record, replay }),
    redact,
    // answers from a file are given here, whoever else could answer
    ...(record === undefined &&
      replay === undefined && {
        engine: (inline) => chosenEngine(desk, { inline, store, onNotice: onTrouble }),
      }),
  });
  const known = keepsOwnFile(desk) ? missingLost(app, desk.root) : app;
  return withTelemetry(known, { env: desk.env, version: packageVersion(), onTrouble });
}

type Secretive = Pick<Desk, "env" | "homeDir">;

/**
 * Takes out every key that the environment has, that is stored, or that a provider was given (K17), and what looks like
 * a secret.
 */
export function redactorFor(desk: Secretive): Redact {
  return withNewSecrets(desk, redactor);
}

/** Takes out this person's own keys and nothing that merely looks like one. */
export function ownKeyRedactor(desk: Secretive): Redact {
  return withNewSecrets(desk, knownSecretRedactor);
}

function withNewSecrets(desk: Secretive, make: typeof redactor): Redact {
  const stored = [...storedSecrets(desk), ...telemetrySecrets(desk.env)];
  let known = handedOut.size;
  let redact = make(desk.env, [...stored, ...handedOut]);
  const current = (): Redact => {
    if (handedOut.size !== known) {
      known = handedOut.size;
      redact = make(desk.env, [...stored, ...handedOut]);
    }
    return redact;
  };
  return Object.assign((text: string) => current()(text), {
    spacedSecrets: () => current().spacedSecrets?.() ?? [],
  });
}

/** Keys under names that do not look like a key's are known once a model was made with them. */
const handedOut = new Set<string>();

/** For planning: the same rules and models, and no database that a mistake would leave behind. */
export function planningApp(desk: Desk, { record, replay }: AppSetting = {}): Dissent {
  return dissent({ store: memoryStore(), modelFor: modelsFor(desk, { record, replay }) });
}

export function modelsFor(
  desk: Desk,
  { record, replay }: AppSetting,
  traffic: TrafficSource = processTraffic,
): ModelSource {
  return modelSource({
    cwd: desk.cwd,
    ...(record !== undefined && { recordTo: record }),
    ...(replay !== undefined && { replayFrom: replay }),
    parseScript,
    env: () => withStoredKeys(desk),
    access: () => accessFor(desk),
    suggest: nearest,
    traffic,
    onSecret: (secret) => void handedOut.add(secret),
    redact: redactorFor(desk),
  });
}

/** Providers and agents of the configuration; a brief can name them and define none. */
export async function accessFor(desk: Desk): Promise<ModelAccess> {
  const { cwd, env, homeDir, configPath } = desk;
  const { resolveConfig } = await import("../config/config.ts");
  const request = { flags: [], env, brief: null, cwd, configPath, homeDir };
  const configuration = await resolveConfig(request);
  const { access } = configuration.values;
  const programs = programsOfProject(configuration);
  if (programs === null) return access;
  return {
    ...access,
    refusal: (agent) =>
      programs.commands.has(agent) && !areTrusted(desk, programs)
        ? new UntrustedPrograms(agent, programs)
        : undefined,
  };
}

/** Opens the project's debates, or says that there are none, without making a database. */
export function existingApp(desk: Desk, setting: AppSetting = {}): Dissent {
  if (!hasDebates(desk)) {
    throw new SetupError("unknown-debate", "There are no debates here yet.", {
      hint: 'Start one: dissent "A or B?" --option "A: …" --option "B: …"',
    });
  }
  return openApp(desk, setting);
}

/** A debate of this project by its id, the start or end of it, or `last`; or a journal file. */
export async function recordOf(desk: Desk, reference: string): Promise<DebateRecord> {
  if (reference.endsWith(".jsonl")) return recordFromFile(desk, reference);
  const app = existingApp(desk);
  try {
    const record = await app.read(await app.find(reference));
    const texts = new Map<string, string>();
    for (const sha256 of record.events.flatMap(textsNamedBy)) {
      const text = await record.text(sha256);
      if (text !== undefined) texts.set(sha256, text);
    }
    return { ...record, text: async (sha256) => texts.get(sha256) };
  } finally {
    await app.close();
  }
}

// far more than a debate needs; a larger file is not a journal
export const LARGEST_JOURNAL = 256 * 1024 * 1024;

async function recordFromFile({ cwd }: Desk, path: string): Promise<DebateRecord> {
  const text = await readText(resolve(cwd, path), { maxBytes: LARGEST_JOURNAL, shown: path });
  const { lines, texts, events, signatures = [] } = journalFromText(text, path);
  const id = opening(events).debate;
  return { id, lines, events, signatures, text: async (sha256) => texts.get(sha256) };
}
