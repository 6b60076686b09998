/** Formats the diagnosis for people. */
import {
  padToColumns,
  sanitizeForTerminal,
  type TerminalStyle,
} from "../terminal/terminal-style.ts";
import { formatConnectionLines } from "./connection.ts";
import type { DoctorDiagnosis, ExaminedModel } from "./diagnosis.ts";

export interface DoctorEnvironment {
  readonly node: string;
  readonly project: string;
  readonly configuration: readonly string[];
}

export function formatDiagnosis(
  { node, project, configuration }: DoctorEnvironment,
  diagnosis: DoctorDiagnosis,
  style: TerminalStyle,
): string[] {
  const { keys, keysRefused, connection, models, absent, capability } = diagnosis;
  const width = Math.max(...models.map((one) => formatModelName(one).length)) + 2;
  const working = models.filter(({ works, counts }) => works && counts).length;
  return [
    `Node           ${node}`,
    `Project        ${sanitizeForTerminal(project)}`,
    `Configuration  ${configuration.length === 0 ? "none" : configuration.map(sanitizeForTerminal).join(", ")}`,
    `Keys           ${keys.length === 0 ? "none" : keys.map(({ name, from }) => `${sanitizeForTerminal(name)} (${from})`).join(", ")}`,
    ...(keysRefused === null
      ? []
      : [
          `               ${sanitizeForTerminal(keysRefused.why)}`,
          `               ${sanitizeForTerminal(keysRefused.fix)}`,
        ]),
    ...formatConnectionLines(connection),
    "",
    ...models.flatMap((one) => formatModelLines(one, width, style)),
    "",
    ...(absent.length === 0 ? [] : formatMissingModels(absent, style)),
    `Models         ${describeWorkingModels(working)} (${capability})`,
    ...(working === 0 ? formatFirstSteps(style) : []),
  ];
}

function describeWorkingModels(count: number): string {
  return count === 0 ? "none works" : `${count} ${count === 1 ? "works" : "work"}`;
}

function formatModelName({ reference, version }: ExaminedModel): string {
  return sanitizeForTerminal(version === null ? reference : `${reference} ${version}`);
}

function formatModelLines(one: ExaminedModel, width: number, style: TerminalStyle): string[] {
  const { works, why, fix, unsafe } = one;
  const sign = works ? style.green(style.sign.done) : style.red(style.sign.failed);
  const name = padToColumns(formatModelName(one), width);
  const says = works ? describeWorkingModel(one) : `does not work: ${sanitizeForTerminal(why)}`;
  return [
    `${sign} ${name}${says}`,
    ...(fix === null ? [] : [`    ${sanitizeForTerminal(fix)}`]),
    ...(unsafe === null ? [] : [`    ${style.red("unsafe")}: ${sanitizeForTerminal(unsafe)}`]),
  ];
}

function describeWorkingModel({ notice, tookMs, served, reference, by }: ExaminedModel): string {
  if (notice !== null) return `works (${sanitizeForTerminal(notice)})`;
  if (tookMs === null) return "works (asks a person)";
  const named =
    served === null || reference.endsWith(`/${served}`) ? "" : ` as ${sanitizeForTerminal(served)}`;
  return `works: answered in ${(tookMs / 1_000).toFixed(1)} s${named} (${sanitizeForTerminal(by)})`;
}

function formatMissingModels(absent: DoctorDiagnosis["absent"], style: TerminalStyle): string[] {
  const width = Math.max(...absent.map(({ name }) => sanitizeForTerminal(name).length)) + 2;
  return [
    "Not here",
    ...absent.map(({ name, why, fix }) =>
      style.dim(
        `  ${padToColumns(sanitizeForTerminal(name), width)}${sanitizeForTerminal(why).replace(/\.$/, "")}: ${sanitizeForTerminal(fix)}`,
      ),
    ),
    "",
  ];
}

/** Three ways in, to paste. */
function formatFirstSteps(style: TerminalStyle): string[] {
  return [
    "",
    "No language model answers. One of these is enough:",
    ...[
      "dissent config keys set anthropic",
      "npm install -g @anthropic-ai/claude-code",
      "ollama pull qwen3",
    ].map((command) => `  ${style.bold(command)}`),
  ];
}
