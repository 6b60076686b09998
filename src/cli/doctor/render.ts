/** The diagnosis as people read it. */
import { padded, plain, type Style } from "../terminal/terminal.ts";
import { connectionLines } from "./connection.ts";
import type { Diagnosis, Examined } from "./diagnosis.ts";

export interface Surroundings {
  readonly node: string;
  readonly project: string;
  readonly configuration: readonly string[];
}

export function diagnosisLines(
  { node, project, configuration }: Surroundings,
  diagnosis: Diagnosis,
  style: Style,
): string[] {
  const { keys, keysRefused, connection, models, absent, capability } = diagnosis;
  const width = Math.max(...models.map((one) => nameOf(one).length)) + 2;
  const working = models.filter(({ works, counts }) => works && counts).length;
  return [
    `Node           ${node}`,
    `Project        ${plain(project)}`,
    `Configuration  ${configuration.length === 0 ? "none" : configuration.map(plain).join(", ")}`,
    `Keys           ${keys.length === 0 ? "none" : keys.map(({ name, from }) => `${plain(name)} (${from})`).join(", ")}`,
    ...(keysRefused === null
      ? []
      : [`               ${plain(keysRefused.why)}`, `               ${plain(keysRefused.fix)}`]),
    ...connectionLines(connection),
    "",
    ...models.flatMap((one) => modelLines(one, width, style)),
    "",
    ...(absent.length === 0 ? [] : absentLines(absent, style)),
    `Challengers    ${capability}, ${working} ${working === 1 ? "works" : "work"}`,
    ...(working === 0 ? firstSteps(style) : []),
  ];
}

function nameOf({ reference, version }: Examined): string {
  return plain(version === null ? reference : `${reference} ${version}`);
}

function modelLines(one: Examined, width: number, style: Style): string[] {
  const { works, why, fix, unsafe } = one;
  const sign = works ? style.green(style.sign.done) : style.red(style.sign.failed);
  const name = padded(nameOf(one), width);
  const says = works ? wellWords(one) : `does not work: ${plain(why)}`;
  return [
    `${sign} ${name}${says}`,
    ...(fix === null ? [] : [`    ${plain(fix)}`]),
    ...(unsafe === null ? [] : [`    ${style.red("unsafe")}: ${plain(unsafe)}`]),
  ];
}

function wellWords({ notice, tookMs, served, reference, by }: Examined): string {
  if (notice !== null) return `works (${plain(notice)})`;
  if (tookMs === null) return "works (asks a person)";
  const named = served === null || reference.endsWith(`/${served}`) ? "" : ` as ${plain(served)}`;
  return `works: answered in ${(tookMs / 1_000).toFixed(1)} s${named} (${plain(by)})`;
}

function absentLines(absent: Diagnosis["absent"], style: Style): string[] {
  const width = Math.max(...absent.map(({ name }) => plain(name).length)) + 2;
  return [
    "Not here",
    ...absent.map(({ name, why, fix }) =>
      style.dim(`  ${padded(plain(name), width)}${plain(why).replace(/\.$/, "")}: ${plain(fix)}`),
    ),
    "",
  ];
}

/** Three ways in, to paste. */
function firstSteps(style: Style): string[] {
  return [
    "",
    "No language model answers. One of these is enough:",
    ...[
      "dissent keys set anthropic",
      "npm install -g @anthropic-ai/claude-code",
      "ollama pull qwen3",
    ].map((command) => `  ${style.bold(command)}`),
  ];
}
