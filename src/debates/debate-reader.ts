/** Looks at debates and changes none. It needs no rules, no models and no engine, which take long to load. */
import type { DebateRecord } from "../domain/journal/record.ts";
import type { FigureCache, ListedDebate, ListQuery, Store } from "../store.ts";
import { findDebate } from "./find-debate.ts";
import { readDebate } from "./read-debate.ts";

export interface DebateReader {
  /** Figures of finished debates, where the store keeps any. */
  readonly figures?: FigureCache;
  read(debate: string): Promise<DebateRecord>;
  /** The id of a debate given whole, by the start or end of its id, or as `last`. */
  find(reference: string): Promise<string>;
  list(query?: ListQuery): Promise<readonly ListedDebate[]>;
  close(): Promise<void>;
}

export function createDebateReader(store: Store): DebateReader {
  return {
    ...(store.figures && { figures: store.figures }),
    read: (debate) => readDebate(store, debate),
    find: (reference) => findDebate(store, reference),
    list: (query) => store.list(query),
    close: () => store.close(),
  };
}
