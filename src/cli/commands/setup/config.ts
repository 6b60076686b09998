/** Shows every setting and where it comes from: flag, environment, brief, project, user or default. */
import {
  trustProjectPrograms,
  formatProgramLines,
  listProjectPrograms,
} from "../../../app/project/trusted-programs.ts";
import { resolveConfigWithFlags, resolveInput } from "../../../app/resolve-input.ts";
import { formatSettingsSchema } from "../../../config/config-schema.ts";
import { explainConfig, resolveConfig } from "../../../config/config.ts";
import { stringifyForTerminal } from "../../../text/terminal-json.ts";
import type { CommandHandler } from "../../program/program.ts";
import { padToColumns } from "../../terminal/terminal-style.ts";

export const runConfigExplainCommand: CommandHandler = async (cli, [brief]) => {
  const { cwd, env, homeDir, flags } = cli;
  const configPath = flags.config ?? null;
  const configuration =
    brief === undefined
      ? await resolveConfig({ flags: [], env, brief: null, cwd, configPath, homeDir })
      : (await resolveInput(cli, brief, {})).configuration;
  const rows = explainConfig(configuration);
  if (flags.json) {
    cli.stdout.write(`${stringifyForTerminal(rows)}\n`);
    return 0;
  }
  const width = Math.max(...rows.map(({ key }) => key.length));
  const lines = rows.map(
    ({ key, value, origin }) =>
      `${padToColumns(key, width)}  ${padToColumns(value, 24)}  ${cli.style.dim(origin)}`,
  );
  cli.stdout.write(`${lines.join("\n")}\n`);
  return 0;
};

export const runConfigSchemaCommand: CommandHandler = async (cli) => {
  cli.documents.write(formatSettingsSchema());
  return 0;
};

/** The person who types it has read what would be run, or reads it now. */
export const runTrustCommand: CommandHandler = async (cli) => {
  const programs = listProjectPrograms(await resolveConfigWithFlags(cli, {}, null));
  if (programs !== null) trustProjectPrograms(cli, programs);
  if (cli.flags.json) {
    const commands = Object.fromEntries(programs?.commands ?? []);
    cli.stdout.write(`${stringifyForTerminal({ file: programs?.file ?? null, commands })}\n`);
    return 0;
  }
  const lines =
    programs === null
      ? ["The agents of this project name no program, so there is nothing to agree to."]
      : [
          `${programs.file} may run these programs, until they change:`,
          ...formatProgramLines(programs),
        ];
  cli.stdout.write(`${lines.join("\n")}\n`);
  return 0;
};
