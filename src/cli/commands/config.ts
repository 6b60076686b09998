import {
  markAsTrusted,
  programLines,
  programsOfProject,
} from "../../app/project/trusted-programs.ts";
import { configurationFor, settle } from "../../app/settle.ts";
import { settingsSchema } from "../../config/config-schema.ts";
import { explainConfig, resolveConfig } from "../../config/config.ts";
import { jsonText } from "../../text/json-text.ts";
import type { Action } from "../program/program.ts";
import { padded } from "../terminal/terminal.ts";

/** Every value with where it was said: flag, environment, brief, project, user or default. */
export const explain: Action = async (session, [brief]) => {
  const { cwd, env, homeDir, flags } = session;
  const configPath = flags.config ?? null;
  const configuration =
    brief === undefined
      ? await resolveConfig({ flags: [], env, brief: null, cwd, configPath, homeDir })
      : (await settle(session, brief, {})).configuration;
  const rows = explainConfig(configuration);
  if (flags.json) {
    session.stdout.write(`${jsonText(rows)}\n`);
    return 0;
  }
  const width = Math.max(...rows.map(({ key }) => key.length));
  const lines = rows.map(
    ({ key, value, origin }) =>
      `${padded(key, width)}  ${padded(value, 24)}  ${session.style.dim(origin)}`,
  );
  session.stdout.write(`${lines.join("\n")}\n`);
  return 0;
};

export const schema: Action = async (session) => {
  session.documents.write(settingsSchema());
  return 0;
};

/** Whoever types it has read what would be run, or reads it now. */
export const trust: Action = async (session) => {
  const programs = programsOfProject(await configurationFor(session, {}, null));
  if (programs !== null) markAsTrusted(session, programs);
  if (session.flags.json) {
    const commands = Object.fromEntries(programs?.commands ?? []);
    session.stdout.write(`${jsonText({ file: programs?.file ?? null, commands })}\n`);
    return 0;
  }
  const lines =
    programs === null
      ? ["The agents of this project name no program, so there is nothing to agree to."]
      : [`${programs.file} may run these programs, until they change:`, ...programLines(programs)];
  session.stdout.write(`${lines.join("\n")}\n`);
  return 0;
};
