/** Writes what README.md shows of a run from what the program prints, so that the two cannot differ. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { CliContext } from "../src/cli/cli-context.ts";
import { runDemoCommand } from "../src/cli/commands/demo.ts";
import { runDebateCommand } from "../src/cli/commands/run.ts";
import { type TerminalOutput, createTerminalStyle } from "../src/cli/terminal/terminal-style.ts";
import { createWrappingOutput } from "../src/cli/terminal/wrap-lines.ts";
import { renderTerminalScreen } from "../test/support/processes/terminal-screen.ts";

export const README_COLUMNS = 96;
const RECORDING = fileURLToPath(new URL("../examples/recordings/judges", import.meta.url));
const EXAMPLE = fileURLToPath(new URL("../examples/offline-sync.md", import.meta.url));

/** The recorded debate that ships; until there is one, a sketch by the built-in reader. */
export const README_ARGS: readonly string[] = existsSync(RECORDING)
  ? ["demo", "judges"]
  : ["run", EXAMPLE, "--offline"];

const README = new URL("../README.md", import.meta.url);
const BLOCK = /(<!-- output of: [^\n]* -->\n)[^]*?(<!-- end of output -->)/;

/** What the README shows now; undefined where it has lost its marks. */
export function shownInReadme(): string | undefined {
  return /<!-- output of: [^\n]* -->\n```\n([^]*?)```\n<!-- end of output -->/.exec(
    readFileSync(README, "utf8"),
  )?.[1];
}

/** The screen after a run, with an id, a hash and times that do not change from run to run. */
export function asShownInReadme(printed: string): string {
  const text = renderTerminalScreen(printed)
    .join("\n")
    .replaceAll(/(?<=\b[a-z]+(?:-[a-z]+)+-)[23456789bcdfghjkmnpqrstvwxz]{4}\b(?=$|[\s/])/gm, "k3f9")
    .replaceAll(/chain [0-9a-f]{8}/g, "chain 161cf2ae")
    .replaceAll(/\b\d+(?:\.\d+)? m?s\b/g, "20 ms");
  return `${text.trim()}\n`;
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
    const [command, ...rest] = README_ARGS;
    if (command === "demo") await runDemoCommand(cliContext, rest, {});
    else await runDebateCommand(cliContext, [EXAMPLE], { offline: true });
    return printed;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const block = `\`\`\`\n${asShownInReadme(await printedRun())}\`\`\`\n`;
  const readme = readFileSync(README, "utf8");
  if (!BLOCK.test(readme)) throw new Error("README.md has no marks around the output of a run.");
  writeFileSync(
    README,
    readme.replace(BLOCK, (_, begin: string, end: string) => begin + block + end),
  );
}
