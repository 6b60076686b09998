/** How requests leave this machine: proxies, certificate authorities, and vendors that the environment moves elsewhere. */
import { accessSync, constants } from "node:fs";

import { VENDORS } from "../../domain/vendor.ts";
import { SetupError } from "../../errors.ts";
import type { Environment, ModelAccess } from "../../models/access.ts";
import { vendorAddress } from "../../models/vendor-address.ts";
import { isFromNpm } from "../../network/npm-settings.ts";
import { BadProxyAddress, configuredProxy } from "../../network/proxy-choice.ts";
import { plain } from "../terminal/terminal.ts";

export interface Connection {
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

export function describeConnection(env: Environment, access: ModelAccess): Connection {
  const mistakes: string[] = [];
  const proxies = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"].flatMap((name) => {
    const found = noting(mistakes, () => configuredProxy(name, env));
    return found ? [{ host: found.host, variable: origin(found.variable) }] : [];
  });
  const addresses = VENDORS.flatMap(({ name: vendor }) => {
    // the configuration goes before the environment
    if (access.providers[vendor]?.baseUrl !== undefined) return [];
    const found = noting(mistakes, () => vendorAddress(vendor, env));
    return found ? [{ vendor, ...found }] : [];
  });
  const authorities = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].flatMap((variable) => {
    const path = env[variable] ?? "";
    return path === "" ? [] : [{ path, variable: origin(variable), readable: isReadable(path) }];
  });
  const exempt = env["no_proxy"] || env["NO_PROXY"] || null;
  return { proxies, exempt, authorities, addresses, mistakes };
}

function noting<T>(mistakes: string[], read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadProxyAddress) && !(error instanceof SetupError)) throw error;
    mistakes.push(error.message);
    return null;
  }
}

function origin(variable: string): string {
  return isFromNpm(variable) ? `${variable}, from your npm settings` : variable;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** None where nothing is set, which is how most people are connected. */
export function connectionLines(connection: Connection): string[] {
  const { proxies, exempt, authorities, addresses, mistakes } = connection;
  const except =
    proxies.length > 0 && exempt !== null ? [`not for ${plain(exempt)} (NO_PROXY)`] : [];
  const said = [
    ...proxies.map(({ host, variable }) => `proxy ${plain(host)} (${variable})`),
    ...except,
    ...authorities.map(
      ({ path, variable, readable }) =>
        `certificates ${plain(path)} (${variable})${readable ? "" : ": cannot be read"}`,
    ),
    ...addresses.map(
      ({ vendor, baseUrl, variable }) => `${vendor} at ${plain(baseUrl)} (${variable})`,
    ),
    ...mistakes.map(plain),
  ];
  return said.map((line, index) => `${(index === 0 ? "Network" : "").padEnd(15)}${line}`);
}
