/** Who pays for what is started, and how much is left. */

export interface Purse {
  /** Dollars that may still be spent; null: no limit. */
  left(): Promise<number | null>;
  /** Sets money aside, opens a debate that may cost that much, and binds the one to the other. */
  pay(usd: number, open: () => Promise<string>): Promise<string>;
  /** The same for a debate that is there and may from now on cost that much in all. */
  payMore(usd: number, debate: string): Promise<void>;
}

/** A person at their own machine, whose limits are those of the configuration. */
export const OWN_PURSE: Purse = {
  left: async () => null,
  pay: (_, open) => open(),
  payMore: async () => {},
};
