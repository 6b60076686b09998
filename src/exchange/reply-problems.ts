/** K3: what is wrong with a reply. */
import type { Problem } from "../protocol.ts";

/** The reply cannot count as it is. */
export function reportInvalid(text: string): Problem {
  return { text, duty: false };
}

/** Asked for once, then noted. */
export function reportDuty(text: string): Problem {
  return { text, duty: true };
}
