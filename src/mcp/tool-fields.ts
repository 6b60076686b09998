/** What tools and prompts of several files are made of, and what every tool that concerns a debate returns. */
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import * as z from "zod";

// a brief may have a megabyte; four bytes a character at worst
const LONGEST_TEXT = 250_000;
const LONGEST_LINE = 2_000;
const MOST_ENTRIES = 20;
// what a person types into a form
const MAX_PROMPT_ARGUMENT = 20_000;

export const line = z.string().min(1).max(LONGEST_LINE);
export const text = z.string().min(1).max(LONGEST_TEXT);
const lines = z.array(line).max(MOST_ENTRIES);

export const promptArgument = z.string().max(MAX_PROMPT_ARGUMENT);

export const paths = lines.describe("project files to quote").optional();
export const seats = lines.describe("seat=model; model host: you").optional();
export const budget = z
  .number()
  .positive()
  .finite()
  .describe("cap; only as the user said")
  .optional();

/** The status of a debate, as every tool that concerns one returns it; the whole shape is in docs/mcp.md. */
export const StatusOutput = z.looseObject({ debate: z.string() });

export interface HostTool<Input extends z.ZodType = z.ZodType> {
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodType;
  readonly annotations: ToolAnnotations;
}

export const CHANGING_TOOL = { destructiveHint: false } as const;
