/** Chooses the proxy for a request from the variables that curl, Git and npm read as well. */
import { BlockList, isIP, isIPv6 } from "node:net";

export type NetworkEnvironment = Readonly<Record<string, string | undefined>>;

export interface ProxyChoice {
  /** With user and password: for the connection alone, never for people. */
  readonly address: string;
  /** `name:port`, which may be shown. */
  readonly host: string;
  /** The variable that names it. */
  readonly variable: string;
}

/** A proxy that cannot be used as it is written. Its message never repeats the address. */
export class BadProxyAddress extends Error {}

/** Null where the request goes straight to its host. This machine is never reached through a proxy. */
export function findProxyForUrl(url: URL, env: NetworkEnvironment): ProxyChoice | null {
  if (isLocalHostname(url.hostname) || isProxyExempt(url, env)) return null;
  const wanted = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  return readConfiguredProxy(wanted, env) ?? readConfiguredProxy("ALL_PROXY", env);
}

/** The proxy that a variable names, in lower case first, as curl has it. */
export function readConfiguredProxy(name: string, env: NetworkEnvironment): ProxyChoice | null {
  const variable = [name.toLowerCase(), name].find((one) => (env[one] ?? "").trim() !== "");
  if (variable === undefined) return null;
  const written = env[variable]?.trim() ?? "";
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.hostname === "" || !DEFAULT_PORTS.has(url.protocol)) {
    throw new BadProxyAddress(
      `${variable} is not the address of a proxy; write it as http://proxy.example:8080`,
    );
  }
  const port = url.port === "" ? DEFAULT_PORTS.get(url.protocol) : url.port;
  return { address: url.href, host: `${url.hostname}:${port}`, variable };
}

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ["http:", "80"],
  ["https:", "443"],
  ["socks5:", "1080"],
]);

export function isLocalHostname(hostname: string): boolean {
  const host = stripBrackets(hostname);
  return (
    host === "localhost" || host.endsWith(".localhost") || LOOPBACK.check(...parseIpAddress(host))
  );
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("0.0.0.0", "ipv4");
LOOPBACK.addAddress("::1", "ipv6");
LOOPBACK.addAddress("::", "ipv6");

/** `NO_PROXY`: names with all that is below them, addresses, networks such as 10.0.0.0/8, or `*`. */
function isProxyExempt({ hostname, port, protocol }: URL, env: NetworkEnvironment): boolean {
  const list = env["no_proxy"] || env["NO_PROXY"] || "";
  const host = stripBrackets(hostname);
  const ownPort = port === "" ? (protocol === "https:" ? "443" : "80") : port;
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => entry === "*" || matchesExemption(entry.toLowerCase(), host, ownPort));
}

function matchesExemption(entry: string, host: string, port: string): boolean {
  if (entry.includes("/")) return isInSubnet(entry, host);
  const [, name = "", only] = /^(\[.+\]|[^:]+|[^:]*:[^:]*:.*)(?::(\d+))?$/.exec(entry) ?? [];
  if (only !== undefined && only !== port) return false;
  const suffix = stripBrackets(name).replace(/^\*?\./, "");
  return suffix !== "" && (host === suffix || host.endsWith(`.${suffix}`));
}

function isInSubnet(entry: string, host: string): boolean {
  const [network = "", bits = ""] = entry.split("/");
  const most = isIPv6(network) ? 128 : 32;
  if (isIP(network) === 0 || isIP(host) !== isIP(network) || !(Number(bits) <= most)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), isIPv6(network) ? "ipv6" : "ipv4");
  return list.check(...parseIpAddress(host));
}

function parseIpAddress(host: string): [string, "ipv4" | "ipv6"] {
  // a name is not an address of any list
  if (isIP(host) === 0) return ["192.0.2.0", "ipv4"];
  return [host, isIPv6(host) ? "ipv6" : "ipv4"];
}

function stripBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase();
}
