/** Turns what a person typed into a brief and a configuration. It spends nothing and writes nothing. */
import { type BriefReading, readBrief } from "../config/briefs/read-brief.ts";
import type { ConfigOverride } from "../config/config-layers.ts";
import { type Configuration, resolveConfig } from "../config/config.ts";
import type { AppContext } from "./app-context.ts";
import { createDecisionReader } from "./earlier-decisions.ts";
import {
  readListFlag,
  parseNameValuePairs,
  parseSettingFlags,
  readTextFlag,
} from "./read-flags.ts";

export interface ResolvedInput {
  readonly reading: BriefReading;
  readonly configuration: Configuration;
}

type Flags = Readonly<Record<string, unknown>>;

/** The configuration for a brief, or outside of any. */
export async function resolveConfigWithFlags(
  { cwd, env, homeDir, configPath }: AppContext,
  flags: Flags,
  brief: BriefReading["given"],
): Promise<Configuration> {
  return resolveConfig({ flags: listFlagOverrides(flags), env, cwd, configPath, homeDir, brief });
}

export async function resolveInput(
  appContext: AppContext,
  from: string,
  flags: Flags,
): Promise<ResolvedInput> {
  const { cwd, root } = appContext;
  // twice: which files may be read is configured outside of the brief, the rest may be inside it
  const outside = await resolveConfigWithFlags(appContext, flags, null);
  const reading = await readBrief({
    from,
    options: readListFlag(flags, "option"),
    context: readListFlag(flags, "context"),
    cwd,
    root,
    stdin: appContext.stdin,
    contextRules: { ...outside.values.context, decisionOf: createDecisionReader(appContext) },
  });
  const configuration = await resolveConfigWithFlags(appContext, flags, reading.given);
  return { reading, configuration };
}

/** Flags as the highest layer of the configuration. */
function listFlagOverrides(flags: Flags): ConfigOverride[] {
  const named = FLAG_SETTINGS.flatMap(([name, from, key]): ConfigOverride[] => {
    const value = readTextFlag(flags, name);
    return value === undefined ? [] : [{ from, key, value }];
  });
  const seats = Object.entries(parseNameValuePairs(readListFlag(flags, "seat"), "--seat")).map(
    ([seat, value]): ConfigOverride => ({
      from: "--seat",
      key: `participants.${seat}.model`,
      value,
    }),
  );
  const settings = Object.entries(parseSettingFlags(readListFlag(flags, "setting"))).map(
    ([name, value]): ConfigOverride => ({
      from: "--setting",
      key: `settings.${name}`,
      value: value as string,
    }),
  );
  return [...named, ...seats, ...settings];
}

const FLAG_SETTINGS = [
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
