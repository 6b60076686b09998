/** CONTRACT: where debates run. */
import type { Event, Limits } from "./domain/journal/event.ts";
import type { Outcome } from "./domain/outcome/outcome.ts";

/** What is happening right now; shown live, never journaled. */
export type LiveEvent =
  | {
      readonly type: "turn-started";
      readonly key: string;
      readonly by: string;
      readonly repair: boolean;
    }
  | {
      readonly type: "text-heard";
      readonly key: string;
      readonly by: string;
      readonly text: string;
    }
  /** Something that passes went wrong; the question is put again after the delay. */
  | {
      readonly type: "try-failed";
      readonly key: string;
      readonly by: string;
      readonly reason: string;
      readonly tries: number;
      readonly delayMs: number;
    };

export interface Steering {
  /** Stop starting turns, let those in flight land. */
  readonly pause: AbortSignal;
  /** Drop the turns in flight too. */
  readonly drop: AbortSignal;
}

/** How far a debate got. */
export type RunResult =
  | { readonly status: "settled"; readonly outcome: Outcome }
  | {
      readonly status: "paused";
      /** `failed`: a key was refused before anyone had spoken. */
      readonly reason: "interrupted" | "limit" | "failed";
      readonly detail: string;
    }
  | { readonly status: "waiting"; readonly detail: string };

export interface RunRequest {
  readonly debate: string;
  /** Replaces the limits the debate was opened with. */
  readonly limits?: Partial<Limits>;
  readonly steering?: Steering;
  /** Each event once it is committed, those of earlier processes excepted. */
  readonly onEvent?: (event: Event) => void;
  readonly onLive?: (event: LiveEvent) => void;
}

export interface Engine {
  /** Runs a debate as far as it goes. Rejects with `store-lease-held` while another process runs it. */
  run(request: RunRequest): Promise<RunResult>;
}
