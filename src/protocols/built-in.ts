/** The protocols that Dissent brings along, in the order in which they are listed; a poll is for evaluations alone. */
import type { Protocol } from "../protocol.ts";
import { board } from "./board/board.ts";
import { challenge } from "./challenge/challenge.ts";
import { judges } from "./judges/judges.ts";
import { merge } from "./merge/protocol.ts";
import { poll } from "./poll/poll.ts";
import { review } from "./review/review.ts";
import { roundtable } from "./roundtable/roundtable.ts";

export const PROTOCOLS: readonly Protocol[] = [judges, challenge, board, roundtable, merge, review];

/** Everything whose journals can be run, read and verified here. */
export const KNOWN_PROTOCOLS: readonly Protocol[] = [...PROTOCOLS, poll];
