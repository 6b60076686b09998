/** The configuration: flag > environment > brief > project > user > default, value by value. */
import { resolve } from "node:path";

import type { Limits } from "../domain/event.ts";
import { parseShare, type Share, spellShare } from "../domain/tally.ts";
import { AGENT_NAMES } from "../domain/vendor.ts";
import { SetupError } from "../errors.ts";
import { plainLine } from "../text/plain-text.ts";
import { type Access, accessOf } from "./access.ts";
import type { BriefSettings } from "./briefs/brief-fields.ts";
import { checkedLayer } from "./check-layer.ts";
import { findProjectFile, findUserFile, readConfigFile } from "./config-files.ts";
import { type DISPLAYS, LEAVES, NAMED, Settings } from "./config-schema.ts";
import { BUILT_IN_DENY } from "./context/deny.ts";
import type { ContextRules } from "./context/read-context.ts";
import { parseDuration, spellDuration } from "./durations.ts";
import { environmentOverrides } from "./environment.ts";
import { type Layer, type Override, overrideLayer } from "./layers.ts";
import { type Leaf, mergedLeaves, treeOf } from "./merge.ts";

interface SeatChoice {
  readonly model?: string | undefined;
  readonly stance?: string | undefined;
  readonly name?: string | undefined;
}

/** Null means that the protocol decides, or that there is no limit. */
export interface Config {
  readonly protocol: string;
  readonly consensus: Share | null;
  readonly maxRounds: number | null;
  readonly timeoutMs: number | null;
  readonly participants: Readonly<Record<string, SeatChoice>>;
  /** Models for seats that name none; null where nobody chose any. */
  readonly panel: readonly string[] | null;
  readonly access: Access;
  readonly limits: Limits;
  readonly confirmAboveUsd: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly context: ContextRules;
  readonly engine: "inline" | "fleet";
  readonly out: string | null;
  readonly records: { readonly dir: string; readonly journal: boolean };
  readonly display: (typeof DISPLAYS)[number];
}

export interface Configuration {
  readonly values: Config;
  /** From the path of a value, such as `limits.usd`, to where it was said. */
  readonly origins: ReadonlyMap<string, string>;
  /** Every value as it was written. */
  readonly leaves: readonly Leaf[];
  /** The files that were read. */
  readonly files: readonly string[];
  /** Agents that the project's file describes or changes, and is not built in; null where there are none. */
  readonly projectAgents: ProjectAgents | null;
}

interface ProjectAgents {
  readonly file: string;
  readonly agents: Readonly<Record<string, unknown>>;
}

export interface ConfigRequest {
  readonly flags: readonly Override[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly brief: BriefSettings | null;
  readonly cwd: string;
  /** Takes the place of the project's file. */
  readonly configPath: string | null;
  readonly homeDir: string;
}

export async function resolveConfig(request: ConfigRequest): Promise<Configuration> {
  const { flags, env, brief, cwd, configPath, homeDir } = request;
  const user = await findUserFile({ env, homeDir });
  const project = configPath ?? (await findProjectFile({ cwd, env, homeDir }));
  const ofProject =
    project === undefined
      ? undefined
      : await readConfigFile({ kind: "project", path: project, cwd });
  const layers = [
    defaultLayer,
    ...(user === undefined ? [] : [await readConfigFile({ kind: "user", path: user, cwd })]),
    ...(ofProject === undefined ? [] : [ofProject]),
    ...(brief === null ? [] : [brief.layer]),
    ...environmentOverrides(env).map((override) => overrideLayer("env", override)),
    ...flags.map((override) => overrideLayer("flag", override)),
  ];
  const leaves = mergedLeaves(layers.map(checkedLayer));
  const origins = new Map(leaves.map(({ path, origin }) => [path.join("."), origin]));
  const settings = Settings.parse(treeOf(leaves));
  return {
    values: { ...configOf(settings), access: accessOf(settings, origins) },
    origins,
    leaves,
    files: [user, project].flatMap((file) => (file === undefined ? [] : [resolve(cwd, file)])),
    projectAgents:
      project === undefined ? null : agentsOf(ofProject?.values ?? {}, resolve(cwd, project)),
  };
}

/** Built-in agents know their programs, and a project's file cannot change those. */
function agentsOf(values: Layer["values"], file: string): ProjectAgents | null {
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
  const own = [...said.keys()].filter((key) => NAMED.some((name) => key.startsWith(`${name}.`)));
  return [...LEAVES, ...own].map((key) => {
    const leaf = said.get(key);
    if (leaf === undefined) return { key, value: "not set", origin: "default" };
    return { key, value: spelled(key, leaf.value), origin: leaf.origin };
  });
}

const DEFAULTS = {
  protocol: "judges",
  limits: { onLimit: "pause" },
  cacheWarming: "auto",
  confirmAbove: 1,
  context: { include: [], deny: BUILT_IN_DENY, maxBytes: 2 * 1024 * 1024 },
  engine: "inline",
  records: { dir: "auto", journal: false },
  display: "auto",
} as const;

const defaultLayer: Layer = {
  values: DEFAULTS,
  origin: () => "default",
  fault: ({ says }) => new SetupError("bad-config", `A default ${says}.`),
};

/** The defaults are the lowest layer; here they only tell the compiler that nothing is missing. */
function configOf({ limits, context, records, ...settings }: Settings): Omit<Config, "access"> {
  return {
    protocol: settings.protocol ?? DEFAULTS.protocol,
    consensus: settings.consensus ?? null,
    maxRounds: settings.maxRounds ?? null,
    timeoutMs: settings.timeout ?? null,
    participants: seatsOf(settings.participants ?? {}),
    panel: settings.panel?.length ? settings.panel : null,
    limits: {
      calls: limits?.calls ?? null,
      tokens: limits?.tokens ?? null,
      usd: limits?.usd ?? null,
      ...(limits?.unpriced && { unpriced: true }),
      wallMs: limits?.time ?? null,
      onLimit: limits?.onLimit ?? DEFAULTS.limits.onLimit,
    },
    confirmAboveUsd: settings.confirmAbove ?? DEFAULTS.confirmAbove,
    settings: settings.settings ?? {},
    context: {
      include: context?.include ?? DEFAULTS.context.include,
      deny: context?.deny ?? DEFAULTS.context.deny,
      maxBytes: context?.maxBytes ?? DEFAULTS.context.maxBytes,
    },
    engine: settings.engine ?? DEFAULTS.engine,
    out: settings.out ?? null,
    records: {
      dir: records?.dir ?? DEFAULTS.records.dir,
      journal: records?.journal ?? DEFAULTS.records.journal,
    },
    display: settings.display ?? DEFAULTS.display,
  };
}

function seatsOf(seats: NonNullable<Settings["participants"]>): Config["participants"] {
  return Object.fromEntries(
    Object.entries(seats).map(([id, seat]) => [
      id,
      typeof seat === "string" ? { model: seat } : seat,
    ]),
  );
}

function spelled(key: string, value: unknown): string {
  const written = typeof value === "string" || typeof value === "number" ? value : undefined;
  const share = key === "consensus" && written !== undefined ? parseShare(written) : undefined;
  if (share !== undefined) return spellShare(share);
  const timed = (key === "timeout" || key === "limits.time") && written !== undefined;
  const ms = timed ? parseDuration(written) : undefined;
  if (ms !== undefined) return spellDuration(ms);
  if (Array.isArray(value)) return value.length === 0 ? "none" : plainLine(value.join(", "));
  return plainLine(typeof value === "string" ? value : JSON.stringify(value));
}
