import { jsonText } from "../../desk/json-text.ts";
import { settle } from "../../desk/settle.ts";
import { settingsSchema } from "../../intake/config-schema.ts";
import { explainConfig, resolveConfig } from "../../intake/config.ts";
import type { Action } from "../program.ts";
import { padded } from "../terminal.ts";

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
