/**
 * The application context that command line, server and MCP share: a project with its debates, configuration and
 * models.
 */
import { resolve } from "node:path";

import { parseModelScript } from "../config/briefs/parse-script.ts";
import type { Configuration } from "../config/config.ts";
import { type Dissent, dissent } from "../dissent.ts";
import type { ModelAccess } from "../models/model-access.ts";
import { type ModelSource, modelSource } from "../models/model-registry.ts";
import { addStoredKeys, listStoredSecrets } from "../models/stored-keys.ts";
import { type TrafficSource, processTraffic } from "../models/traffic-source.ts";
import { signJournalEvent } from "../signing/sign-event.ts";
import type { Store } from "../store.ts";
import { memoryStore } from "../stores/memory.ts";
import { listTelemetrySecrets, withTelemetry } from "../telemetry/telemetry.ts";
import { findNearestWord } from "../text/nearest-word.ts";
import { type Redactor, createKnownSecretRedactor, createRedactor } from "../text/redact.ts";
import { createConfiguredEngine } from "./configured-engine.ts";
import { findRecordingsFolder } from "./demo/recordings-folder.ts";
import { readPackageVersion } from "./package-version.ts";
import { checkCassetteWritable } from "./project/dissent-folder.ts";
import { createSigningContext } from "./project/event-signing.ts";
import {
  openProjectStore,
  requireDebates,
  usesDatabaseFile,
  withLostDebateCheck,
} from "./project/project-store.ts";
import { createProjectReader } from "./project/repository-files.ts";
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

/** What a command already has; the rest is looked up when needed. */
export interface AppOptions extends CassetteOptions {
  readonly configuration?: Configuration;
  /** Opens the project's store, once nothing else can be refused; the app closes it. */
  readonly openStore?: () => Store;
  /** The checkout whose files participants may ask for; left out, the one that the project lies in. */
  readonly repository?: string | undefined;
  /** Runs in this process, whatever the configuration says: the replies come from its files. */
  readonly inline?: boolean;
}

export function openProjectApp(appContext: AppContext, options: AppOptions = {}): Dissent {
  const { record, replay, configuration } = options;
  if (record !== undefined) checkCassetteWritable(resolve(appContext.cwd, record));
  const redact = createContextRedactor(appContext);
  const onTrouble = (words: string): void =>
    void process.stderr.write(`dissent: ${redact(words)}\n`);
  const store = options.openStore?.() ?? openProjectStore(appContext);
  const signing = createSigningContext(appContext, store);
  const app = dissent({
    store,
    sign: (debate, event) => signJournalEvent(debate, event, signing),
    modelFor: createModelSource(appContext, options),
    readOutside: createProjectReader(appContext, {
      repository: options.repository,
      deny: async () =>
        (configuration ?? (await loadConfiguration(appContext))).values.context.deny,
      redact,
    }),
    redact,
    // answers from a file always come from this process
    ...(record === undefined &&
      replay === undefined &&
      options.inline !== true &&
      configuration?.values.engine !== "inline" && {
        engine: (inline) =>
          createConfiguredEngine(appContext, {
            inline,
            store,
            configure: () => loadConfiguration(appContext),
            onNotice: onTrouble,
          }),
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
export function createPlanningApp(appContext: AppContext, options: AppOptions = {}): Dissent {
  return dissent({ store: memoryStore(), modelFor: createModelSource(appContext, options) });
}

export function createModelSource(
  appContext: AppContext,
  { record, replay, configuration }: AppOptions,
  traffic: TrafficSource = processTraffic,
): ModelSource {
  return modelSource({
    cwd: appContext.cwd,
    ...(record !== undefined && { recordTo: record }),
    ...(replay !== undefined && { replayFrom: replay }),
    recordings: findRecordingsFolder(appContext.env, appContext.cwd),
    parseScript: parseModelScript,
    env: () => addStoredKeys(appContext),
    access: () => loadModelAccess(appContext, configuration),
    suggest: findNearestWord,
    traffic,
    onSecret: (secret) => void handedOutSecrets.add(secret),
    redact: createContextRedactor(appContext),
  });
}

/** Providers and agents of the configuration; a brief can name them and define none. */
export async function loadModelAccess(
  appContext: AppContext,
  known?: Configuration,
): Promise<ModelAccess> {
  const configuration = known ?? (await loadConfiguration(appContext));
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

/** The configuration outside of any brief. Slow to load: what only looks at debates needs none. */
export async function loadConfiguration(appContext: AppContext): Promise<Configuration> {
  const { cwd, env, homeDir, configPath } = appContext;
  const { resolveConfig } = await import("../config/config.ts");
  return resolveConfig({ flags: [], env, brief: null, cwd, configPath, homeDir });
}

/** Opens the project's debates, or says that there are none, without making a database. */
export function openExistingApp(appContext: AppContext, setting: CassetteOptions = {}): Dissent {
  requireDebates(appContext);
  return openProjectApp(appContext, setting);
}
