/** Who answers through the journal and is never called: a person, or the model of the program that called Dissent. */

export const AWAITED = ["person", "host"] as const;
export type Awaited = (typeof AWAITED)[number];

/** The reference of a seat for which a host answers: one conversation, however many seats it has. */
export const HOST = "host";

export function isAwaited(provider: string): provider is Awaited {
  return (AWAITED as readonly string[]).includes(provider);
}
