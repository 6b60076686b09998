/** Who answers through the journal and is never called: a person, or the model of the program that called Dissent. */

export const AWAITED_PROVIDERS = ["person", "host"] as const;
export type AwaitedProvider = (typeof AWAITED_PROVIDERS)[number];

/** The reference of a seat for which a host answers: one conversation, however many seats it has. */
export const HOST_MODEL = "host";

export function isAwaitedProvider(provider: string): provider is AwaitedProvider {
  return (AWAITED_PROVIDERS as readonly string[]).includes(provider);
}
