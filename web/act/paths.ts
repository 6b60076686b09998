/** Where the server takes what a person does. */
import { buildDebateApiPath } from "../state/follow-debate.ts";

type DebateAction = "decision" | "answer" | "pause" | "resume" | "ask" | "fork" | "form";

export function buildActionPath(debate: string, deed: DebateAction): string {
  return `${buildDebateApiPath(debate)}/${deed}`;
}

export function buildDebateAddress(debate: string): string {
  return `/debates/${encodeURIComponent(debate)}`;
}
