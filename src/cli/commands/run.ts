import { settle } from "../../desk/settle.ts";
import { openDebate } from "../open-debate.ts";
import type { Action } from "../program.ts";

/** Holds a debate on a brief, by whatever protocol is configured. */
export const run: Action = async (session, [from = ""], flags) =>
  openDebate(session, await settle(session, from, flags), flags);
