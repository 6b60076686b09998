/** The notice that a model has no known price, one per model, and how to tell it from other notices. */

const WORDS = ": its price is not known, so its calls are not in the cost";

export function formatPriceNotice(model: string): string {
  return `${model}${WORDS}`;
}

/** Notices without those about prices, and the models that those are about. */
export function splitPriceNotices(notices: readonly string[]): {
  readonly others: readonly string[];
  readonly unpriced: readonly string[];
} {
  return {
    others: notices.filter((notice) => !notice.endsWith(WORDS)),
    unpriced: notices
      .filter((notice) => notice.endsWith(WORDS))
      .map((notice) => notice.slice(0, -WORDS.length)),
  };
}

/** "Price not known, so not in the cost: a, b"; empty where every price is known. */
export function formatUnpricedLine(unpriced: readonly string[]): string {
  return unpriced.length === 0 ? "" : `Price not known, so not in the cost: ${unpriced.join(", ")}`;
}
