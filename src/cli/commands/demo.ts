/** Plays a recorded debate of language models through the real engine: rules, journal, page and verification. */
import { openProjectApp } from "../../app/app-context.ts";
import {
  chooseRecording,
  describeChangedPrompts,
  listRecordings,
  planRecordedDebate,
  rehearseRecording,
} from "../../app/demo/play-recording.ts";
import { findRecordingsFolder } from "../../app/demo/recordings-folder.ts";
import { readOutputFlag } from "../../app/read-flags.ts";
import { refuseUnusableOutputs } from "../../app/results/write-results.ts";
import type { Recording } from "../../models/recorded/recording.ts";
import { DEFAULT_PROTOCOL, PROTOCOL_NAMES } from "../../protocols/names.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CliContext } from "../cli-context.ts";
import { runDebateInTerminal } from "../debates/run-in-terminal.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";
import { formatOptionsForTerminal } from "../render/format-options.ts";
import {
  createTerminalStyle,
  padToColumns,
  sanitizeForTerminal,
} from "../terminal/terminal-style.ts";

export const runDemoCommand: CommandHandler = async (cli, [name], flags) => {
  const recordings = listRecordings(findRecordingsFolder(cli.env, cli.cwd));
  if (flags["list"] === true) return printRecordings(cli, recordings);
  const wanted = { name: name ?? DEFAULT_PROTOCOL, protocols: PROTOCOL_NAMES };
  const recording = chooseRecording(recordings, wanted);
  const outs = readOutputFlag(flags);
  const yes = flags["yes"] === true;
  await refuseUnusableOutputs(cli, outs, { brief: recording.brief.id, yes });
  const changed = describeChangedPrompts(await rehearseRecording(recording));
  if (cli.flags.quiet !== true) {
    cli.stderr.write(`${formatDemoHead(cli, recording).join("\n")}\n`);
  }
  const app = openProjectApp(cli, { inline: true });
  try {
    const plan = planRecordedDebate(app, recording);
    const warnings = [...changed, ...plan.warnings];
    const debate = await app.open({ ...plan, warnings }, cli.person);
    const exit = await runDebateInTerminal(cli, app, {
      debate,
      outs,
      over: yes,
      settingsFiles: [],
      allowContested: flags["allowContested"] === true,
      open: flags["open"] === true,
      ...(cli.flags.display && { display: cli.flags.display }),
    });
    if (cli.flags.quiet !== true && cli.flags.json !== true) {
      const others = recordings.filter((one) => one !== recording).map((one) => one.name);
      const more = name === undefined && others.length > 0 ? [formatOtherDemos(others)] : [];
      cli.stderr.write(`${[...NEXT_STEPS, ...more].join("\n")}\n`);
    }
    return exit;
  } finally {
    await app.close();
  }
};

const NEXT_STEPS = [
  "Look closer:  dissent show last   dissent view last   dissent verify last",
  "Your own:     connect a model and write a brief: dissent init",
];

function formatOtherDemos(names: readonly string[]): string {
  return `More demos:   dissent demo ${names.map(sanitizeForTerminal).join(" | ")}`;
}

function formatDemoHead({ stderr, env }: CliContext, { head, brief }: Recording): string[] {
  const style = createTerminalStyle(stderr, env);
  return [
    `Demo: ${sanitizeForTerminal(head.label)} (${sanitizeForTerminal(head.recorded)}).`,
    "The engine is the real one; no model is called.",
    "",
    style.bold(sanitizeForTerminal(brief.question)),
    ...formatOptionsForTerminal(brief.options, style),
  ];
}

function printRecordings(cli: CliContext, recordings: readonly Recording[]): number {
  if (cli.flags.json === true) {
    const shown = recordings.map(({ name, head, brief }) => ({
      name,
      protocol: head.protocol,
      question: brief.question,
      recorded: head.recorded,
      outcome: head.outcome,
      from: head.from,
    }));
    cli.stdout.write(`${stringifyForTerminal({ event: "recordings", recordings: shown })}\n`);
    return EXIT.decided;
  }
  const rows = formatRecordingRows(recordings);
  cli.stdout.write(
    `${rows.length === 0 ? "This version ships no recordings." : rows.join("\n")}\n`,
  );
  return EXIT.decided;
}

function formatRecordingRows(recordings: readonly Recording[]): string[] {
  const width = Math.max(0, ...recordings.map(({ name }) => name.length)) + 2;
  return recordings.map(({ name, head, brief }) => {
    const ended = head.outcome.label.toLowerCase().replaceAll("_", " ");
    return `  ${padToColumns(name, width)}${sanitizeForTerminal(brief.question)} (${sanitizeForTerminal(ended)}, ${sanitizeForTerminal(head.recorded)})`;
  });
}
