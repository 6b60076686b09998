/** The names under which a team's server is reached, and which pages are its own. */
import { SetupError } from "../../../errors.ts";

export interface ServerNames {
  readonly hosts: readonly string[];
  /** Pages that may act, where the server was called by this host. */
  originsFor(host: string): readonly string[];
  /** What people open. */
  readonly url: string;
  readonly isSecure: boolean;
}

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

export function resolveServerNames(setting: {
  readonly publicUrl: URL | null;
  readonly host: string;
  readonly port: number;
}): ServerNames {
  const { publicUrl, host, port } = setting;
  // a proxy on this machine may call the server by its own name
  const own = LOOPBACK.map((name) => (port === 80 ? name : `${name}:${port}`));
  const hosts = [...(publicUrl ? [publicUrl.host.toLowerCase()] : []), ...own];
  const bare = host.includes(":") ? `[${host}]` : host;
  return {
    hosts,
    originsFor: (called) => [...(publicUrl ? [publicUrl.origin] : []), `http://${called}`],
    url: publicUrl?.origin ?? `http://${bare}:${port}`,
    isSecure: publicUrl?.protocol === "https:",
  };
}

export function isLoopbackServerHost(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

export function parsePublicUrl(text: string): URL {
  const url = URL.parse(text);
  const isPlain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === "/" &&
    [url.search, url.hash, url.username, url.password].every((part) => part === "");
  if (url && isPlain) return url;
  throw new SetupError("usage", "--public-url must be an address without a path.", {
    hint: "Write it as --public-url https://dissent.example.org",
  });
}
