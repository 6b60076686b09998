/** R2-R4: settings for how an exchange shows who said what. Every protocol with an exchange has the same three. */
import * as z from "zod";

export const exchangeSettings = {
  anonymous: z
    .boolean()
    .default(false)
    .describe("show others under labels that change with every reader and step"),
  rotate: z
    .boolean()
    .default(false)
    .describe("change the order of the others with every reader and round"),
  one_voice: z
    .boolean()
    .default(false)
    .describe("show a position that several hold once, without names, counts or confidence"),
};

export type ExchangeSettings = { readonly [Name in keyof typeof exchangeSettings]: boolean };

/** Which settings the general flags speak of. */
export const EXCHANGE_FLAGS = {
  anonymous: "anonymous",
  rotate: "rotate",
  oneVoice: "one_voice",
} as const;
