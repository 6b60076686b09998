/** What can be measured in a child process, and how the parent asks for it. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { AuditAnswer, AuditRequest } from "./audit.ts";
import type { ClientsAnswer, ClientsRequest } from "./clients.ts";
import type { CpuAnswer, CpuRequest } from "./cpu.ts";
import type { DocumentsAnswer, DocumentsRequest } from "./documents.ts";
import type { ManyAnswer, ManyRequest } from "./many.ts";
import type { RunningAnswer, RunningRequest } from "./running.ts";
import type { SurviveAnswer, SurviveRequest } from "./survive.ts";
import type { WaitingAnswer, WaitingRequest } from "./waiting.ts";

export type Measurement =
  | CpuRequest
  | ManyRequest
  | WaitingRequest
  | RunningRequest
  | ClientsRequest
  | SurviveRequest
  | DocumentsRequest
  | AuditRequest;

interface Answers {
  readonly cpu: CpuAnswer;
  readonly many: ManyAnswer;
  readonly waiting: WaitingAnswer;
  readonly running: RunningAnswer;
  readonly clients: ClientsAnswer;
  readonly survive: SurviveAnswer;
  readonly documents: DocumentsAnswer;
  readonly audit: AuditAnswer;
}

const CHILD = fileURLToPath(new URL("../child.ts", import.meta.url));

/** Every arm in a process of its own, so that neither compiled code nor memory is shared between them. */
export async function measure<Request extends Measurement>(
  request: Request,
): Promise<Answers[Request["measure"]]> {
  const { code, answer, complaint } = await ended(startChild(request));
  if (code === 0) return JSON.parse(answer) as Answers[Request["measure"]];
  throw new Error(`${JSON.stringify(request)} failed: ${complaint}`);
}

export function startChild(request: Measurement): ChildProcess {
  return spawn(process.execPath, ["--expose-gc", CHILD, JSON.stringify(request)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

export interface Ended {
  /** Null when it was killed. */
  readonly code: number | null;
  readonly answer: string;
  readonly complaint: string;
}

export function ended(child: ChildProcess): Promise<Ended> {
  let answer = "";
  let complaint = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (answer += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, answer, complaint }));
  });
}
