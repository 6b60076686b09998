/** What a person's own configuration says of signing; nobody else's file is looked at. */
import { checkConfigLayer } from "./check-config-layer.ts";
import { findUserConfig, readConfigFile } from "./config-files.ts";
import type { SigningSettings } from "./config-schema.ts";

export async function readSigningSettings({
  env,
  homeDir,
  cwd,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly cwd: string;
}): Promise<SigningSettings> {
  const path = await findUserConfig({ env, homeDir });
  if (path === undefined) return {};
  const layer = checkConfigLayer(await readConfigFile({ kind: "user", path, cwd }));
  return layer.values["signing"] ?? {};
}
