/** The conformance kit: runs every case in turn against a vendor server on this machine. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Clock, systemClock } from "../../clock.ts";
import type { TrialQuestion } from "../../kernel/trial-question.ts";
import { startLoopbackServer } from "../loopback/loopback-server.ts";
import { answerCases } from "./cases/answers.ts";
import { debateCases } from "./cases/debates.ts";
import { failureCases } from "./cases/failures.ts";
import { nonsenseCases } from "./cases/nonsense.ts";
import { safetyCases } from "./cases/safety.ts";
import { silenceCases } from "./cases/silence.ts";
import { type ConformanceBench, createConformanceBench } from "./conformance-bench.ts";
import {
  type ConformanceCase,
  reportCaseFailed,
  type CaseResult,
  reportCaseNotApplicable,
} from "./conformance-case.ts";
import { formatCaseError } from "./conformance-expectations.ts";
import type { ConformanceSubject } from "./conformance-subject.ts";

/** Safety goes last: it looks at what the others said and left. */
const CONFORMANCE_CASES: readonly ConformanceCase[] = [
  ...answerCases,
  ...debateCases,
  ...nonsenseCases,
  ...failureCases,
  ...silenceCases,
  ...safetyCases,
];

export interface ConformanceResult {
  readonly id: string;
  readonly title: string;
  readonly status: CaseResult["status"];
  readonly note: string;
}

export interface ConformanceOptions {
  readonly clock?: Clock;
  /** Ids of the cases to run; defaults to all. */
  readonly cases?: readonly string[];
  /** For one question that is answered. */
  readonly deadlineMs?: number;
  /** The first question of a real debate; without it nothing is said of debates. */
  readonly trial?: TrialQuestion;
  /** Called as each is done. */
  readonly onProof?: (proof: ConformanceResult) => void;
  readonly signal?: AbortSignal;
}

export async function runConformanceCases(
  subject: ConformanceSubject,
  setting: ConformanceOptions = {},
): Promise<ConformanceResult[]> {
  const { clock = systemClock, deadlineMs = 90_000, cases, onProof, signal } = setting;
  const { temporary, restore } = useOwnTemporaryFolder();
  const loopback = await startLoopbackServer();
  const proofs: ConformanceResult[] = [];
  try {
    const bench = createConformanceBench({
      subject,
      loopback,
      temporary,
      clock,
      deadlineMs,
      trial: setting.trial,
      signal,
    });
    for (const one of CONFORMANCE_CASES.filter(
      ({ id }) => cases === undefined || cases.includes(id),
    )) {
      if (signal?.aborted) break;
      const { status, note } = await runConformanceCase(one, bench);
      const proof = { id: one.id, title: one.title, status, note };
      proofs.push(proof);
      onProof?.(proof);
    }
    return proofs;
  } finally {
    await loopback.close();
    await subject.gone();
    restore();
  }
}

/** Folders of calls go where nobody else makes any, so that leftovers can be recognised. */
function useOwnTemporaryFolder(): { temporary: string; restore: () => void } {
  const names = process.platform === "win32" ? ["TEMP", "TMP"] : ["TMPDIR"];
  const before = names.map((name) => [name, process.env[name]] as const);
  const temporary = mkdtempSync(join(tmpdir(), "dissent-conformance-"));
  for (const name of names) process.env[name] = temporary;
  return {
    temporary,
    restore: () => {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      rmSync(temporary, { recursive: true, force: true });
    },
  };
}

async function runConformanceCase(
  { only, alone = false, run }: ConformanceCase,
  bench: ConformanceBench,
): Promise<CaseResult> {
  const { kind, at } = bench.subject;
  if (only !== undefined && only !== kind) {
    return reportCaseNotApplicable(kind === "api" ? "an API is no process" : "a program is no API");
  }
  if (at === undefined && !alone) {
    return reportCaseNotApplicable(
      "it cannot be told another address; set endpointEnv in dissent.yaml",
    );
  }
  try {
    return await run(bench);
  } catch (error) {
    return reportCaseFailed(`it could not be tried: ${formatCaseError(error)}`);
  }
}
