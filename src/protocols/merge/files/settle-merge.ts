/** From what a person typed to a merge that can be planned: drafts read, agents known, a place for the result. */
import { basename } from "node:path";

import type { Desk } from "../../../app/desk.ts";
import { outFlag } from "../../../app/flags.ts";
import type { Opening } from "../../../app/plan-debate.ts";
import { configurationFor } from "../../../app/settle.ts";
import type { Config, Configuration } from "../../../config/config.ts";
import { secretsIn } from "../../../config/context/secrets.ts";
import type { Brief, Source } from "../../../domain/brief.ts";
import { SetupError } from "../../../errors.ts";
import { plainLine } from "../../../text/plain-text.ts";
import { LONGEST_NAME_TO_TYPE, slugOf } from "../../../text/slug.ts";
import { type AgentSpec, parseAgents } from "./agent-spec.ts";
import { dialsFrom, type Mode, modeOf } from "./merge-flags.ts";
import { refuseOverwriting } from "./overwriting.ts";
import {
  artifactName,
  derivedPlace,
  featureOf,
  isRecordPath,
  type Place,
  placeOf,
} from "./places.ts";
import { checkCount, readSource, readVariants } from "./read-variants.ts";

type Flags = Readonly<Record<string, unknown>>;

interface SettledMerge extends Opening {
  /** To be said before anything is asked. */
  readonly warnings: readonly string[];
}

export async function settleMerge(
  desk: Desk,
  files: readonly string[],
  flags: Flags,
): Promise<SettledMerge> {
  const mode = modeOf(files, flags);
  const dials = dialsFrom(flags, files);
  const configuration = await configurationFor(desk, flags, null);
  const gathered = await gather(desk, mode, configuration.values);
  const outs = outFlag(flags);
  const wanted = outs.filter((out) => !isRecordPath(out));
  const derived = derivedPlace(desk, {
    paths: gathered.paths,
    generate: mode.kind === "generate" ? mode.type : null,
  });
  const [place = derived, ...further] = wanted.map((out) => placeOf(desk, out, derived.name));
  for (const one of [place, ...further]) {
    await refuseOverwriting(desk, one, { drafts: gathered.paths, yes: flags["yes"] === true });
  }
  const brief = briefOf(desk, { mode, place, sources: gathered.sources });
  const findings = brief.sources.flatMap((source) =>
    secretsIn(source.text).map(({ line, kind }) => ({ source: source.title, line, kind })),
  );
  const settings = {
    ...dials.settings,
    output: artifactName(place.name),
    ...(mode.kind === "generate" && { generate: mode.type, agents: gathered.agents }),
  };
  return {
    reading: { brief, given: null, file: null, skipped: [], findings },
    configuration: forMerge(configuration, settings),
    protocol: "merge",
    outs,
    warnings: [...dials.warnings, ...gathered.warnings],
  };
}

interface Gathered {
  readonly sources: readonly Source[];
  /** Real paths of everything that was read. */
  readonly paths: readonly string[];
  readonly agents: readonly AgentSpec[];
  readonly warnings: readonly string[];
}

async function gather({ cwd, root }: Desk, mode: Mode, config: Config): Promise<Gathered> {
  const where = { cwd, root, deny: config.context.deny };
  if (mode.kind === "compare") {
    const { sources, paths, warnings } = await readVariants({ ...where, paths: mode.files });
    const against = mode.source === null ? [] : [await readSource(mode.source, where)];
    return { sources: [...sources, ...against], paths, agents: [], warnings };
  }
  const { agents, warnings } = parseAgents(mode.agents);
  checkCount(
    agents.length,
    "agents",
    "Join them with commas: --agents a/model:architect,b/model:qa",
  );
  const silent = agents.find(({ model }) => model === "offline");
  if (silent) {
    throw new SetupError(
      "bad-settings",
      `offline cannot write a ${plainLine(mode.type)}: the built-in readers only compare documents.`,
      {
        hint: "Name agents that write, such as anthropic/<model>:architect. Given files are merged without any: dissent merge a.md b.md",
      },
    );
  }
  return { sources: [await readSource(mode.source, where)], paths: [], agents, warnings };
}

function briefOf(
  desk: Desk,
  { mode, place, sources }: { mode: Mode; place: Place; sources: readonly Source[] },
): Brief {
  const titles = sources.filter(({ id }) => id !== "source").map(({ title }) => title);
  const question =
    mode.kind === "generate"
      ? `What is the best ${plainLine(mode.type)} that can be made of ${basename(mode.source)}?`
      : `What does one document made of ${listed(titles)} say?`;
  return {
    id: slugOf(place.name.replace(/\.[^.]*$/, ""), LONGEST_NAME_TO_TYPE) || "merged",
    question,
    options: [],
    sources,
    ...featureOf(desk, place),
  };
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Seats and settings that are configured for another protocol are not this one's; what a flag says always is. */
function forMerge(
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
      participants: kept(values.participants, { path: "participants", known: SEAT }),
      settings: { ...kept(values.settings, { path: "settings", known: SETTING }), ...own },
    },
  };
}

const SEAT = /^(?:advocate-\d+|author-\d+|analyst|evaluator)$/;
const SETTING = /^(?:depth|convergence|interactive|focus|blind|base|comments)$/;
