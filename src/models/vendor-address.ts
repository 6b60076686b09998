/**
 * A vendor's address from the person's own environment, in the variables that the vendors' own programs read. A
 * project's file cannot set these variables.
 */
import { SetupError } from "../errors.ts";
import type { EnvironmentVariables } from "./model-access.ts";

export interface VendorAddress {
  readonly baseUrl: string;
  readonly variable: string;
}

interface AddressVariable {
  readonly variable: string;
  readonly example: string;
  readonly read: (written: string) => string;
}

const ADDRESS_VARIABLES: Readonly<Record<string, AddressVariable>> = {
  anthropic: {
    variable: "ANTHROPIC_BASE_URL",
    example: "https://gateway.example",
    // Anthropic's own programs add /v1 themselves
    read: (written) => (/\/v1\/?$/.test(written) ? written : `${stripTrailingSlash(written)}/v1`),
  },
  openai: {
    variable: "OPENAI_BASE_URL",
    example: "https://gateway.example/v1",
    read: (written) => written,
  },
  ollama: { variable: "OLLAMA_HOST", example: "127.0.0.1:11434", read: parseOllamaAddress },
};

/** Null where nothing is set. */
export function findVendorAddress(vendor: string, env: EnvironmentVariables): VendorAddress | null {
  const known = Object.hasOwn(ADDRESS_VARIABLES, vendor) ? ADDRESS_VARIABLES[vendor] : undefined;
  const written = known === undefined ? "" : (env[known.variable] ?? "").trim();
  if (known === undefined || written === "") return null;
  const { variable, example, read } = known;
  const address = read(written);
  const url = URL.canParse(address) ? new URL(address) : null;
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.username === "";
  // never repeated, because it may contain a password
  if (!isUsable) {
    throw new SetupError("bad-config", `${variable} is not an address that can be used.`, {
      hint: `Set it like this, without user and password: export ${variable}=${example}`,
    });
  }
  return { baseUrl: stripTrailingSlash(url.href), variable };
}

/** `host`, `host:port`, `:port` or a whole address; every address of this machine means this machine. */
function parseOllamaAddress(written: string): string {
  const isWhole = /^[a-z]+:\/\//i.test(written);
  const [, scheme = "http", rest = ""] = /^(?:([a-z]+):\/\/)?(.*)$/is.exec(written) ?? [];
  const [, host = "", port = "", path = ""] =
    /^(\[[^\]]*\]|[^:/]*)(?::(\d+))?(\/.*)?$/.exec(rest) ?? [];
  if (host === "" && port === "") return "";
  const reached = LISTENS_EVERYWHERE[host] ?? host;
  // a scheme without a port means that scheme's own, as Ollama has it
  const shown = port === "" && isWhole ? "" : `:${port === "" ? OLLAMA_PORT : port}`;
  const base = stripTrailingSlash(path);
  return `${scheme}://${reached}${shown}${base.endsWith("/v1") ? base : `${base}/v1`}`;
}

const OLLAMA_PORT = "11434";
const LISTENS_EVERYWHERE: Readonly<Record<string, string>> = {
  "": "127.0.0.1",
  "0.0.0.0": "127.0.0.1",
  "[::]": "[::1]",
};

function stripTrailingSlash(address: string): string {
  return address.replace(/\/+$/, "");
}
