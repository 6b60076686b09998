/** Turns what a person typed into a brief and a configuration. It spends nothing and writes nothing. */
import { type BriefReading, readBrief } from "../config/briefs/read-brief.ts";
import type { ConfigOverride } from "../config/config-layers.ts";
import { type Configuration, type ProjectFile, resolveConfig } from "../config/config.ts";
import type { AppContext } from "./app-context.ts";
import { createDecisionReader } from "./earlier-decisions.ts";
import {
  type CommandFlags,
  readListFlag,
  parseNameValuePairs,
  parseSettingFlags,
  readTextFlag,
} from "./read-flags.ts";
import { addSeatDocuments } from "./seat-documents.ts";

export interface ResolvedInput {
  readonly reading: BriefReading;
  readonly configuration: Configuration;
}

/** The configuration for a brief, or outside of any. */
export async function resolveConfigWithFlags(
  { cwd, env, homeDir, configPath }: AppContext,
  flags: CommandFlags,
  brief: BriefReading["given"],
): Promise<Configuration> {
  return resolveConfig({ flags: listFlagOverrides(flags), env, cwd, configPath, homeDir, brief });
}

/** The same with an earlier state of the project's file; null where there was none. */
export async function resolveConfigBefore(
  { cwd, env, homeDir, configPath }: AppContext,
  flags: CommandFlags,
  projectFile: ProjectFile | null,
): Promise<Configuration> {
  const overrides = listFlagOverrides(flags);
  const place = { env, cwd, configPath, homeDir };
  return resolveConfig({ ...place, flags: overrides, brief: null, projectFile });
}

export async function resolveInput(
  appContext: AppContext,
  from: string,
  flags: CommandFlags,
): Promise<ResolvedInput> {
  const outside = await resolveConfigWithFlags(appContext, flags, null);
  return readConfiguredInput(appContext, outside, { from, flags });
}

/** Which files may be read is configured outside of the brief; the brief may say the rest. */
export async function readConfiguredInput(
  appContext: AppContext,
  outside: Configuration,
  { from, flags }: { readonly from: string; readonly flags: CommandFlags },
): Promise<ResolvedInput> {
  const { cwd, root } = appContext;
  const reading = await readBrief({
    from,
    options: readListFlag(flags, "option"),
    context: readListFlag(flags, "context"),
    cwd,
    root,
    stdin: appContext.stdin,
    contextRules: { ...outside.values.context, readDecision: createDecisionReader(appContext) },
  });
  const configuration = outside.withBrief(reading.given);
  return { reading: await addSeatDocuments(reading, configuration.values, root), configuration };
}

/** Flags as the highest layer of the configuration. */
function listFlagOverrides(flags: CommandFlags): ConfigOverride[] {
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
  const offline: ConfigOverride[] =
    flags["offline"] === true ? [{ from: "--offline", key: "offline", value: true }] : [];
  return [...named, ...offline, ...seats, ...settings];
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
