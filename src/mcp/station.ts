import type { Desk } from "../app/desk.ts";
/** What every call of a host works with: the project, the debates held here, and what was sealed for its user. */
import type { Clock } from "../clock.ts";
import type { Keeper } from "./keeper.ts";
import type { Seal } from "./seal.ts";

export interface Station {
  readonly desk: Desk;
  readonly keeper: Keeper;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly version: string;
  /** Takes keys out of whatever leaves. */
  readonly redact: (text: string) => string;
  /** The address of a debate's page, where a page server runs. */
  readonly pageOf: (debate: string) => string | null;
}

/** Whoever opened a debate over MCP did so through an agent, and it may be continued for one. */
const OVER_MCP = " over MCP";

export function openedBy({ person }: Desk): string {
  return `${person}${OVER_MCP}`;
}

export function wasOpenedHere({ by }: { readonly by: string }): boolean {
  return by.endsWith(OVER_MCP);
}
