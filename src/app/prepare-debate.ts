/**
 * Turns a brief and a configuration into a debate that is ready to open: planned, checked, priced. It spends nothing.
 */
import type { BriefReading } from "../config/briefs/read-brief.ts";
import type { Estimate } from "../debates/estimate.ts";
import type { Dissent } from "../dissent.ts";
import type { AgreedPanel } from "../domain/journal/event.ts";
import type { EarlierDecision } from "../domain/similar-decisions.ts";
import { SetupError } from "../errors.ts";
import type { Plan, PlanRequest, SeatRequest } from "../plan.ts";
import type { Store } from "../store.ts";
import { splitCommaList } from "../text/plain-text.ts";
import {
  type AppContext,
  type CassetteOptions,
  createModelSource,
  createOwnKeyRedactor,
  createPlanningApp,
} from "./app-context.ts";
import type { DebateExpense } from "./debate-expense.ts";
import { findSimilarProjectDecisions } from "./earlier-decisions.ts";
import { listProjectFiles } from "./project/project-files.ts";
import { refuseMissingCheckout } from "./project/repository-files.ts";
import { type CommandFlags, readListFlag, readTextFlag } from "./read-flags.ts";
import { refuseOwnKeys } from "./refuse-secrets.ts";
import type { ResolvedInput } from "./resolve-input.ts";
import { describeSeatDocument } from "./seat-documents.ts";
import { findWorkingModels } from "./seating/challenger-cache.ts";
import {
  type ModelSeating,
  findModelSeating,
  listSeatsWithoutModel,
} from "./seating/model-seating.ts";
import { createModelProbe } from "./seating/probe-model.ts";
import { refuseUnreachablePanel } from "./seating/reachable-seats.ts";

export interface DebateInput extends ResolvedInput {
  /** Takes the place of the configured protocol. */
  readonly protocol?: string;
  /** General flags the command sets by itself. */
  readonly general?: PlanRequest["flags"];
  /** Seats that a model proposed and a person agreed to. */
  readonly panel?:
    | {
        readonly seats: Readonly<Record<string, SeatRequest>>;
        readonly agreed: AgreedPanel;
      }
    | undefined;
  /** Where results go, where the command has looked at that itself. */
  readonly outs?: readonly string[];
}

/** A plan with all that is said of it before it starts. */
export interface RunPreview {
  readonly plan: Plan;
  readonly seating: ModelSeating;
  readonly notices: readonly string[];
  readonly estimate: Estimate;
}

export interface PreparedDebate {
  readonly preview: RunPreview;
  readonly expense: DebateExpense;
  /** Earlier decisions on a like question. */
  readonly similar: readonly EarlierDecision[];
  /** Seats that nobody can speak for; with any, the debate must not start. */
  readonly withoutModel: readonly string[];
  /** The plan once it is known who works; asks those of whom nothing fresh is remembered. */
  readonly withKnownGood: () => Promise<Plan>;
}

export interface DebatePreparation {
  readonly input: DebateInput;
  readonly flags: CommandFlags;
  readonly models: CassetteOptions;
  /** Opens the project's store, if the command needs it afterwards. */
  readonly store?: () => Store;
}

export async function prepareDebate(
  appContext: AppContext,
  preparing: DebatePreparation,
): Promise<PreparedDebate> {
  const { input, models } = preparing;
  const { reading, configuration } = input;
  const config = configuration.values;
  const id = input.protocol ?? config.protocol;
  // planned before the database is made: a mistake leaves nothing behind
  const planning = createPlanningApp(appContext, { ...models, configuration });
  const request = buildPlanRequest(planning, appContext, preparing);
  const named = planning.plan(id, request);
  // a cassette answers for everyone, so nobody has to be found
  const wanted = named.unnamed.length > 0 && models.replay === undefined;
  const seating = wanted ? await findModelSeating(appContext, config) : EMPTY_SEATING;
  const seated = { ...request, panel: seating.models };
  const plan = seating.models.length === 0 ? named : planning.plan(id, seated);
  const notices = await planning.notices(plan);
  const estimate = await planning.estimate(plan);
  refuseUnreachablePanel(plan, estimate);
  await refuseMissingCheckout(appContext, plan, preparing.flags);
  refuseOwnKeys(reading, { cwd: appContext.cwd, redact: createOwnKeyRedactor(appContext) });
  return {
    preview: { plan, seating, notices, estimate },
    expense: {
      estimate,
      limits: plan.limits,
      confirmAboveUsd: config.confirmAboveUsd,
      found: seating.from === "found" ? seating.models : [],
    },
    similar: await findSimilarProjectDecisions(appContext, plan, preparing.store),
    withoutModel: wanted ? listSeatsWithoutModel(plan, seating) : [],
    async withKnownGood() {
      const { available } = plan.protocol.flags ?? {};
      if (available === undefined || config.settings["available"] !== undefined) return plan;
      // H1: who challenges is known to work, today
      const references = plan.participants.map(({ model }) => model);
      // a cassette answers for every model, which proves nothing about tomorrow; and no cassette records a probe
      const works =
        models.replay === undefined
          ? await findWorkingModels(appContext, references, {
              knock: createModelProbe(createModelSource(appContext, { configuration }), config),
            })
          : references;
      return planning.plan(id, { ...seated, flags: { ...request.flags, available: works } });
    },
  };
}

const EMPTY_SEATING: ModelSeating = { from: "nothing", models: [] };

function buildPlanRequest(
  app: Pick<Dissent, "protocols">,
  { root }: AppContext,
  { input: opening, flags }: DebatePreparation,
): PlanRequest {
  const { reading, configuration, general = {} } = opening;
  const config = configuration.values;
  return {
    brief: reading.brief,
    settings: { ...config.settings, ...listAutoSettings(app, opening, flags) },
    seats: describeSeatSources({ ...opening.panel?.seats, ...config.participants }),
    agreedPanel: opening.panel?.agreed,
    flags: {
      ...readConfiguredFlags(app, opening),
      ...readGeneralFlags(flags, reading),
      ...general,
      ...(opening.panel?.agreed.preset != null && { preset: opening.panel.agreed.preset }),
    },
    files: () => listProjectFiles(root),
    ...(config.timeoutMs !== null && { timeoutMs: config.timeoutMs }),
    attest: flags["attest"] === true,
    sharedHost: flags["sharedHost"] === true,
    limits: { ...config.limits, ...(flags["allowUnpriced"] === true && { unpriced: true }) },
  };
}

/** `--auto`: the protocol's own way of stopping where debating does not pay. */
function listAutoSettings(
  { protocols }: Pick<Dissent, "protocols">,
  { configuration, protocol }: DebateInput,
  flags: CommandFlags,
): Readonly<Record<string, unknown>> {
  if (flags["auto"] !== true) return {};
  const id = protocol ?? configuration.values.protocol;
  const { auto } = protocols.find((one) => one.id === id) ?? {};
  if (auto) return auto;
  const known = protocols.filter((one) => one.auto !== undefined).map((one) => one.id);
  throw new SetupError(
    "bad-settings",
    `The protocol ${id} cannot stop by itself where debating does not pay.`,
    {
      hint: `Leave out --auto, or use --protocol ${known.join(" or ")}.`,
    },
  );
}

/** What a flag says must fit; what a configuration says for all debates counts where a protocol has it. */
function readConfiguredFlags(
  { protocols }: Pick<Dissent, "protocols">,
  { configuration, protocol }: DebateInput,
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

function readGeneralFlags(flags: CommandFlags, { given }: BriefReading): PlanRequest["flags"] {
  const preset = readTextFlag(flags, "preset");
  const specialists = readListFlag(flags, "specialists").flatMap(splitCommaList);
  const mandatory = readListFlag(flags, "mandatory").flatMap(splitCommaList);
  const wanted = readTextFlag(flags, "class") ?? given?.class ?? undefined;
  return {
    ...(preset !== undefined && { preset }),
    ...(specialists.length > 0 && { specialists }),
    ...(mandatory.length > 0 && { mandatory }),
    ...(flags["blindFirst"] === true && { blindFirst: true }),
    ...(flags["repo"] !== undefined && { repo: flags["repo"] !== false }),
    ...(flags["anonymous"] === true && { anonymous: true, rotate: true, oneVoice: true }),
    ...(wanted !== undefined && { class: wanted }),
  };
}

function describeSeatSources(
  seats: Readonly<Record<string, SeatRequest & { readonly source?: string | undefined }>>,
): Record<string, SeatRequest> {
  return Object.fromEntries(
    Object.entries(seats).map(([id, { source, ...seat }]) => [
      id,
      source === undefined ? seat : { ...seat, background: describeSeatDocument(id) },
    ]),
  );
}
