/**
 * H1-H5: which models are known to work as challengers, remembered per person for a day. Older entries are tested
 * again.
 */
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { type Clock, systemClock } from "../../clock.ts";
import type { AppContext } from "../app-context.ts";

interface ChallengerProbe {
  readonly model: string;
  readonly works: boolean;
  /** Why it does not; empty when it does. */
  readonly why: string;
}

interface ChallengerCache {
  readonly checkedMs: number;
  readonly challengers: readonly string[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Fails when nobody answers. */
export type ModelProbe = (reference: string) => Promise<unknown>;

/** From now on, for a day, these are known to work, and no others. */
export async function cacheWorkingModels(
  context: AppContext,
  references: readonly string[],
  clock: Clock = systemClock,
): Promise<void> {
  await writeChallengerCache(context, {
    checkedMs: clock.nowMs(),
    challengers: [...new Set(references)],
  });
}

/** Those that are known to work, without looking again; none when it was too long ago. */
export async function listCachedWorkingModels(
  context: AppContext,
  clock: Clock = systemClock,
): Promise<readonly string[]> {
  return (await readFreshCache(context, clock))?.challengers ?? [];
}

/** The models among these that are known to work; looked at again when nothing fresh is remembered of them. */
export async function findWorkingModels(
  context: AppContext,
  references: readonly string[],
  { knock, clock = systemClock }: { knock: ModelProbe; clock?: Clock },
): Promise<string[]> {
  const remembered = await readFreshCache(context, clock);
  const known = remembered?.challengers ?? [];
  const wanted = [...new Set(references)];
  const unknown = wanted.filter((one) => !known.includes(one));
  if (unknown.length === 0) return wanted;
  const probes = await Promise.all(unknown.map((one) => probeChallenger(one, knock)));
  const works = [...known, ...probes.filter((one) => one.works).map(({ model }) => model)];
  // with the time of the oldest: nothing is believed for longer than a day
  await writeChallengerCache(context, {
    checkedMs: remembered?.checkedMs ?? clock.nowMs(),
    challengers: works,
  });
  return wanted.filter((one) => works.includes(one));
}

/** Names in the form of one per line, as other tools write them. */
export function parseModelNames(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

export function rateChallengerCapability(
  count: number,
): "DISABLED" | "MINIMAL" | "FUNCTIONAL" | "OPTIMAL" {
  if (count === 0) return "DISABLED";
  if (count === 1) return "MINIMAL";
  return count === 2 ? "FUNCTIONAL" : "OPTIMAL";
}

async function probeChallenger(model: string, knock: ModelProbe): Promise<ChallengerProbe> {
  try {
    await knock(model);
    return { model, works: true, why: "" };
  } catch (error) {
    return { model, works: false, why: error instanceof Error ? error.message : String(error) };
  }
}

function challengerCachePath({ env, homeDir }: AppContext): string {
  return join(env["XDG_CACHE_HOME"] || join(homeDir, ".cache"), "dissent", "challengers.json");
}

async function readFreshCache(
  context: AppContext,
  clock: Clock,
): Promise<ChallengerCache | undefined> {
  const remembered = await readChallengerCache(context);
  const age = clock.nowMs() - (remembered?.checkedMs ?? 0);
  // a time that is still to come was written under another clock
  return age >= 0 && age < DAY_MS ? remembered : undefined;
}

async function readChallengerCache(context: AppContext): Promise<ChallengerCache | undefined> {
  try {
    const found = JSON.parse(
      await readFile(challengerCachePath(context), "utf8"),
    ) as Partial<ChallengerCache>;
    const { checkedMs, challengers } = found;
    if (typeof checkedMs !== "number" || !Array.isArray(challengers)) return undefined;
    return { checkedMs, challengers: challengers.map(String) };
  } catch {
    // nothing remembered, or nothing that can be read: look again
    return undefined;
  }
}

async function writeChallengerCache(
  context: AppContext,
  remembered: ChallengerCache,
): Promise<void> {
  const path = challengerCachePath(context);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, `${JSON.stringify(remembered)}\n`, { mode: 0o600 });
    await chmod(path, 0o600);
  } catch {
    // a home that cannot be written costs another look next time, nothing more
  }
}
