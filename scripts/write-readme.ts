/** Writes the picture of a run in README.md from what the program prints, so that the two cannot differ. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { CliContext } from "../src/cli/cli-context.ts";
import { runDemoCommand } from "../src/cli/commands/demo.ts";
import { type TerminalOutput, createTerminalStyle } from "../src/cli/terminal/terminal-style.ts";
import { createWrappingOutput } from "../src/cli/terminal/wrap-lines.ts";
import { renderColouredScreen } from "../test/support/processes/terminal-screen.ts";
import { drawTerminal, joinCells, readTerminalPicture, type TextRun } from "./terminal-picture.ts";

export const README_COLUMNS = 96;
export const README_ARGS: readonly string[] = ["demo", "judges"];
const PICTURE = new URL("../docs/images/demo.svg", import.meta.url);

/** The lines that the picture shows now. */
export function readReadmePicture(): string[] {
  return readTerminalPicture(readFileSync(PICTURE, "utf8"));
}

/** The screen after a run, with an id, a hash and times that do not change from run to run. */
function showScreen(printed: string): TextRun[][] {
  const typed = [{ text: "$ npx dissent demo", colours: "1" }];
  const lines = renderColouredScreen(printed).map((line) =>
    joinCells(line).map(({ text, colours }) => ({ text: replaceVaryingWords(text), colours })),
  );
  const last = lines.findLastIndex((runs) => runs.length > 0);
  return [typed, ...lines.slice(0, last + 1)];
}

function replaceVaryingWords(text: string): string {
  return text
    .replaceAll(/(?<=\b[a-z]+(?:-[a-z]+)+-)[23456789bcdfghjkmnpqrstvwxz]{4}\b(?=$|[\s/])/gm, "k3f9")
    .replaceAll(/chain [0-9a-f]{8}/g, "chain 161cf2ae")
    .replaceAll(/\b\d+(?:\.\d+)? m?s\b/g, "20 ms");
}

export function showScreenText(printed: string): string[] {
  return showScreen(printed).map((runs) => runs.map(({ text }) => text).join(""));
}

/** That debate on a terminal where nothing is configured and no model is found. */
async function printedRun(): Promise<string> {
  const base = mkdtempSync(join(tmpdir(), "dissent-readme-"));
  try {
    let printed = "";
    const terminal: TerminalOutput = {
      isTTY: true,
      columns: README_COLUMNS,
      rows: 60,
      write(text) {
        // as the driver of a terminal does
        printed += text.replaceAll("\n", "\r\n");
        return true;
      },
    };
    const [cwd, homeDir] = [join(base, "project"), join(base, "home")];
    for (const folder of [cwd, homeDir]) mkdirSync(folder);
    const env = { HOME: homeDir, LANG: "C.UTF-8", TERM: "xterm-256color", PATH: "" };
    const cliContext: CliContext = {
      cwd,
      root: cwd,
      env,
      homeDir,
      configPath: null,
      person: "reader",
      stdin: async () => "",
      stdout: createWrappingOutput(terminal),
      stderr: createWrappingOutput(terminal),
      documents: terminal,
      style: createTerminalStyle(terminal, env),
      flags: {},
      args: README_ARGS,
    };
    await runDemoCommand(cliContext, README_ARGS.slice(1), {});
    return printed;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const title = "A recorded debate in a terminal: dissent demo";
  const lines = showScreen(await printedRun());
  writeFileSync(PICTURE, drawTerminal(lines, { columns: README_COLUMNS, title }));
}
