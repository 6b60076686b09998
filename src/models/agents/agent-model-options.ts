/** The options of an agent's model. */
import type { Clock } from "../../clock.ts";
import type { Price } from "../../model.ts";
import type { Redactor } from "../../text/redact.ts";
import type { EnvironmentVariables } from "../model-access.ts";
import type { Traffic } from "../traffic/traffic.ts";
import type { AgentAdapter, AgentLogin } from "./agent-adapter.ts";

export interface AgentModelOptions {
  /** As a person wrote it, such as `claude/opus`. */
  readonly reference: string;
  readonly adapter: AgentAdapter;
  /** A name to look for, or a path, in place of the adapter's own. */
  readonly binary?: string | undefined;
  readonly modelId: string | null;
  /** `auto`: by key where one is set, else by the agent's own login. */
  readonly login: AgentLogin | "auto";
  /** The environment of this process, stored keys among it. A child sees a few names of it. */
  readonly env: EnvironmentVariables;
  /** Further variables for the child, from the configuration. */
  readonly given?: Readonly<Record<string, string>> | undefined;
  /** A server in the vendor's place: its root without a slash at the end, and the key it wants. */
  readonly server?: { readonly url: string; readonly key: string } | undefined;
  /** What its tokens cost by key; null where nobody knows. By its own login they cost nothing more. */
  readonly price: Price | null;
  /** Whose weights answer, where the configuration says so. */
  readonly family?: string | undefined;
  /** A directory it may look at, where a person granted one; else it works in an empty one. */
  readonly workDir?: string | undefined;
  /** Limits, retries and circuit of this agent; none by default. */
  readonly traffic?: Traffic | undefined;
  readonly clock: Clock;
  /** Takes secrets out of the agent's words before they are cut. */
  readonly redact: Redactor;
}
