/**
 * R8, R9: how many independent votes a panel really has. Seats on the same model, and seats of the same host, count
 * as one.
 */
import { HOST_MODEL, isAwaitedProvider } from "../../domain/awaited.ts";
import { type Event, readOpening } from "../../domain/journal/event.ts";
import { findModelFamily } from "../../domain/vendor.ts";
import { computeEffectiveVotes } from "../statistics/statistics.ts";

/** Correlation of errors, assumed where nothing was measured (values with their sources: docs/audit.md). */
export const ASSUMED_CORRELATION = { sameModel: 0.6, sameFamily: 0.5, different: 0.44 } as const;

export interface VoteIndependence {
  /** All seats of the host are one. */
  readonly voices: number;
  /** Family to seats. */
  readonly families: Readonly<Record<string, readonly string[]>>;
  /** Distinct models that answered. */
  readonly models: readonly string[];
  /** 1 − Σ (share of a family)²: 0 is a monoculture. */
  readonly heterogeneity: number;
  readonly correlation: { readonly rho: number; readonly measured: boolean };
  readonly effectiveVotes: number;
  /** Distinct first positions among the voices. */
  readonly distinctFirst: number;
  readonly warning: string | null;
}

export function computeVoteIndependence(
  events: readonly Event[],
  { electors, first, measured }: { electors: readonly string[]; first: number; measured?: number },
): VoteIndependence {
  const served = findServedModels(events);
  const models = electors.map((seat) => served.get(seat) ?? seat);
  const families: Record<string, string[]> = {};
  for (const [index, seat] of electors.entries()) {
    const family = findModelFamily(models[index] ?? seat);
    (families[family] ??= []).push(seat);
  }
  const distinct = [...new Set(models)];
  const rho = measured ?? assumeErrorCorrelation(distinct.length, Object.keys(families).length);
  const hosted = families[HOST_MODEL]?.length ?? 0;
  const voices = electors.length - Math.max(hosted - 1, 0);
  const sizes = Object.entries(families).map(([family, seats]) =>
    family === HOST_MODEL ? 1 : seats.length,
  );
  const heterogeneity =
    voices === 0 ? 0 : 1 - sizes.reduce((sum, size) => sum + (size / voices) ** 2, 0);
  return {
    voices,
    families,
    models: distinct,
    heterogeneity,
    correlation: { rho, measured: measured !== undefined },
    effectiveVotes: computeEffectiveVotes(voices, rho),
    distinctFirst: first,
    warning:
      hosted > 1
        ? `the agent answered for ${families[HOST_MODEL]?.join(", ")} in one conversation, which counts once`
        : describeIndependenceWarning(voices, distinct, Object.keys(families)),
  };
}

function assumeErrorCorrelation(models: number, families: number): number {
  if (models <= 1) return ASSUMED_CORRELATION.sameModel;
  return families <= 1 ? ASSUMED_CORRELATION.sameFamily : ASSUMED_CORRELATION.different;
}

function describeIndependenceWarning(
  voices: number,
  models: readonly string[],
  families: readonly string[],
): string | null {
  if (voices < 2) return null;
  if (models.length === 1) return `all ${voices} run on one model, ${models[0]}`;
  if (families.length === 1) return `all ${voices} run on one model family, ${families[0]}`;
  return null;
}

/** They are named whole by the reference that was asked for. */
const OWN_FAMILY: ReadonlySet<string> = new Set(["offline", "scripted"]);

/** Who really answered for a seat; who was asked for, where the provider did not say (K14). */
function findServedModels(events: readonly Event[]): Map<string, string> {
  const models = new Map(readOpening(events).participants.map(({ id, model }) => [id, model]));
  for (const { fact } of events) {
    if (fact.type !== "reply-recorded") continue;
    const { provider, requested, served } = fact.speaker;
    if (isAwaitedProvider(provider)) {
      models.set(fact.by, provider);
    } else if (OWN_FAMILY.has(provider) || served === null) {
      models.set(fact.by, requested);
    } else {
      models.set(fact.by, served.includes("/") ? served : `${provider}/${served}`);
    }
  }
  return models;
}
