/** The conformance kit: every case, one after the other, against a vendor that stands on this machine. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Clock, systemClock } from "../../clock.ts";
import { startLoopback } from "../loopback/server.ts";
import { type Bench, benchFor } from "./bench.ts";
import { type Case, failed, type Finding, notApplicable } from "./case.ts";
import { answerCases } from "./cases/answers.ts";
import { failureCases } from "./cases/failures.ts";
import { nonsenseCases } from "./cases/nonsense.ts";
import { safetyCases } from "./cases/safety.ts";
import { silenceCases } from "./cases/silence.ts";
import { messageOf } from "./expect.ts";
import type { Subject } from "./subject.ts";

/** Safety goes last: it looks at what the others said and left. */
const CASES: readonly Case[] = [
  ...answerCases,
  ...nonsenseCases,
  ...failureCases,
  ...silenceCases,
  ...safetyCases,
];

export interface Proof {
  readonly id: string;
  readonly title: string;
  readonly status: Finding["status"];
  readonly note: string;
}

export interface KitSetting {
  readonly clock?: Clock;
  /** Ids of the cases to run; all unless told. */
  readonly cases?: readonly string[];
  /** For one question that is answered. */
  readonly deadlineMs?: number;
  /** Told as each is done. */
  readonly onProof?: (proof: Proof) => void;
  readonly signal?: AbortSignal;
}

export async function prove(subject: Subject, setting: KitSetting = {}): Promise<Proof[]> {
  const { clock = systemClock, deadlineMs = 90_000, cases, onProof, signal } = setting;
  const { temporary, restore } = ownTemporaryFolder();
  const loopback = await startLoopback();
  const proofs: Proof[] = [];
  try {
    const bench = benchFor({ subject, loopback, temporary, clock, deadlineMs, signal });
    for (const one of CASES.filter(({ id }) => cases === undefined || cases.includes(id))) {
      if (signal?.aborted) break;
      const { status, note } = await found(one, bench);
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

/** Folders of calls go where nobody else makes any, so that those left behind can be told. */
function ownTemporaryFolder(): { temporary: string; restore: () => void } {
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

async function found({ only, alone = false, run }: Case, bench: Bench): Promise<Finding> {
  const { kind, at } = bench.subject;
  if (only !== undefined && only !== kind) {
    return notApplicable(kind === "api" ? "an API is no process" : "a program is no API");
  }
  if (at === undefined && !alone) {
    return notApplicable("it cannot be told another address; set endpointEnv in dissent.yaml");
  }
  try {
    return await run(bench);
  } catch (error) {
    return failed(`it could not be tried: ${messageOf(error)}`);
  }
}
