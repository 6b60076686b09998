import { accessFor, redactorFor } from "../../app/desk.ts";
/** `doctor --conformance`: a seat is proved against a vendor that stands on this machine, case by case. */
import { systemClock } from "../../clock.ts";
import type { Configuration } from "../../config/config.ts";
import { ownTraffic } from "../../models/traffic-source.ts";
import { type Proof, prove } from "../../testing/conformance/kit.ts";
import { subjectFor } from "../../testing/conformance/subject-for.ts";
import { EXIT } from "../exit-codes.ts";
import type { Session } from "../session.ts";
import { padded, plain } from "../terminal/terminal.ts";
import { keyed } from "./diagnosis.ts";

export interface Proving {
  /** A seat of the configuration, or a reference. */
  readonly seat: string;
  readonly configuration: Configuration;
  /** For one question; the kit's own unless told. */
  readonly deadlineMs: number | undefined;
  readonly signal: AbortSignal;
}

export async function proveSeat(session: Session, proving: Proving): Promise<number> {
  const { seat, configuration, deadlineMs, signal } = proving;
  const { participants } = configuration.values;
  const seated = Object.hasOwn(participants, seat) ? participants[seat]?.model : undefined;
  const reference = seated ?? seat;
  const redact = redactorFor(session);
  const subject = await subjectFor(reference, {
    cwd: session.cwd,
    env: keyed(session).env,
    access: await accessFor(session),
    clock: systemClock,
    trafficFor: ownTraffic(),
    onSecret: () => {},
    redact,
  });
  const { json } = session.flags;
  const name = [reference, subject.version ?? []].flat().map(plain).join(" ");
  if (!json) {
    session.stdout.write(`${name}, against a vendor on this machine\n\n`);
  }
  const proofs = await prove(subject, {
    ...(deadlineMs !== undefined && { deadlineMs }),
    signal,
    onProof: (proof) => {
      if (!json) session.stdout.write(`${redact(proofLine(proof, session))}\n`);
    },
  });
  const count = (status: Proof["status"]): number =>
    proofs.filter((proof) => proof.status === status).length;
  const counts = {
    passed: count("pass"),
    failed: count("fail"),
    notApplicable: count("not-applicable"),
  };
  session.stdout.write(
    json
      ? `${redact(JSON.stringify({ model: reference, version: subject.version, ...counts, cases: proofs }))}\n`
      : `\n${counts.passed} passed, ${counts.failed} failed, ${counts.notApplicable} not applicable\n`,
  );
  if (signal.aborted) return EXIT.interrupted;
  return counts.failed === 0 ? EXIT.decided : EXIT.verification;
}

const WORDS = { pass: "pass", fail: "FAIL", "not-applicable": "n/a" };

function proofLine({ title, status, note }: Proof, { style }: Session): string {
  const word = padded(WORDS[status], 6);
  const sign = status === "pass" ? style.green(word) : status === "fail" ? style.red(word) : word;
  return `${sign}${title}${note === "" ? "" : style.dim(` (${plain(note)})`)}`;
}
