/** Turns what a person typed into a merge that can be planned: drafts, agents, and a place for the result. */
import { basename } from "node:path";

import type { AppContext } from "../../../app/app-context.ts";
import type { DebateInput } from "../../../app/prepare-debate.ts";
import { readOutputFlag } from "../../../app/read-flags.ts";
import { resolveConfigWithFlags } from "../../../app/resolve-input.ts";
import type { ConfigValues, Configuration } from "../../../config/config.ts";
import { findSecretLines } from "../../../config/context/find-secrets.ts";
import { createSource } from "../../../config/context/read-context.ts";
import type { Brief, Source } from "../../../domain/brief.ts";
import { SetupError } from "../../../errors.ts";
import { stripToPlainLine } from "../../../text/plain-text.ts";
import { LONGEST_NAME_TO_TYPE, createSlug } from "../../../text/slug.ts";
import { type AgentSpec, parseAgentSpecs } from "./agent-spec.ts";
import { findCommitDates, findGitAncestor } from "./git-ancestor.ts";
import { type MergeMode, parseMergeMode, readMergeSettings } from "./merge-flags.ts";
import {
  type OutputLocation,
  deriveOutputLocation,
  describeFeatureLocation,
  formatArtifactName,
  isDebateRecordPath,
  resolveOutputLocation,
} from "./output-location.ts";
import { refuseUnsafeOverwrite } from "./overwrite-conflicts.ts";
import {
  checkVariantCount,
  readAncestorDocument,
  readSourceDocument,
  readVariantFiles,
} from "./read-variants.ts";

type Flags = Readonly<Record<string, unknown>>;

interface ResolvedMerge extends DebateInput {
  /** To be said before anything is asked. */
  readonly warnings: readonly string[];
}

export async function resolveMergeInput(
  appContext: AppContext,
  files: readonly string[],
  flags: Flags,
): Promise<ResolvedMerge> {
  const mode = parseMergeMode(files, flags);
  const dials = readMergeSettings(flags, files);
  const configuration = await resolveConfigWithFlags(appContext, flags, null);
  const gathered = await readMergeSources(appContext, mode, configuration.values);
  const outs = readOutputFlag(flags);
  const wanted = outs.filter((out) => !isDebateRecordPath(out));
  const derived = deriveOutputLocation(appContext, {
    paths: gathered.paths,
    generate: mode.kind === "generate" ? mode.type : null,
  });
  const [place = derived, ...further] = wanted.map((out) =>
    resolveOutputLocation(appContext, out, derived.name),
  );
  for (const one of [place, ...further]) {
    await refuseUnsafeOverwrite(appContext, one, {
      drafts: gathered.paths,
      yes: flags["yes"] === true,
    });
  }
  const brief = createMergeBrief(appContext, { mode, place, sources: gathered.sources });
  const findings = brief.sources.flatMap((source) =>
    findSecretLines(source.text).map(({ line, kind }) => ({ source: source.title, line, kind })),
  );
  const settings = {
    ...dials.settings,
    output: formatArtifactName(place.name),
    ...(gathered.dates.some((date) => date !== "") && { dates: gathered.dates }),
    ...(mode.kind === "generate" && { generate: mode.type, agents: gathered.agents }),
  };
  return {
    reading: { brief, given: null, file: null, skipped: [], findings },
    configuration: keepMergeSettings(configuration, settings),
    protocol: "merge",
    outs,
    warnings: [...dials.warnings, ...gathered.warnings],
  };
}

interface MergeSources {
  readonly sources: readonly Source[];
  /** Real paths of everything that was read. */
  readonly paths: readonly string[];
  readonly agents: readonly AgentSpec[];
  /** When each draft was last committed; empty where nobody knows. */
  readonly dates: readonly string[];
  readonly warnings: readonly string[];
}

/** Named by a person, else found in git. */
async function readAncestor(
  wanted: string | null | false,
  paths: readonly string[],
  where: Parameters<typeof readAncestorDocument>[1],
): Promise<Pick<MergeSources, "sources" | "warnings">> {
  if (wanted === false) return { sources: [], warnings: [] };
  if (wanted !== null)
    return { sources: [await readAncestorDocument(wanted, where)], warnings: [] };
  const found = await findGitAncestor(paths);
  if (found === null) return { sources: [], warnings: [] };
  const notice = `the drafts are versions of ${found.title}, found in git; --no-ancestor ignores it`;
  return {
    sources: [createSource("ancestor", stripToPlainLine(found.title), found.text)],
    warnings: [notice],
  };
}

async function readMergeSources(
  { cwd, root }: AppContext,
  mode: MergeMode,
  config: ConfigValues,
): Promise<MergeSources> {
  const where = { cwd, root, deny: config.context.deny };
  if (mode.kind === "compare") {
    const { sources, paths, warnings } = await readVariantFiles({ ...where, paths: mode.files });
    const against = mode.source === null ? [] : [await readSourceDocument(mode.source, where)];
    const ancestor = await readAncestor(mode.ancestor, paths, where);
    return {
      sources: [...sources, ...against, ...ancestor.sources],
      paths,
      agents: [],
      dates: await findCommitDates(paths),
      warnings: [...warnings, ...ancestor.warnings],
    };
  }
  const { agents, warnings } = parseAgentSpecs(mode.agents);
  checkVariantCount(
    agents.length,
    "agents",
    "Join them with commas: --agents a/model:architect,b/model:qa",
  );
  const silent = agents.find(({ model }) => model === "offline");
  if (silent) {
    throw new SetupError(
      "bad-settings",
      `offline cannot write a ${stripToPlainLine(mode.type)}: the built-in readers only compare documents.`,
      {
        hint: "Name agents that write, such as anthropic/<model>:architect. Given files are merged without any: dissent merge a.md b.md",
      },
    );
  }
  const sources = [await readSourceDocument(mode.source, where)];
  return { sources, paths: [], agents, dates: [], warnings };
}

function createMergeBrief(
  appContext: AppContext,
  { mode, place, sources }: { mode: MergeMode; place: OutputLocation; sources: readonly Source[] },
): Brief {
  const titles = sources.filter(({ id }) => id.startsWith("variant-")).map(({ title }) => title);
  const question =
    mode.kind === "generate"
      ? `What is the best ${stripToPlainLine(mode.type)} that can be made of ${basename(mode.source)}?`
      : `What does one document made of ${joinWithAnd(titles)} say?`;
  return {
    id: createSlug(place.name.replace(/\.[^.]*$/, ""), LONGEST_NAME_TO_TYPE) || "merged",
    question,
    options: [],
    sources,
    ...describeFeatureLocation(appContext, place),
  };
}

function joinWithAnd(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Seats and settings that are configured for another protocol are not this one's; what a flag says always is. */
function keepMergeSettings(
  configuration: Configuration,
  own: Readonly<Record<string, unknown>>,
): Configuration {
  const { values, origins } = configuration;
  const meant = (path: string): boolean =>
    [...origins].some(([key, origin]) => key.startsWith(path) && origin.startsWith("flag "));
  const kept = <Value>(
    entries: Readonly<Record<string, Value>>,
    { path, known }: { path: string; known: RegExp },
  ): Record<string, Value> =>
    Object.fromEntries(
      Object.entries(entries).filter(
        ([name]) => values.protocol === "merge" || known.test(name) || meant(`${path}.${name}`),
      ),
    );
  return {
    ...configuration,
    values: {
      ...values,
      participants: kept(values.participants, { path: "participants", known: MERGE_SEAT }),
      settings: { ...kept(values.settings, { path: "settings", known: MERGE_SETTING }), ...own },
    },
  };
}

const MERGE_SEAT = /^(?:advocate-\d+|author-\d+|analyst|evaluator)$/;
const MERGE_SETTING =
  /^(?:depth|convergence|interactive|focus|blind|base|prefer|authors|comments)$/;
