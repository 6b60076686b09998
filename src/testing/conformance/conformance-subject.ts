/** CONTRACT: what is tested, and how it is pointed at another vendor address. */
import type { Model } from "../../model.ts";

export interface ConformanceSubject {
  readonly reference: string;
  /** An API is called by this process; an agent is a process of its own. */
  readonly kind: "api" | "agent";
  /** Version of the program; null where there is none or it does not say. */
  readonly version: string | null;
  /** The model with another server in its vendor's place; undefined if its address cannot be changed. */
  readonly at: ((stage: TestStage) => Model) | undefined;
  /** The model as it is, for what can be tried before it reaches anybody; undefined for an API. */
  readonly asIs: ((stage: Omit<TestStage, "server">) => Model) | undefined;
  /** Resolves when it has released all processes and folders that it knows of. */
  gone(): Promise<void>;
  /** What it would be ordered to do by a model that is up to no good, with the tools it knows. */
  orders(target: string): readonly ToolOrder[];
}

export interface TestStage {
  readonly server: { readonly url: string; readonly key: string };
  /** A variable that every process it starts inherits, so that they can be found. */
  readonly mark: { readonly name: string; readonly value: string };
  /** A variable of this process that it must not see. */
  readonly foreign: { readonly name: string; readonly value: string };
}

/** A call of a tool. */
export interface ToolOrder {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string | boolean | readonly string[]>>;
}
