/** The protocols that Dissent brings along, in the order in which they are listed. */
import type { Protocol } from "../protocol.ts";
import { board } from "./board/board.ts";
import { challenge } from "./challenge/challenge.ts";
import { judges } from "./judges/judges.ts";
import { merge } from "./merge/protocol.ts";
import { roundtable } from "./roundtable/roundtable.ts";

export const PROTOCOLS: readonly Protocol[] = [judges, challenge, board, roundtable, merge];
