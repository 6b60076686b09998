/** What a program that a test starts needs of this machine's network: proxies, certificate authorities, npm's settings. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const NETWORK =
  /^(?:(?:https?|all|no)_proxy|node_extra_ca_certs|node_use_(?:env_proxy|system_ca)|ssl_cert_(?:file|dir))$/i;
const NPM_NETWORK = /^npm_config_(?:registry|proxy|https_proxy|noproxy|cafile|ca|strict_ssl)$/i;

/** For the environment of a child process. A home made for a test has no `.npmrc`, so npm is told where the real one is. */
export function networkEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
  homeDir = homedir(),
): Record<string, string> {
  const taken = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && (NETWORK.test(name) || NPM_NETWORK.test(name)) ? [[name, value]] : [],
  );
  const userConfig = env["npm_config_userconfig"] ?? join(homeDir, ".npmrc");
  const npmrc = existsSync(userConfig) ? { npm_config_userconfig: userConfig } : {};
  return { ...npmrc, ...Object.fromEntries(taken) };
}
