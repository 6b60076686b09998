import { capabilityOf, rememberGood } from "../../app/challengers.ts";
import { modelsFor, redactorFor } from "../../app/desk.ts";
import { roundTrip } from "../../app/round-trip.ts";
/** Everything the doctor found out, as data; what is printed is a reading of it. */
import { systemClock } from "../../clock.ts";
import type { Configuration } from "../../config/config.ts";
import { VENDORS } from "../../domain/vendor.ts";
import { SetupError } from "../../errors.ts";
import type { Environment } from "../../models/access.ts";
import { storedKeys, withStoredKeys } from "../../models/keys.ts";
import type { Session } from "../session.ts";
import { adviceFor } from "./advice.ts";
import { type Connection, describeConnection } from "./connection.ts";
import { type Absent, type Found, lookAround } from "./found.ts";

export interface Examined extends Found {
  readonly works: boolean;
  readonly why: string;
  readonly fix: string | null;
  readonly served: string | null;
  readonly tookMs: number | null;
  readonly family: string | null;
  readonly unsafe: string | null;
  readonly hosts: readonly string[];
  /** It is a language model, and counts as one that can speak for itself. */
  readonly counts: boolean;
  readonly notice: string | null;
}

export interface KeyFound {
  readonly name: string;
  readonly from: "environment" | "stored";
}

export interface Diagnosis {
  readonly keys: readonly KeyFound[];
  /** Why stored keys are not used. */
  readonly keysRefused: { readonly why: string; readonly fix: string } | null;
  readonly connection: Connection;
  readonly models: readonly Examined[];
  readonly absent: readonly Absent[];
  readonly capability: ReturnType<typeof capabilityOf>;
}

export interface Examination {
  readonly configuration: Configuration;
  readonly more: readonly string[];
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Told once it is known who will be asked. */
  readonly onAsking?: (references: readonly string[]) => void;
}

export async function examine(session: Session, examination: Examination): Promise<Diagnosis> {
  const { configuration, more, deadlineMs, signal, onAsking } = examination;
  const { env, refused } = keyed(session);
  const { cwd } = session;
  const config = configuration.values;
  const { found, absent } = await lookAround({ config, cwd, env, more, signal, quiet: false });
  const always: Found = { reference: "offline", by: "built in", version: null };
  const models = modelsFor(session, {});
  const redact = redactorFor(session);
  const seated = found.some(({ reference }) => reference === "offline");
  onAsking?.(found.map(({ reference }) => reference));
  const examined = await Promise.all(
    [...found, ...(seated ? [] : [always])].map(async (one): Promise<Examined> => {
      const trip = await roundTrip(one.reference, {
        models,
        clock: systemClock,
        deadlineMs,
        signal,
      });
      const { model, ...rest } = trip;
      const why = redact(trip.why);
      return {
        ...one,
        ...rest,
        why,
        fix: trip.works
          ? null
          : adviceFor({ reference: one.reference, why, fix: trip.fix }, session.env),
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
    await rememberGood(
      session,
      works.map(({ reference }) => reference),
    );
  return {
    keys: keysIn(session, refused === null ? storedKeys(session) : {}, configuration),
    keysRefused: refused,
    connection: describeConnection(session.env, config.access),
    models: examined,
    absent,
    capability: capabilityOf(works.filter(({ counts }) => counts).length),
  };
}

/** Keys that cannot be read are one finding among others, and keep nobody from the rest. */
export function keyed(session: Session): {
  env: Environment;
  refused: Diagnosis["keysRefused"];
} {
  try {
    return { env: withStoredKeys(session), refused: null };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { env: session.env, refused: { why: error.message, fix: error.hint ?? "" } };
  }
}

function keysIn(
  { env }: Session,
  stored: Readonly<Record<string, string>>,
  { values }: Configuration,
): KeyFound[] {
  const names = new Set([
    ...VENDORS.flatMap(({ keyNames }) => keyNames),
    ...Object.values(values.access.endpoints).flatMap(({ keyEnv }) => keyEnv ?? []),
    ...Object.keys(stored),
  ]);
  return [...names].flatMap((name): KeyFound[] => {
    if ((env[name] ?? "").trim() !== "") return [{ name, from: "environment" }];
    return name in stored ? [{ name, from: "stored" }] : [];
  });
}
