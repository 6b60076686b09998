/** The configuration: flag > environment > brief > project > user > default, value by value. */
import { resolve } from "node:path";

import type { Limits } from "../domain/journal/event.ts";
import { type VoteShare, formatVoteShare, parseShare } from "../domain/outcome/tally.ts";
import { AGENT_NAMES } from "../domain/vendor.ts";
import { SetupError } from "../errors.ts";
import { DEFAULT_PROTOCOL } from "../protocols/names.ts";
import { stripToPlainLine } from "../text/plain-text.ts";
import { type AccessConfig, resolveAccessConfig } from "./access-config.ts";
import type { BriefSettings } from "./briefs/brief-fields.ts";
import { checkConfigLayer } from "./check-config-layer.ts";
import { findProjectConfig, findUserConfig, readConfigFile } from "./config-files.ts";
import {
  type ConfigLayer,
  type ConfigLeaf,
  type ConfigOverride,
  buildSettingsTree,
  createOverrideLayer,
  listEnvironmentOverrides,
  mergeLayerLeaves,
} from "./config-layers.ts";
import {
  type ConfigSettings,
  type DISPLAY_MODES,
  NAMED_SETTINGS,
  getConfigSchema,
  listSettingPaths,
} from "./config-schema.ts";
import { BUILT_IN_DENY_PATTERNS } from "./context/find-files.ts";
import type { ContextRules } from "./context/read-context.ts";
import { formatDurationSetting, parseDuration } from "./durations.ts";

interface ConfiguredSeat {
  readonly model?: string | undefined;
  readonly stance?: string | undefined;
  readonly name?: string | undefined;
  /** A file of the project that the seat speaks from. */
  readonly source?: string | undefined;
  readonly seated?: boolean | undefined;
}

/** Null means that the protocol decides, or that there is no limit. */
export interface ConfigValues {
  readonly protocol: string;
  readonly consensus: VoteShare | null;
  readonly maxRounds: number | null;
  readonly timeoutMs: number | null;
  readonly participants: Readonly<Record<string, ConfiguredSeat>>;
  /** Models for seats that name none; null where nobody chose any. */
  readonly panel: readonly string[] | null;
  /** The built-in reader takes the seats that name no model, whatever else is there. */
  readonly offline: boolean;
  readonly access: AccessConfig;
  readonly limits: Limits;
  readonly confirmAboveUsd: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly context: ContextRules;
  readonly engine: "inline" | "fleet";
  readonly out: string | null;
  readonly records: { readonly dir: string; readonly journal: boolean };
  readonly display: (typeof DISPLAY_MODES)[number];
}

export interface Configuration {
  readonly values: ConfigValues;
  /** From the path of a value, such as `limits.usd`, to where it was said. */
  readonly origins: ReadonlyMap<string, string>;
  /** Every value as it was written. */
  readonly leaves: readonly ConfigLeaf[];
  /** The files that were read. */
  readonly files: readonly string[];
  /** Agents that the project's file adds or changes; null if there are none. */
  readonly projectAgents: ProjectAgents | null;
  /** The same files, variables and flags with what a brief says; nothing is read again. */
  readonly withBrief: (brief: BriefSettings | null) => Configuration;
}

interface ProjectAgents {
  readonly file: string;
  readonly agents: Readonly<Record<string, unknown>>;
}

export interface ConfigRequest {
  readonly flags: readonly ConfigOverride[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly brief: BriefSettings | null;
  readonly cwd: string;
  /** Takes the place of the project's file. */
  readonly configPath: string | null;
  readonly homeDir: string;
  /** An earlier state of the project's file, which is used in place of the one on disk; null: there was none. */
  readonly projectFile?: ProjectFile | null;
}

export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

export async function resolveConfig(request: ConfigRequest): Promise<Configuration> {
  const { flags, env, brief, cwd, homeDir } = request;
  const user = await findUserConfig({ env, homeDir });
  const { project, ofProject } = await readProjectLayer(request);
  const belowBrief = [
    defaultLayer,
    ...(user === undefined ? [] : [await readConfigFile({ kind: "user", path: user, cwd })]),
    ...(ofProject === undefined ? [] : [ofProject]),
  ];
  const aboveBrief = [
    ...listEnvironmentOverrides(env).map((override) => createOverrideLayer("env", override)),
    ...flags.map((override) => createOverrideLayer("flag", override)),
  ];
  const files = [user, project].flatMap((file) => (file === undefined ? [] : [resolve(cwd, file)]));
  const projectAgents =
    project === undefined
      ? null
      : findProjectAgents(ofProject?.values ?? {}, resolve(cwd, project));
  const withBrief = (given: BriefSettings | null): Configuration => {
    const briefLayers = given === null ? [] : [given.layer];
    const merged = mergeConfigLayers([...belowBrief, ...briefLayers, ...aboveBrief]);
    return { ...merged, files, projectAgents, withBrief };
  };
  return withBrief(brief);
}

async function readProjectLayer(
  request: ConfigRequest,
): Promise<{ readonly project?: string; readonly ofProject?: ConfigLayer }> {
  const { env, cwd, configPath, homeDir, projectFile } = request;
  if (projectFile === null) return {};
  const project =
    projectFile?.path ?? configPath ?? (await findProjectConfig({ cwd, env, homeDir }));
  if (project === undefined) return {};
  const text = projectFile === undefined ? {} : { text: projectFile.text };
  const ofProject = await readConfigFile({ kind: "project", path: project, cwd, ...text });
  return { project, ofProject };
}

function mergeConfigLayers(
  layers: readonly ConfigLayer[],
): Pick<Configuration, "values" | "origins" | "leaves"> {
  const leaves = mergeLayerLeaves(layers.map(checkConfigLayer));
  const origins = new Map(leaves.map(({ path, origin }) => [path.join("."), origin]));
  const settings = getConfigSchema().parse(buildSettingsTree(leaves));
  const values = { ...buildConfigValues(settings), access: resolveAccessConfig(settings, origins) };
  return { values, origins, leaves };
}

/** Built-in agents know their programs, and a project's file cannot change those. */
function findProjectAgents(values: ConfigLayer["values"], file: string): ProjectAgents | null {
  const own = Object.entries(values["agents"] ?? {}).filter(
    ([name]) => !AGENT_NAMES.includes(name),
  );
  return own.length === 0 ? null : { file, agents: Object.fromEntries(own) };
}

export interface ExplainedSetting {
  readonly key: string;
  readonly value: string;
  readonly origin: string;
}

/** Every setting with its value and where it came from. */
export function explainConfig({ leaves }: Configuration): readonly ExplainedSetting[] {
  const said = new Map(leaves.map((leaf) => [leaf.path.join("."), leaf]));
  const own = [...said.keys()].filter((key) =>
    NAMED_SETTINGS.some((name) => key.startsWith(`${name}.`)),
  );
  return [...listSettingPaths(), ...own].map((key) => {
    const leaf = said.get(key);
    if (leaf === undefined) return { key, value: "not set", origin: "default" };
    return { key, value: formatSettingValue(key, leaf.value), origin: leaf.origin };
  });
}

const CONFIG_DEFAULTS = {
  protocol: DEFAULT_PROTOCOL,
  limits: { onLimit: "pause" },
  cacheWarming: "auto",
  confirmAbove: 1,
  context: { include: [], deny: BUILT_IN_DENY_PATTERNS, maxBytes: 2 * 1024 * 1024 },
  engine: "inline",
  records: { dir: "auto", journal: false },
  display: "auto",
} as const;

const defaultLayer: ConfigLayer = {
  values: CONFIG_DEFAULTS,
  origin: () => "default",
  fault: ({ says }) => new SetupError("bad-config", `A default ${says}.`),
};

/** The defaults are the lowest layer; here they only tell the compiler that nothing is missing. */
function buildConfigValues({
  limits,
  context,
  records,
  ...settings
}: ConfigSettings): Omit<ConfigValues, "access"> {
  return {
    protocol: settings.protocol ?? CONFIG_DEFAULTS.protocol,
    consensus: settings.consensus ?? null,
    maxRounds: settings.maxRounds ?? null,
    timeoutMs: settings.timeout ?? null,
    participants: buildConfiguredSeats(settings.participants ?? {}),
    panel: settings.panel?.length ? settings.panel : null,
    offline: settings.offline ?? false,
    limits: {
      calls: limits?.calls ?? null,
      tokens: limits?.tokens ?? null,
      usd: limits?.usd ?? null,
      ...(limits?.unpriced && { unpriced: true }),
      wallMs: limits?.time ?? null,
      onLimit: limits?.onLimit ?? CONFIG_DEFAULTS.limits.onLimit,
    },
    confirmAboveUsd: settings.confirmAbove ?? CONFIG_DEFAULTS.confirmAbove,
    settings: settings.settings ?? {},
    context: {
      include: context?.include ?? CONFIG_DEFAULTS.context.include,
      deny: context?.deny ?? CONFIG_DEFAULTS.context.deny,
      maxBytes: context?.maxBytes ?? CONFIG_DEFAULTS.context.maxBytes,
    },
    engine: settings.engine ?? CONFIG_DEFAULTS.engine,
    out: settings.out ?? null,
    records: {
      dir: records?.dir ?? CONFIG_DEFAULTS.records.dir,
      journal: records?.journal ?? CONFIG_DEFAULTS.records.journal,
    },
    display: settings.display ?? CONFIG_DEFAULTS.display,
  };
}

function buildConfiguredSeats(
  seats: NonNullable<ConfigSettings["participants"]>,
): ConfigValues["participants"] {
  return Object.fromEntries(
    Object.entries(seats).map(([id, seat]) => [
      id,
      typeof seat === "string" ? { model: seat } : seat,
    ]),
  );
}

function formatSettingValue(key: string, value: unknown): string {
  const written = typeof value === "string" || typeof value === "number" ? value : undefined;
  const share = key === "consensus" && written !== undefined ? parseShare(written) : undefined;
  if (share !== undefined) return formatVoteShare(share);
  const timed = (key === "timeout" || key === "limits.time") && written !== undefined;
  const ms = timed ? parseDuration(written) : undefined;
  if (ms !== undefined) return formatDurationSetting(ms);
  if (Array.isArray(value)) return value.length === 0 ? "none" : stripToPlainLine(value.join(", "));
  return stripToPlainLine(typeof value === "string" ? value : JSON.stringify(value));
}
