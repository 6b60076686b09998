/** One measurement in a process of its own: the request is its argument, the answer goes to stdout. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { measureAudit } from "./measures/audit.ts";
import { measureCpu } from "./measures/cpu.ts";
import { measureDocuments } from "./measures/documents.ts";
import { measureMany } from "./measures/many.ts";
import type { Measurement } from "./measures/measurement.ts";
import { measureRunning } from "./measures/running.ts";
import { measureSurvival } from "./measures/survive.ts";
import { measureWaiting } from "./measures/waiting.ts";

async function measured(request: Measurement): Promise<unknown> {
  switch (request.measure) {
    case "cpu":
      return measureCpu(request, ownDirectory());
    case "many":
      return measureMany(request, ownDirectory());
    case "waiting":
      return measureWaiting(request, ownDirectory());
    case "running":
      return measureRunning(request, ownDirectory());
    case "clients":
      // loaded here: no other measurement should hold the SDK in memory
      return (await import("./measures/clients.ts")).measureClients(request);
    case "survive":
      return measureSurvival(request);
    case "documents":
      return measureDocuments(request);
    case "audit":
      return measureAudit(request);
  }
}

/** Removed when the process ends; one that is to be killed is given its files by the parent instead. */
function ownDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "dissent-bench-"));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const request = JSON.parse(process.argv[2] ?? "") as Measurement;
const answer = JSON.stringify(await measured(request));
// debates may still be waiting, and would keep the process alive
process.stdout.write(`${answer}\n`, () => process.exit());
