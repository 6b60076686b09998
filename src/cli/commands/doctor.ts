/** Which models can be seated here, and why others cannot. */
import { resolve } from "node:path";

import { namesIn } from "../../app/challengers.ts";
import { durationFlag, textFlag } from "../../app/flags.ts";
import { DEADLINE_MS } from "../../app/round-trip.ts";
import { configurationFor } from "../../app/settle.ts";
import { readText } from "../../config/context/read-text.ts";
import { proveSeat } from "../doctor/conformance.ts";
import { examine } from "../doctor/diagnosis.ts";
import { networkLines, networkOf } from "../doctor/network.ts";
import { diagnosisLines } from "../doctor/render.ts";
import { EXIT } from "../exit-codes.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";
import { plain } from "../terminal/terminal.ts";

const LARGEST_LIST = 64 * 1024;

export const doctor: Action = async (session, _, flags) => {
  const configuration = await configurationFor(session, {}, null);
  const deadlineMs = durationFlag(flags, "timeout", "--timeout");
  const more = await imported(session, textFlag(flags, "import"));
  if (flags["network"] === true) {
    const network = await networkOf(session, configuration, more);
    say(session, network, networkLines(network));
    return EXIT.decided;
  }
  const stop = stopOnCtrlC();
  try {
    const { signal } = stop;
    const seat = textFlag(flags, "conformance");
    if (seat !== undefined) {
      return await proveSeat(session, { seat, configuration, deadlineMs, signal });
    }
    const diagnosis = await examine(session, {
      configuration,
      more,
      deadlineMs: deadlineMs ?? DEADLINE_MS,
      signal,
      onAsking: (references) => sayWho(session, references),
    });
    const surroundings = {
      node: process.versions.node,
      project: session.root,
      configuration: configuration.files,
    };
    const models = diagnosis.models.map(({ reference, ...rest }) => ({
      model: reference,
      ...rest,
    }));
    say(
      session,
      { ...surroundings, ...diagnosis, models },
      diagnosisLines(surroundings, diagnosis, session.style),
    );
    if (signal.aborted) return EXIT.interrupted;
    return diagnosis.capability === "DISABLED" ? EXIT.providers : EXIT.decided;
  } finally {
    stop.forget();
  }
};

async function imported({ cwd }: Session, list: string | undefined): Promise<string[]> {
  if (list === undefined) return [];
  return namesIn(await readText(resolve(cwd, list), { maxBytes: LARGEST_LIST, shown: list }));
}

function say({ stdout, flags }: Session, found: object, lines: readonly string[]): void {
  stdout.write(flags.json ? `${JSON.stringify(found)}\n` : `${lines.join("\n")}\n`);
}

/** Some take ten seconds to start; a person who waits is told for whom. */
function sayWho({ stderr, flags }: Session, references: readonly string[]): void {
  if (stderr.isTTY !== true || flags.quiet || references.length === 0) return;
  stderr.write(`Asking ${references.map(plain).join(", ")}\n\n`);
}

/** Whoever is still being asked is let go, and what is known so far is told. */
function stopOnCtrlC(): { signal: AbortSignal; forget(): void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once("SIGINT", stop);
  return {
    signal: controller.signal,
    forget: () => process.off("SIGINT", stop),
  };
}
