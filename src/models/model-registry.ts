/** Resolves a model reference to a model. Adapters are loaded only when needed. */
import { appendFileSync, readFileSync, type Stats, statSync } from "node:fs";
import { resolve } from "node:path";

import { type Clock, systemClock } from "../clock.ts";
import { RECORDED_PROVIDER } from "../domain/recorded-replies.ts";
import { VENDORS } from "../domain/vendor.ts";
import { SetupError } from "../errors.ts";
import { createRedactedModel } from "../kernel/calls/redacted-model.ts";
import type { Model } from "../model.ts";
import { type Redactor, createRedactor } from "../text/redact.ts";
import { playedBack, recordAnswers, takesIn } from "./cassette.ts";
import { createHostModel } from "./host-model.ts";
import { listAgentNames, loadAgentModel } from "./load-agent-model.ts";
import { type ModelReference, loadVendorModel } from "./load-vendor-model.ts";
import { type EnvironmentVariables, type ModelAccess, NO_MODEL_ACCESS } from "./model-access.ts";
import { createPersonModel } from "./person-model.ts";
import type { Script } from "./scripted.ts";
import { createTrafficSource, type TrafficSource } from "./traffic-source.ts";

export interface ModelSourceOptions {
  readonly cwd: string;
  /** Cassette to write. */
  readonly recordTo?: string;
  /** Cassette to answer from, in place of every model. */
  readonly replayFrom?: string;
  /** The folder of recorded debates. */
  readonly recordings?: string;
  readonly parseScript: (text: string, path: string) => Script;
  /** Where keys are found, stored ones included; asked when a model needs one. */
  readonly env?: () => EnvironmentVariables;
  /** Providers and agents of the configuration; asked when a reference may mean one. */
  readonly access?: () => Promise<ModelAccess>;
  /** The known word that was probably meant. */
  readonly suggest?: (word: string, known: readonly string[]) => string | undefined;
  /** Called with every key that a model is made with, so that it can be removed from texts. */
  readonly onSecret?: (secret: string) => void;
  /** Takes secrets out of all that models say; without it, the keys in `env` and those models are made with. */
  readonly redact?: Redactor;
  readonly clock?: Clock;
  /** Limits, circuits and warm caches; without it this source has its own. */
  readonly traffic?: TrafficSource;
}

export type ModelSource = (reference: string) => Promise<Model>;

export function modelSource(given: ModelSourceOptions): ModelSource {
  const known = new Map<string, Promise<Model>>();
  const setting = addSecretRedaction({
    ...given,
    traffic: given.traffic ?? createTrafficSource(given.clock),
  });
  return (reference) => {
    const model = known.get(reference) ?? loadReferencedModel(setting, reference);
    known.set(reference, model);
    return model;
  };
}

type RedactingSourceOptions = ModelSourceOptions &
  Required<Pick<ModelSourceOptions, "redact" | "onSecret">>;

function addSecretRedaction(setting: ModelSourceOptions): RedactingSourceOptions {
  const { env = () => process.env, onSecret = () => {} } = setting;
  if (setting.redact) return { ...setting, onSecret, redact: setting.redact };
  const secrets = new Set<string>();
  return {
    ...setting,
    redact: (text) => createRedactor(env(), [...secrets])(text),
    onSecret(secret) {
      secrets.add(secret);
      onSecret(secret);
    },
  };
}

async function loadReferencedModel(
  setting: RedactingSourceOptions,
  reference: string,
): Promise<Model> {
  const { cwd, recordTo, replayFrom } = setting;
  // what people say is on no cassette: they are asked each time
  if (reference === "person") return createPersonModel();
  if (reference === "host") return createHostModel();
  if (replayFrom !== undefined) {
    const path = resolve(cwd, replayFrom);
    return playedBack(reference, takesIn(readModelFile(path, replayFrom), replayFrom));
  }
  const model = createRedactedModel(
    await loadModelAdapter(setting, parseModelReference(reference)),
    setting.redact,
  );
  if (recordTo === undefined) return model;
  const path = resolve(cwd, recordTo);
  return recordAnswers(model, (take) => {
    appendFileSync(path, `${JSON.stringify(take)}\n`, { mode: 0o600 });
  });
}

function parseModelReference(whole: string): ModelReference {
  const slash = whole.indexOf("/");
  if (slash === -1) return { whole, name: whole, modelId: "" };
  return { whole, name: whole.slice(0, slash), modelId: whole.slice(slash + 1) };
}

async function loadModelAdapter(
  setting: RedactingSourceOptions,
  reference: ModelReference,
): Promise<Model> {
  const { cwd, parseScript, recordings } = setting;
  const { whole, name, modelId } = reference;
  if (whole === "offline") return (await import("./offline.ts")).offline();
  if (name === "scripted" && modelId !== "") {
    const { scripted } = await import("./scripted.ts");
    return scripted(parseScript(readModelFile(resolve(cwd, modelId), modelId), modelId), {
      id: whole,
    });
  }
  if (name === "sim") {
    const { createSimulatedModel } = await import("./sim/sim-model.ts");
    return createSimulatedModel(whole, modelId);
  }
  if (name === RECORDED_PROVIDER && recordings !== undefined) {
    const [{ createRecordedModel }, { readRecording }] = await Promise.all([
      import("./recorded/recorded-model.ts"),
      import("./recorded/recording.ts"),
    ]);
    return createRecordedModel(whole, readRecording(recordings, modelId.split("/")[0] ?? ""));
  }
  return loadExternalModel(setting, reference);
}

async function loadExternalModel(
  setting: RedactingSourceOptions,
  reference: ModelReference,
): Promise<Model> {
  const { env = () => process.env, clock = systemClock, suggest = () => undefined } = setting;
  const access = (await setting.access?.()) ?? NO_MODEL_ACCESS;
  const { name, modelId, whole } = reference;
  const agents = listAgentNames(access);
  const providers = [...VENDORS.map((vendor) => vendor.name), ...Object.keys(access.endpoints)];
  const complete = modelId === "" ? agents.includes(name) && !whole.includes("/") : true;
  if (complete && !BUILT_IN_MODELS.includes(name)) {
    const { cwd, onSecret, redact, traffic: trafficFor = createTrafficSource(clock) } = setting;
    const source = { cwd, env: env(), access, clock, trafficFor, onSecret, redact };
    const model = agents.includes(name)
      ? await loadAgentModel(reference, source)
      : await loadVendorModel(reference, source);
    if (model) return model;
  }
  throw createUnknownModelError(reference, { providers, agents, suggest });
}

const BUILT_IN_MODELS = ["offline", "person", "host", "scripted", "sim", RECORDED_PROVIDER];

// far more than a script or a cassette needs
const LARGEST_FILE = 64 * 1024 * 1024;

function readModelFile(path: string, shown: string): string {
  try {
    // a device or a pipe would never end
    const { size } = statRegularFile(path);
    if (size > LARGEST_FILE) throw new Error("too large");
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new SetupError("file-unreadable", `The file ${shown} cannot be read.`, {
      cause,
      hint: "Check the path after scripted/ or --replay.",
    });
  }
}

function statRegularFile(path: string): Stats {
  const found = statSync(path);
  if (!found.isFile()) throw new Error("not a file");
  return found;
}

function createUnknownModelError(
  { whole, name, modelId }: ModelReference,
  known: {
    readonly providers: readonly string[];
    readonly agents: readonly string[];
    readonly suggest: NonNullable<ModelSourceOptions["suggest"]>;
  },
): SetupError {
  const { providers, agents, suggest } = known;
  const message = `There is no model "${whole}".`;
  if (providers.includes(name)) {
    return new SetupError("unknown-model", message, {
      hint: `Name a model after the slash: ${name}/<model>.`,
    });
  }
  if (name === "scripted") {
    return new SetupError("unknown-model", message, {
      hint: "Name a file after the slash: scripted/<file.yaml>.",
    });
  }
  const meant = suggest(name, [...BUILT_IN_MODELS, ...providers, ...agents]);
  const form =
    meant !== undefined && providers.includes(meant) ? `${meant}/${modelId || "<model>"}` : meant;
  const all = `offline, person, host, scripted/<file.yaml>, ${providers.map((one) => `${one}/<model>`).join(", ")}, ${agents.join(", ")}`;
  return new SetupError("unknown-model", message, {
    hint: meant === undefined ? `Use one of: ${all}.` : `Did you mean ${form}?`,
  });
}
