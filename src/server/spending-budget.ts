/** Who pays for what is started, and how much is left. */

export interface SpendingBudget {
  /** Dollars that may still be spent; null: no limit. */
  readRemainingUsd(): Promise<number | null>;
  /** Sets money aside, opens a debate that may cost that much, and binds the one to the other. */
  reserveAndOpen(usd: number, open: () => Promise<string>): Promise<string>;
  /** The same for a debate that is there and may from now on cost that much in all. */
  reserveForDebate(usd: number, debate: string): Promise<void>;
}

/** A person at their own machine, whose limits are those of the configuration. */
export const UNLIMITED_BUDGET: SpendingBudget = {
  readRemainingUsd: async () => null,
  reserveAndOpen: (_, open) => open(),
  reserveForDebate: async () => {},
};
