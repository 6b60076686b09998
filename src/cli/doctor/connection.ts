/** How requests leave this machine: proxies, certificate authorities, and vendor addresses set in the environment. */
import { accessSync, constants } from "node:fs";

import { VENDORS } from "../../domain/vendor.ts";
import { SetupError } from "../../errors.ts";
import type { EnvironmentVariables, ModelAccess } from "../../models/model-access.ts";
import { findVendorAddress } from "../../models/vendor-address.ts";
import { isAdoptedFromNpm } from "../../network/npm-settings.ts";
import { BadProxyAddress, readConfiguredProxy } from "../../network/proxy-choice.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";

export interface NetworkConnection {
  /** Without user and password. */
  readonly proxies: readonly { readonly host: string; readonly variable: string }[];
  /** What `NO_PROXY` exempts; null where it is not set. */
  readonly exempt: string | null;
  readonly authorities: readonly {
    readonly path: string;
    readonly variable: string;
    readonly readable: boolean;
  }[];
  readonly addresses: readonly {
    readonly vendor: string;
    readonly baseUrl: string;
    readonly variable: string;
  }[];
  /** What is set and cannot be used. */
  readonly mistakes: readonly string[];
}

export function describeNetworkConnection(
  env: EnvironmentVariables,
  access: ModelAccess,
): NetworkConnection {
  const mistakes: string[] = [];
  const proxies = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"].flatMap((name) => {
    const found = collectMistakes(mistakes, () => readConfiguredProxy(name, env));
    return found ? [{ host: found.host, variable: describeVariableOrigin(found.variable) }] : [];
  });
  const addresses = VENDORS.flatMap(({ name: vendor }) => {
    // the configuration goes before the environment
    if (access.providers[vendor]?.baseUrl !== undefined) return [];
    const found = collectMistakes(mistakes, () => findVendorAddress(vendor, env));
    return found ? [{ vendor, ...found }] : [];
  });
  const authorities = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].flatMap((variable) => {
    const path = env[variable] ?? "";
    return path === ""
      ? []
      : [{ path, variable: describeVariableOrigin(variable), readable: isReadableFile(path) }];
  });
  const exempt = env["no_proxy"] || env["NO_PROXY"] || null;
  return { proxies, exempt, authorities, addresses, mistakes };
}

function collectMistakes<T>(mistakes: string[], read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadProxyAddress) && !(error instanceof SetupError)) throw error;
    mistakes.push(error.message);
    return null;
  }
}

function describeVariableOrigin(variable: string): string {
  return isAdoptedFromNpm(variable) ? `${variable}, from your npm settings` : variable;
}

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** None where nothing is set, which is how most people are connected. */
export function formatConnectionLines(connection: NetworkConnection): string[] {
  const { proxies, exempt, authorities, addresses, mistakes } = connection;
  const except =
    proxies.length > 0 && exempt !== null
      ? [`not for ${sanitizeForTerminal(exempt)} (NO_PROXY)`]
      : [];
  const said = [
    ...proxies.map(({ host, variable }) => `proxy ${sanitizeForTerminal(host)} (${variable})`),
    ...except,
    ...authorities.map(
      ({ path, variable, readable }) =>
        `certificates ${sanitizeForTerminal(path)} (${variable})${readable ? "" : ": cannot be read"}`,
    ),
    ...addresses.map(
      ({ vendor, baseUrl, variable }) =>
        `${vendor} at ${sanitizeForTerminal(baseUrl)} (${variable})`,
    ),
    ...mistakes.map(sanitizeForTerminal),
  ];
  return said.map((line, index) => `${(index === 0 ? "Network" : "").padEnd(15)}${line}`);
}
