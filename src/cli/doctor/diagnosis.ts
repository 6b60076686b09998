/** Everything `doctor` found, as data; the printed text is made from it. */
import { createContextRedactor, createModelSource } from "../../app/app-context.ts";
import {
  cacheWorkingModels,
  rateChallengerCapability,
} from "../../app/seating/challenger-cache.ts";
import { probeModel } from "../../app/seating/probe-model.ts";
import { createDoctorQuestion } from "../../app/seating/trial-debate.ts";
import { systemClock } from "../../clock.ts";
import type { Configuration } from "../../config/config.ts";
import { VENDORS, findVendor } from "../../domain/vendor.ts";
import { SetupError } from "../../errors.ts";
import type { EnvironmentVariables } from "../../models/model-access.ts";
import { addStoredKeys, readStoredKeys } from "../../models/stored-keys.ts";
import type { CliContext } from "../cli-context.ts";
import { type NetworkConnection, describeNetworkConnection } from "./connection.ts";
import { type FoundModel, type MissingModel, searchSeatableModels } from "./find-models.ts";

export interface ExaminedModel extends FoundModel {
  readonly works: boolean;
  readonly why: string;
  readonly fix: string | null;
  readonly served: string | null;
  readonly tookMs: number | null;
  readonly family: string | null;
  readonly unsafe: string | null;
  readonly hosts: readonly string[];
  /** Whether it is a language model, which can weigh an argument; built-in readers are not. */
  readonly counts: boolean;
  readonly notice: string | null;
}

export interface FoundKey {
  readonly name: string;
  readonly from: "environment" | "stored";
}

export interface DoctorDiagnosis {
  readonly keys: readonly FoundKey[];
  /** Why stored keys are not used. */
  readonly keysRefused: { readonly why: string; readonly fix: string } | null;
  readonly connection: NetworkConnection;
  readonly models: readonly ExaminedModel[];
  readonly absent: readonly MissingModel[];
  readonly capability: ReturnType<typeof rateChallengerCapability>;
}

export interface ExaminationOptions {
  readonly configuration: Configuration;
  readonly more: readonly string[];
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Called once it is known who will be asked. */
  readonly onAsking?: (references: readonly string[]) => void;
}

export async function examineModels(
  cli: CliContext,
  examination: ExaminationOptions,
): Promise<DoctorDiagnosis> {
  const { configuration, more, deadlineMs, signal, onAsking } = examination;
  const { env, refused } = readEnvironmentWithKeys(cli);
  const { cwd } = cli;
  const config = configuration.values;
  const { found, absent } = await searchSeatableModels({
    config,
    cwd,
    env,
    more,
    signal,
    quiet: false,
  });
  const always: FoundModel = { reference: "offline", by: "built in", version: null };
  const models = createModelSource(cli, {});
  const redact = createContextRedactor(cli);
  const trial = await createDoctorQuestion();
  const seated = found.some(({ reference }) => reference === "offline");
  onAsking?.(found.map(({ reference }) => reference));
  const examined = await Promise.all(
    [...found, ...(seated ? [] : [always])].map(async (one): Promise<ExaminedModel> => {
      const trip = await probeModel(one.reference, {
        models,
        clock: systemClock,
        deadlineMs,
        signal,
        trial,
      });
      const { model, ...rest } = trip;
      const why = redact(trip.why);
      return {
        ...one,
        ...rest,
        why,
        fix: trip.works
          ? null
          : adviseOnFailure({ reference: one.reference, why, fix: trip.fix }, cli.env),
        family: model?.family ?? null,
        unsafe: model?.unsafe ?? null,
        hosts: model?.hosts ?? [],
        counts: model !== null && model.awaits === undefined && model.notice === undefined,
        notice: model?.notice ?? null,
      };
    }),
  );
  const works = examined.filter((one) => one.works);
  if (!signal.aborted)
    await cacheWorkingModels(
      cli,
      works.map(({ reference }) => reference),
    );
  return {
    keys: listFoundKeys(cli, refused === null ? readStoredKeys(cli) : {}, configuration),
    keysRefused: refused,
    connection: describeNetworkConnection(cli.env, config.access),
    models: examined,
    absent,
    capability: rateChallengerCapability(works.filter(({ counts }) => counts).length),
  };
}

/** Keys that cannot be read are one finding among others; the rest is still examined. */
export function readEnvironmentWithKeys(cli: CliContext): {
  env: EnvironmentVariables;
  refused: DoctorDiagnosis["keysRefused"];
} {
  try {
    return { env: addStoredKeys(cli), refused: null };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { env: cli.env, refused: { why: error.message, fix: error.hint ?? "" } };
  }
}

function listFoundKeys(
  { env }: CliContext,
  stored: Readonly<Record<string, string>>,
  { values }: Configuration,
): FoundKey[] {
  const names = new Set([
    ...VENDORS.flatMap(({ keyNames }) => keyNames),
    ...Object.values(values.access.endpoints).flatMap(({ keyEnv }) => keyEnv ?? []),
    ...Object.keys(stored),
  ]);
  return [...names].flatMap((name): FoundKey[] => {
    if ((env[name] ?? "").trim() !== "") return [{ name, from: "environment" }];
    return name in stored ? [{ name, from: "stored" }] : [];
  });
}

// What to do about a model that does not answer: a command to paste, or one sentence.

interface FailingModel {
  readonly reference: string;
  readonly why: string;
  /** What the failure itself advises. */
  readonly fix: string | null;
}

/** Null where the failure says all there is to say. */
export function adviseOnFailure(
  { reference, why, fix }: FailingModel,
  env: EnvironmentVariables,
): string | null {
  if (fix !== null) return fix;
  const [name = ""] = reference.split("/", 1);
  if (/\(40[13]\)/.test(why)) return adviseOnKey(name, env);
  if (/\(404\)/.test(why)) {
    return name === "ollama"
      ? `ollama pull ${reference.slice(name.length + 1)}`
      : `Name another of its models: --seat <seat>=${name}/<model>, or panel in dissent.yaml.`;
  }
  if (/nothing listens/.test(why)) return name === "ollama" ? "ollama serve" : null;
  return /no answer within/.test(why) ? "Give it longer: dissent doctor --timeout 3m" : null;
}

/** A stored key is of no use while the environment has another. */
function adviseOnKey(name: string, env: EnvironmentVariables): string | null {
  const names = findVendor(name)?.keyNames ?? [];
  const set = names.find((key) => (env[key] ?? "").trim() !== "");
  if (set !== undefined) return `Set ${set} to a key that is valid, or unset it.`;
  return names.length === 0 ? null : `dissent config keys set ${name}`;
}
