/** CONTRACT: a running loopback, in this process or in one of its own. */
import type { Json } from "../../domain/json.ts";
import type { LoopbackScript } from "./loopback-script.ts";

/** A request that came in, as it was. */
export interface RecordedRequest {
  /** When it had come in. */
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed where it is JSON, else its text. */
  readonly body: Json;
  readonly bytes: number;
  /** The model asked for; empty where the request asks no model. */
  readonly model: string;
  /** What the user's side said; empty where the request asks no model. */
  readonly prompt: string;
  readonly tools: readonly string[];
  readonly toolResults: number;
  /** Whether it was answered whole, is still waiting, or was given up by the caller or torn down. */
  readonly ended: "answered" | "waiting" | "given-up";
}

export interface LoopbackVendor {
  /** `http://127.0.0.1:<port>`, without a slash; vendors' paths begin after it. */
  readonly url: string;
  readonly port: number;
  /** Replaces the script, and forgets what it remembered. */
  play(script: LoopbackScript): Promise<void>;
  /** What came in, oldest first; questions to the loopback itself are not among it. */
  requests(): Promise<readonly RecordedRequest[]>;
  forget(): Promise<void>;
  /** Connections that are open now, apart from the one that asks. */
  openSockets(): Promise<number>;
  close(): Promise<void>;
}
