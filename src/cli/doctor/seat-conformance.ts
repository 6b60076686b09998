/** `doctor --conformance`: tests a seat, case by case, against a vendor server on this machine. */
import { loadModelAccess, createContextRedactor } from "../../app/app-context.ts";
import { createDoctorQuestion } from "../../app/seating/trial-debate.ts";
import { systemClock } from "../../clock.ts";
import type { Configuration } from "../../config/config.ts";
import { createTrafficSource } from "../../models/traffic-source.ts";
import { loadConformanceSubject } from "../../testing/conformance/load-conformance-subject.ts";
import {
  type ConformanceResult,
  runConformanceCases,
} from "../../testing/conformance/run-conformance.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-codes.ts";
import { padToColumns, sanitizeForTerminal } from "../terminal/terminal-style.ts";
import { readEnvironmentWithKeys } from "./diagnosis.ts";

export interface SeatProofOptions {
  /** A seat of the configuration, or a reference. */
  readonly seat: string;
  readonly configuration: Configuration;
  /** For one question; defaults to the kit's own. */
  readonly deadlineMs: number | undefined;
  readonly signal: AbortSignal;
}

export async function proveSeatConformance(
  cli: CliContext,
  proving: SeatProofOptions,
): Promise<number> {
  const { seat, configuration, deadlineMs, signal } = proving;
  const { participants } = configuration.values;
  const seated = Object.hasOwn(participants, seat) ? participants[seat]?.model : undefined;
  const reference = seated ?? seat;
  const redact = createContextRedactor(cli);
  const subject = await loadConformanceSubject(reference, {
    cwd: cli.cwd,
    env: readEnvironmentWithKeys(cli).env,
    access: await loadModelAccess(cli),
    clock: systemClock,
    trafficFor: createTrafficSource(),
    onSecret: () => {},
    redact,
  });
  const { json } = cli.flags;
  const name = [reference, subject.version ?? []].flat().map(sanitizeForTerminal).join(" ");
  if (!json) {
    cli.stdout.write(`${name}, against a vendor on this machine\n\n`);
  }
  const proofs = await runConformanceCases(subject, {
    ...(deadlineMs !== undefined && { deadlineMs }),
    signal,
    trial: await createDoctorQuestion(),
    onProof: (proof) => {
      if (!json) cli.stdout.write(`${redact(formatProofLine(proof, cli))}\n`);
    },
  });
  const count = (status: ConformanceResult["status"]): number =>
    proofs.filter((proof) => proof.status === status).length;
  const counts = {
    passed: count("pass"),
    failed: count("fail"),
    notApplicable: count("not-applicable"),
  };
  cli.stdout.write(
    json
      ? `${redact(JSON.stringify({ model: reference, version: subject.version, ...counts, cases: proofs }))}\n`
      : `\n${counts.passed} passed, ${counts.failed} failed, ${counts.notApplicable} not applicable\n`,
  );
  if (signal.aborted) return EXIT.interrupted;
  return counts.failed === 0 ? EXIT.decided : EXIT.verification;
}

const STATUS_WORDS = { pass: "pass", fail: "FAIL", "not-applicable": "n/a" };

function formatProofLine(
  { title, status, note }: ConformanceResult,
  { style }: CliContext,
): string {
  const word = padToColumns(STATUS_WORDS[status], 6);
  const sign = status === "pass" ? style.green(word) : status === "fail" ? style.red(word) : word;
  return `${sign}${title}${note === "" ? "" : style.dim(` (${sanitizeForTerminal(note)})`)}`;
}
