/** The names of configuration files, and where a person's own file is. */
import { isAbsolute, join } from "node:path";

export const CONFIG_FILE_NAMES = ["dissent.yaml", "dissent.yml", "dissent.json"] as const;

// a hundred times what a configuration needs
export const MAX_CONFIG_BYTES = 256 * 1024;

/** The person's own file, whether it is there or not. */
export function userConfigPath({
  env,
  homeDir,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
}): string {
  const named = env["XDG_CONFIG_HOME"] ?? "";
  // the base directory rules say that a relative one is to be ignored
  const top = isAbsolute(named) ? named : join(homeDir, ".config");
  return join(top, "dissent", "config.yaml");
}
