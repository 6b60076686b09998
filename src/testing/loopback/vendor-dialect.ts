/** CONTRACT: one vendor's request and response format, as far as the loopback speaks it. */
import type { Json } from "../../domain/json.ts";

export type DialectName = "anthropic" | "responses" | "chat" | "gemini";

/** A question as it came in, whatever the dialect. */
export interface LoopbackQuestion {
  readonly dialect: DialectName;
  readonly model: string;
  /** The key it came with. */
  readonly key: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly system: string;
  /** All that the user's side has said, in order. */
  readonly prompt: string;
  /** JSON Schema of the reply, where one was sent. */
  readonly schema: Json | undefined;
  /** Names of the tools it may call. */
  readonly tools: readonly string[];
  /** The tool by which it is to give its reply, where that is how it is asked to. */
  readonly replyTool: string | undefined;
  /** How many results of tools are in the conversation. */
  readonly toolResults: number;
  readonly maxOutputTokens: number | undefined;
  readonly stream: boolean;
}

export interface ToolCall {
  readonly name: string;
  readonly arguments: Json;
}

/** What the loopback says in return. */
export interface LoopbackAnswer {
  readonly thinking: string;
  readonly text: string;
  readonly tool: ToolCall | undefined;
  readonly stop: "end" | "length" | "tool" | "refusal";
  readonly model: string;
  readonly usage: LoopbackUsage;
}

export interface LoopbackUsage {
  readonly input: number;
  /** Of the input, those read from a cache. */
  readonly cached: number;
  readonly output: number;
}

/** One server-sent event. */
export interface StreamFrame {
  readonly event?: string;
  readonly data: Json;
}

/** What a dialect reads a question from. */
export interface DialectInput {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface VendorDialect {
  read(given: DialectInput): LoopbackQuestion;
  whole(said: LoopbackAnswer): Json;
  /** Frames before the text; thinking is among them. */
  opening(said: LoopbackAnswer): StreamFrame[];
  delta(text: string, said: LoopbackAnswer): StreamFrame;
  /** Frames after the text; a tool call is among them. */
  closing(said: LoopbackAnswer): StreamFrame[];
  fault(status: number, message: string): Json;
}
