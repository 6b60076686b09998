/** Shows which models can be used here, and why others cannot. */
import { resolve } from "node:path";

import { readDurationFlag, readTextFlag } from "../../../app/read-flags.ts";
import { resolveConfigWithFlags } from "../../../app/resolve-input.ts";
import { parseModelNames } from "../../../app/seating/challenger-cache.ts";
import { TRIAL_DEADLINE_MS } from "../../../app/seating/probe-model.ts";
import { readTextFile } from "../../../config/context/read-text-file.ts";
import type { CliContext } from "../../cli-context.ts";
import { examineModels } from "../../doctor/diagnosis.ts";
import { formatDiagnosis } from "../../doctor/format-diagnosis.ts";
import { formatNetworkLines, findReachableHosts } from "../../doctor/reachable-hosts.ts";
import { proveSeatConformance } from "../../doctor/seat-conformance.ts";
import { EXIT } from "../../exit-codes.ts";
import type { CommandHandler } from "../../program/program.ts";
import { sanitizeForTerminal } from "../../terminal/terminal-style.ts";

const LARGEST_LIST = 64 * 1024;

export const runDoctorCommand: CommandHandler = async (cli, _, flags) => {
  const configuration = await resolveConfigWithFlags(cli, {}, null);
  const deadlineMs = readDurationFlag(flags, "timeout", "--timeout");
  const more = await readImportedModels(cli, readTextFlag(flags, "import"));
  if (flags["network"] === true) {
    const network = await findReachableHosts(cli, configuration, more);
    printDoctorResult(cli, network, formatNetworkLines(network));
    return EXIT.decided;
  }
  const stop = createInterruptSignal();
  try {
    const { signal } = stop;
    const seat = readTextFlag(flags, "conformance");
    if (seat !== undefined) {
      return await proveSeatConformance(cli, { seat, configuration, deadlineMs, signal });
    }
    const diagnosis = await examineModels(cli, {
      configuration,
      more,
      deadlineMs: deadlineMs ?? TRIAL_DEADLINE_MS,
      signal,
      onAsking: (references) => printModelsAsked(cli, references),
    });
    const surroundings = {
      node: process.versions.node,
      project: cli.root,
      configuration: configuration.files,
    };
    const models = diagnosis.models.map(({ reference, ...rest }) => ({
      model: reference,
      ...rest,
    }));
    printDoctorResult(
      cli,
      { ...surroundings, ...diagnosis, models },
      formatDiagnosis(surroundings, diagnosis, cli.style),
    );
    if (signal.aborted) return EXIT.interrupted;
    return diagnosis.capability === "DISABLED" ? EXIT.providers : EXIT.decided;
  } finally {
    stop.forget();
  }
};

async function readImportedModels(
  { cwd }: CliContext,
  list: string | undefined,
): Promise<string[]> {
  if (list === undefined) return [];
  return parseModelNames(
    await readTextFile(resolve(cwd, list), { maxBytes: LARGEST_LIST, shown: list }),
  );
}

function printDoctorResult(
  { stdout, flags }: CliContext,
  found: object,
  lines: readonly string[],
): void {
  stdout.write(flags.json ? `${JSON.stringify(found)}\n` : `${lines.join("\n")}\n`);
}

/** Some take ten seconds to start; the person sees which one they are waiting for. */
function printModelsAsked({ stderr, flags }: CliContext, references: readonly string[]): void {
  if (stderr.isTTY !== true || flags.quiet || references.length === 0) return;
  stderr.write(`Asking ${references.map(sanitizeForTerminal).join(", ")}\n\n`);
}

/** Calls still in flight are cancelled, and the results so far are reported. */
function createInterruptSignal(): { signal: AbortSignal; forget(): void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once("SIGINT", stop);
  return {
    signal: controller.signal,
    forget: () => process.off("SIGINT", stop),
  };
}
