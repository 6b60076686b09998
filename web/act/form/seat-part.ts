/** What a seat is there for, from the question as a model would read it: without the rules of its form. */
import { unwrapLines } from "../../kit/format-text.ts";

/** From here on a prompt speaks of files, entries and JSON. */
const FORM_RULES =
  /(?:^|\s)(?:Name what you need|Judge the variants|Give one|Reply with|Two passes|It is source|Answer each of these|Code made|You are asked once|You do not answer)/;

/** Empty where the prompt says nothing of it. */
export function readSeatPart(prompt: string): string {
  const part = /^You are (?:the|one of|a|an) [^\n]*(?:\n(?!-)[^\n]+)*/m.exec(prompt)?.[0] ?? "";
  const whole = unwrapLines(part);
  const end = FORM_RULES.exec(whole)?.index ?? whole.length;
  return whole.slice(0, end).trim();
}
