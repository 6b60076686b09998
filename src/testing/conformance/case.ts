/** CONTRACT: one thing that a seat must withstand, and what was found. */
import type { Bench } from "./bench.ts";

export interface Case {
  /** Short and stable, for machines. */
  readonly id: string;
  /** What is so when it passes. */
  readonly title: string;
  /** Only for subjects of this kind. */
  readonly only?: "api" | "agent";
  /** It can be tried without a vendor's place to stand in. */
  readonly alone?: boolean;
  readonly run: (bench: Bench) => Promise<Finding>;
}

export type Finding =
  | { readonly status: "pass"; readonly note: string }
  | { readonly status: "fail"; readonly note: string }
  /** It says nothing here, and why. */
  | { readonly status: "not-applicable"; readonly note: string };

export const passed = (note = ""): Finding => ({ status: "pass", note });
export const failed = (note: string): Finding => ({ status: "fail", note });
export const notApplicable = (note: string): Finding => ({ status: "not-applicable", note });
