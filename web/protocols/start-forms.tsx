/** What the form for a new debate must know of some protocols. */
import type { ComponentChildren } from "preact";

import { judgesStart } from "./judges/start-form.ts";
import { mergeStart } from "./merge/start-form.tsx";

export interface ProtocolStart {
  /** What is said where no options are named, if it cannot do without. */
  readonly optionsMissing?: string;
  /** Where it is started, if not with the form. */
  readonly elsewhere?: ComponentChildren;
}

const PROTOCOL_STARTS: Readonly<Record<string, ProtocolStart>> = {
  judges: judgesStart,
  merge: mergeStart,
};

export function findProtocolStart(protocol: string): ProtocolStart {
  return Object.hasOwn(PROTOCOL_STARTS, protocol) ? (PROTOCOL_STARTS[protocol] ?? {}) : {};
}

/** How the protocols are started that the form does not offer. */
export function listOtherStarts(): readonly ComponentChildren[] {
  return Object.values(PROTOCOL_STARTS).flatMap(({ elsewhere }) => elsewhere ?? []);
}
