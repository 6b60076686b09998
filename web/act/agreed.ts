/** The price in a refusal, so that a person can agree to exactly what was said. */

/** Its upper end: 1.4 in “This may cost $0.60-1.40, cap $2.00, which is above $1.00”; null where none is named. */
export function parseRefusedPrice(message: string): number | null {
  const [, low, high] = /\$([\d.]+\d)(?:-([\d.]+\d))?/.exec(message) ?? [];
  const end = high ?? low;
  return end === undefined ? null : Number(end);
}

/** Refused only because nobody has agreed to the price yet. */
export function isPriceRefusal(code: string): boolean {
  return code === "needs-confirmation" || code === "price-changed";
}
