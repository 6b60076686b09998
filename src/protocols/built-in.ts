/** The protocols that Dissent brings along, in the order in which they are listed; a poll is for evaluations alone. */
import type { Protocol } from "../protocol.ts";
import { board } from "./board/protocol.ts";
import { challenge } from "./challenge/protocol.ts";
import { judges } from "./judges/protocol.ts";
import { merge } from "./merge/protocol.ts";
import { poll } from "./poll/protocol.ts";
import { review } from "./review/protocol.ts";
import { roundtable } from "./roundtable/protocol.ts";

export const PROTOCOLS: readonly Protocol[] = [judges, challenge, board, roundtable, merge, review];

/** Everything whose journals can be run, read and verified here. */
export const KNOWN_PROTOCOLS: readonly Protocol[] = [...PROTOCOLS, poll];
