import {
  trustProjectPrograms,
  formatProgramLines,
  listProjectPrograms,
} from "../../app/project/trusted-programs.ts";
import { resolveConfigWithFlags, resolveInput } from "../../app/resolve-input.ts";
import { formatSettingsSchema } from "../../config/config-schema.ts";
import { explainConfig, resolveConfig } from "../../config/config.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CommandHandler } from "../program/program.ts";
import { padToColumns } from "../terminal/terminal-style.ts";

/** Every value with where it was said: flag, environment, brief, project, user or default. */
export const runConfigExplainCommand: CommandHandler = async (session, [brief]) => {
  const { cwd, env, homeDir, flags } = session;
  const configPath = flags.config ?? null;
  const configuration =
    brief === undefined
      ? await resolveConfig({ flags: [], env, brief: null, cwd, configPath, homeDir })
      : (await resolveInput(session, brief, {})).configuration;
  const rows = explainConfig(configuration);
  if (flags.json) {
    session.stdout.write(`${stringifyForTerminal(rows)}\n`);
    return 0;
  }
  const width = Math.max(...rows.map(({ key }) => key.length));
  const lines = rows.map(
    ({ key, value, origin }) =>
      `${padToColumns(key, width)}  ${padToColumns(value, 24)}  ${session.style.dim(origin)}`,
  );
  session.stdout.write(`${lines.join("\n")}\n`);
  return 0;
};

export const runConfigSchemaCommand: CommandHandler = async (session) => {
  session.documents.write(formatSettingsSchema());
  return 0;
};

/** Whoever types it has read what would be run, or reads it now. */
export const runTrustCommand: CommandHandler = async (session) => {
  const programs = listProjectPrograms(await resolveConfigWithFlags(session, {}, null));
  if (programs !== null) trustProjectPrograms(session, programs);
  if (session.flags.json) {
    const commands = Object.fromEntries(programs?.commands ?? []);
    session.stdout.write(`${stringifyForTerminal({ file: programs?.file ?? null, commands })}\n`);
    return 0;
  }
  const lines =
    programs === null
      ? ["The agents of this project name no program, so there is nothing to agree to."]
      : [
          `${programs.file} may run these programs, until they change:`,
          ...formatProgramLines(programs),
        ];
  session.stdout.write(`${lines.join("\n")}\n`);
  return 0;
};
