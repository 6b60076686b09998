/** CONTRACT: one thing that a seat must withstand, and the result. */
import type { ConformanceBench } from "./conformance-bench.ts";

export interface ConformanceCase {
  /** Short and stable, for machines. */
  readonly id: string;
  /** What is so when it passes. */
  readonly title: string;
  /** Only for subjects of this kind. */
  readonly only?: "api" | "agent";
  /** It can be tested without replacing its vendor. */
  readonly alone?: boolean;
  readonly run: (bench: ConformanceBench) => Promise<CaseResult>;
}

export type CaseResult =
  | { readonly status: "pass"; readonly note: string }
  | { readonly status: "fail"; readonly note: string }
  /** It says nothing here, and why. */
  | { readonly status: "not-applicable"; readonly note: string };

export const reportCasePassed = (note = ""): CaseResult => ({ status: "pass", note });
export const reportCaseFailed = (note: string): CaseResult => ({ status: "fail", note });
export const reportCaseNotApplicable = (note: string): CaseResult => ({
  status: "not-applicable",
  note,
});
