/** Dollars as whole micro-dollars, so that sums are exact. */

export const LARGEST_BUDGET_USD = 1_000_000;

/** A started micro-dollar counts as a whole one. */
export function roundUpToMicros(usd: number): number {
  return Math.max(0, Math.ceil(usd * 1e6 - MICROS_ROUNDING_NOISE));
}

/** What a limit allows in whole micro-dollars. */
export function roundDownToMicros(usd: number): number {
  return Math.floor(usd * 1e6 + MICROS_ROUNDING_NOISE);
}

// ten cents three times are a little more than thirty cents in binary; far less than a micro-dollar
export const MICROS_ROUNDING_NOISE = 0.001;

export function convertMicrosToUsd(micros: number): number {
  return micros / 1e6;
}

/** At least cents, and no digit is lost. */
export function formatMicrosAsUsd(micros: number): string {
  return `$${(micros / 1e6).toFixed(6).replace(/0{1,4}$/, "")}`;
}
