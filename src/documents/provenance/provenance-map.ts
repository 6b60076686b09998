/** The shape of the map beside a merged document: where each paragraph comes from, and what was left out of each variant. */
import type { IntegrationKind } from "../apply/change-plan.ts";

export const MAP_VERSION = 1;

/** Lines are counted from 1, the last one included; offsets count characters, `[start, end)`. */
export interface MappedUnit {
  readonly lines: readonly [number, number];
  readonly offsets: readonly [number, number];
  readonly sha256: string;
  readonly variant: number;
  readonly section: string;
  readonly title: string;
  readonly sourceLines: readonly [number, number];
  /** Null for the base's own words. */
  readonly change: number | null;
  readonly point: string | null;
  readonly integration: IntegrationKind | null;
}

export interface MappedVariant {
  readonly variant: number;
  readonly label: string;
  readonly name: string;
  readonly sha256: string;
  readonly base: boolean;
}

/** Words of a variant that are not in the output. */
export interface LeftOutPassage {
  readonly variant: number;
  readonly section: string;
  readonly title: string;
  readonly lines: readonly [number, number];
  readonly point: string | null;
  readonly why: string;
}

export interface ProvenanceMap {
  readonly version: typeof MAP_VERSION;
  /** Of the output, as UTF-8. */
  readonly sha256: string;
  readonly variants: readonly MappedVariant[];
  readonly units: readonly MappedUnit[];
  readonly leftOut: readonly LeftOutPassage[];
}
