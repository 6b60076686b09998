/** What the form for a new debate must know of some protocols. */
import type { ComponentChildren } from "preact";

import { challengeStart } from "./challenge/start-form.ts";
import { judgesStart } from "./judges/start-form.ts";
import { mergeStart } from "./merge/start-form.tsx";
import { reviewStart } from "./review/start-form.tsx";

export interface ProtocolStart {
  /** What is said where no options are named, if it cannot do without. */
  readonly optionsMissing?: string;
  /** What it does with the text that the panel is given. */
  readonly bodyNote?: string;
  /** Where it is started, if not with the form. */
  readonly elsewhere?: ComponentChildren;
}

const PROTOCOL_STARTS: Readonly<Record<string, ProtocolStart>> = {
  judges: judgesStart,
  challenge: challengeStart,
  merge: mergeStart,
  review: reviewStart,
};

export function findProtocolStart(protocol: string): ProtocolStart {
  return Object.hasOwn(PROTOCOL_STARTS, protocol) ? (PROTOCOL_STARTS[protocol] ?? {}) : {};
}

export function listBodyNotes(): readonly string[] {
  return Object.values(PROTOCOL_STARTS).flatMap(({ bodyNote }) => bodyNote ?? []);
}

/** How the protocols are started that the form does not offer. */
export function listOtherStarts(): readonly ComponentChildren[] {
  return Object.values(PROTOCOL_STARTS).flatMap(({ elsewhere }) => elsewhere ?? []);
}
