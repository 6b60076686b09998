/** Proxy, certificate authority and registry from npm's settings, for people who configured npm and nothing else. */
import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";

import type { NetworkEnvironment } from "./proxy-choice.ts";
import { trustCertificate } from "./trusted-authorities.ts";

/** A file `.npmrc` as pairs in its order; `ca[]` may come several times. */
export function parseNpmrc(text: string): [name: string, value: string][] {
  return text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, name, value = ""] = /^\s*([^;#=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, unquoteNpmValue(value)]];
  });
}

function unquoteNpmValue(value: string): string {
  const [, inner] = /^"(.*)"$|^'.*'$/.exec(value) ?? [];
  if (inner !== undefined) return inner.replaceAll("\\n", "\n");
  return value.replace(/^'(.*)'$/, "$1");
}

/**
 * Fills gaps of the environment from the person's own npm settings, so that requests and the programs that we start
 * follow them. A project's `.npmrc` is left out: its author would decide who can read requests.
 */
export function adoptNpmSettings(env: Record<string, string | undefined>, homeDir: string): void {
  const adopt = (name: string, value: string): void => {
    env[name] = value;
    adoptedVariables.add(name);
  };
  const npm = readPersonalNpmSettings(env, homeDir);
  const has = (name: string): boolean => Boolean(env[name]) || Boolean(env[name.toLowerCase()]);
  if (!["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"].some(has)) {
    const secure = npm.get("https-proxy") ?? npm.get("proxy");
    const plain = npm.get("proxy");
    if (secure !== undefined) adopt("HTTPS_PROXY", secure);
    if (plain !== undefined) adopt("HTTP_PROXY", plain);
    const exempt = npm.get("noproxy");
    if (exempt !== undefined && !has("NO_PROXY")) adopt("NO_PROXY", exempt);
  }
  if (!env["NODE_EXTRA_CA_CERTS"]) {
    const [ofNpm, ofOpenssl] = [npm.get("cafile"), env["SSL_CERT_FILE"]].map((path) =>
      path !== undefined && path !== "" && existsSync(path) ? resolve(path) : undefined,
    );
    if (ofNpm !== undefined) adopt("NODE_EXTRA_CA_CERTS", ofNpm);
    // for the programs that we start; our own requests read both
    else if (ofOpenssl !== undefined) env["NODE_EXTRA_CA_CERTS"] = ofOpenssl;
  }
  const inline = npm.get("ca");
  if (inline?.includes("BEGIN CERTIFICATE") === true) trustCertificate(inline);
}

const adoptedVariables = new Set<string>();

/** Whether a variable has its value from npm's settings. */
export function isAdoptedFromNpm(variable: string): boolean {
  return adoptedVariables.has(variable);
}

/** From the environment, then from the person's `.npmrc`. A value of `null` or `false` is npm's word for none. */
function readPersonalNpmSettings(
  env: NetworkEnvironment,
  homeDir: string,
): ReadonlyMap<string, string> {
  // npm hands a project's settings to what it starts under the same names
  const isPersonal = env["npm_command"] === undefined;
  const set = isPersonal ? Object.entries(env).flatMap(parseNpmVariable) : [];
  const named = new Map(set).get("userconfig") ?? "";
  const file = isAbsolute(named) ? named : join(homeDir, ".npmrc");
  const all = [...parseNpmrc(readNpmrcText(file)), ...set];
  return new Map(
    all
      .map(([name, value]): [string, string] => [name, expandVariables(value, env)])
      .filter(([, value]) => !["", "null", "false"].includes(value)),
  );
}

function parseNpmVariable([name, value]: [string, string | undefined]): [string, string][] {
  const [, setting] = /^npm_config_(\w+)$/i.exec(name) ?? [];
  if (setting === undefined || value === undefined) return [];
  return [[setting.toLowerCase().replaceAll("_", "-"), value]];
}

function expandVariables(value: string, env: NetworkEnvironment): string {
  return value.replaceAll(/\$\{([^}]+)\}/g, (whole, name: string) => env[name] ?? whole);
}

/**
 * The lines of a project's `.npmrc` that say how packages are fetched, for an npm that runs in another folder. Nothing
 * else is taken over, and relative paths keep their meaning.
 */
export function readFetchSettings(project: string): string {
  const lines = readNpmrcText(join(project, ".npmrc"))
    .split(/\r?\n/)
    .filter((line) => FETCH_SETTING.test(line));
  return lines
    .map((line) =>
      line.replace(/^(\s*cafile\s*=\s*)(.+)$/, (_, before: string, path: string) => {
        const file = unquoteNpmValue(path.trim());
        return `${before}${/^(?:~|\$)/.test(file) ? file : resolve(project, file)}`;
      }),
    )
    .map((line) => `${line}\n`)
    .join("");
}

const FETCH_SETTING =
  /^\s*(?:registry|@[\w.-]+:registry|proxy|https-proxy|noproxy|cafile|ca|ca\[\]|strict-ssl|\/\/[^=]+)\s*=/;

function readNpmrcText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // most people have none
    return "";
  }
}
