/** Where the server takes what a person does. */
import { pathOf } from "../state/live.ts";

type Deed = "decision" | "answer" | "pause" | "resume" | "ask" | "fork" | "form";

export function deedPath(debate: string, deed: Deed): string {
  return `${pathOf(debate)}/${deed}`;
}

export function debateAddress(debate: string): string {
  return `/debates/${encodeURIComponent(debate)}`;
}
