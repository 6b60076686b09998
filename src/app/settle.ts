import { type BriefReading, readBrief } from "../config/briefs/read-brief.ts";
/** From what a person typed to a brief and a configuration. Nothing is spent and nothing is written. */
import { type Configuration, resolveConfig } from "../config/config.ts";
import type { Override } from "../config/layers.ts";
import type { Desk } from "./desk.ts";
import { decisionSource } from "./earlier-decisions.ts";
import { listFlag, pairs, settingValues, textFlag } from "./flags.ts";

export interface Settled {
  readonly reading: BriefReading;
  readonly configuration: Configuration;
}

type Flags = Readonly<Record<string, unknown>>;

/** The configuration for a brief, or outside of any. */
export async function configurationFor(
  { cwd, env, homeDir, configPath }: Desk,
  flags: Flags,
  brief: BriefReading["given"],
): Promise<Configuration> {
  return resolveConfig({ flags: overrides(flags), env, cwd, configPath, homeDir, brief });
}

export async function settle(desk: Desk, from: string, flags: Flags): Promise<Settled> {
  const { cwd, root } = desk;
  // twice: which files may be read is configured outside of the brief, the rest may be inside it
  const outside = await configurationFor(desk, flags, null);
  const reading = await readBrief({
    from,
    options: listFlag(flags, "option"),
    context: listFlag(flags, "context"),
    cwd,
    root,
    stdin: desk.stdin,
    contextRules: { ...outside.values.context, decisionOf: decisionSource(desk) },
  });
  const configuration = await configurationFor(desk, flags, reading.given);
  return { reading, configuration };
}

/** Flags as the highest layer of the configuration. */
function overrides(flags: Flags): Override[] {
  const named = FLAGS.flatMap(([name, from, key]): Override[] => {
    const value = textFlag(flags, name);
    return value === undefined ? [] : [{ from, key, value }];
  });
  const seats = Object.entries(pairs(listFlag(flags, "seat"), "--seat")).map(
    ([seat, value]): Override => ({ from: "--seat", key: `participants.${seat}.model`, value }),
  );
  const settings = Object.entries(settingValues(listFlag(flags, "setting"))).map(
    ([name, value]): Override => ({
      from: "--setting",
      key: `settings.${name}`,
      value: value as string,
    }),
  );
  return [...named, ...seats, ...settings];
}

const FLAGS = [
  ["protocol", "--protocol", "protocol"],
  ["consensus", "--consensus", "consensus"],
  ["maxRounds", "--max-rounds", "maxRounds"],
  ["timeout", "--timeout", "timeout"],
  ["maxCalls", "--max-calls", "limits.calls"],
  ["maxTokens", "--max-tokens", "limits.tokens"],
  ["budget", "--budget", "limits.usd"],
  ["maxTime", "--max-time", "limits.time"],
  ["onLimit", "--on-limit", "limits.onLimit"],
  ["display", "--display", "display"],
] as const;
