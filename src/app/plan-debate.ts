import type { BriefReading } from "../config/briefs/read-brief.ts";
/** What a debate would be, from a brief and a configuration: rules, seats, limits. Nothing is spent. */
import type { Dissent } from "../dissent.ts";
import type { Plan, PlanRequest } from "../plan.ts";
import { knownGood } from "./challengers.ts";
import { type AppSetting, modelsFor, type Desk } from "./desk.ts";
import { listFlag, textFlag } from "./flags.ts";
import { projectFiles } from "./project/project-files.ts";
import { liveKnock } from "./round-trip.ts";
import { type Seating, seatingFor } from "./seating.ts";
import type { Settled } from "./settle.ts";

type Flags = Readonly<Record<string, unknown>>;

export interface Opening extends Settled {
  /** Takes the place of the configured protocol. */
  readonly protocol?: string;
  /** General flags the command sets by itself. */
  readonly general?: PlanRequest["flags"];
  /** Where results go, where the command has looked at that itself. */
  readonly outs?: readonly string[];
}

export interface Planned {
  readonly plan: Plan;
  readonly seating: Seating;
  /** The same plan once it is known who works; asks those of whom nothing fresh is remembered. */
  readonly withKnownGood: () => Promise<Plan>;
}

export interface Planning {
  readonly desk: Desk;
  readonly opening: Opening;
  readonly flags: Flags;
  readonly models: AppSetting;
}

export async function plannedDebate(
  app: Pick<Dissent, "plan" | "protocols">,
  planning: Planning,
): Promise<Planned> {
  const { desk, opening, models } = planning;
  const config = opening.configuration.values;
  const id = opening.protocol ?? config.protocol;
  const request = requestOf(app, planning);
  const named = app.plan(id, request);
  // a cassette answers for everyone, so nobody has to be found
  const wanted = named.unnamed.length > 0 && models.replay === undefined;
  const seating = wanted ? await seatingFor(desk, config) : NOBODY;
  const seated = { ...request, panel: seating.models };
  const plan = seating.models.length === 0 ? named : app.plan(id, seated);
  return {
    plan,
    seating,
    async withKnownGood() {
      const { available } = plan.protocol.flags ?? {};
      if (available === undefined || config.settings["available"] !== undefined) return plan;
      // H1: who challenges is known to work, today
      const references = plan.participants.map(({ model }) => model);
      // a cassette answers for everyone, which says nothing about tomorrow; and none keeps a knock at the door
      const works =
        models.replay === undefined
          ? await knownGood(desk, references, { knock: liveKnock(modelsFor(desk, {})) })
          : references;
      return app.plan(id, { ...seated, flags: { ...request.flags, available: works } });
    },
  };
}

const NOBODY: Seating = { from: "nothing", models: [] };

function requestOf(
  app: Pick<Dissent, "protocols">,
  { desk, opening, flags }: Planning,
): PlanRequest {
  const { reading, configuration, general = {} } = opening;
  const config = configuration.values;
  return {
    brief: reading.brief,
    settings: config.settings,
    seats: config.participants,
    flags: { ...configured(app, opening), ...generalFlags(flags, reading), ...general },
    files: () => projectFiles(desk.root),
    ...(config.timeoutMs !== null && { timeoutMs: config.timeoutMs }),
    attest: flags["attest"] === true,
    sharedHost: flags["sharedHost"] === true,
    limits: { ...config.limits, ...(flags["allowUnpriced"] === true && { unpriced: true }) },
  };
}

/** What a flag says must fit; what a configuration says for all debates counts where a protocol has it. */
function configured(
  { protocols }: Pick<Dissent, "protocols">,
  { configuration, protocol }: Opening,
): PlanRequest["flags"] {
  const { values, origins } = configuration;
  const known = protocols.find(({ id }) => id === (protocol ?? values.protocol))?.flags ?? {};
  const counts = (flag: "maxRounds" | "consensus"): boolean =>
    known[flag] !== undefined || /^(?:flag|brief) /.test(origins.get(flag) ?? "");
  const { maxRounds, consensus } = values;
  return {
    ...(maxRounds !== null && counts("maxRounds") && { maxRounds }),
    ...(consensus !== null &&
      counts("consensus") && { consensus: `${consensus.needed}/${consensus.of}` }),
  };
}

function generalFlags(flags: Flags, { given }: BriefReading): PlanRequest["flags"] {
  const preset = textFlag(flags, "preset");
  const specialists = listFlag(flags, "specialists").flatMap(names);
  const mandatory = listFlag(flags, "mandatory").flatMap(names);
  const wanted = textFlag(flags, "class") ?? given?.class ?? undefined;
  return {
    ...(preset !== undefined && { preset }),
    ...(specialists.length > 0 && { specialists }),
    ...(mandatory.length > 0 && { mandatory }),
    ...(flags["blindFirst"] === true && { blindFirst: true }),
    ...(flags["anonymous"] === true && { anonymous: true, rotate: true, oneVoice: true }),
    ...(wanted !== undefined && { class: wanted }),
  };
}

function names(list: string): string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
