/**
 * The environment of a child process: a few names every program needs, and those its adapter asks for. Nothing else.
 */
import type { EnvironmentVariables } from "../../model-access.ts";
import type { AgentLogin } from "../agent-adapter.ts";

export interface ChildEnvironmentOptions {
  readonly env: EnvironmentVariables;
  readonly platform: NodeJS.Platform;
  readonly login: AgentLogin;
  /** The folder of the call; contains `home` and `tmp`. */
  readonly folder: string;
  /** Further names to take over as they are. */
  readonly passes: readonly string[];
  /** Said by the adapter or the configuration; wins over everything. */
  readonly given: Readonly<Record<string, string>>;
  /** Goes to a server on this machine, which no proxy can reach. */
  readonly local: boolean;
}

export function createChildEnvironment(setting: ChildEnvironmentOptions): Record<string, string> {
  const { env, platform, login, passes, given, local } = setting;
  const names = [
    ...EVERYWHERE,
    ...(platform === "win32" ? WINDOWS : []),
    ...(login === "subscription" ? OF_THE_PERSON : []),
    ...passes,
  ];
  const taken = names.flatMap((name): [string, string][] => {
    const value = findEnvironmentValue(env, name, platform);
    return value === undefined || value === "" ? [] : [[name, value]];
  });
  const child = {
    ...Object.fromEntries(taken),
    NO_COLOR: "1",
    ...createFolderVariables(setting),
    ...given,
  };
  return local ? { ...child, ...createNoProxyVariables(child) } : child;
}

/** Windows does not mind the case of a name. */
export function findEnvironmentValue(
  env: EnvironmentVariables,
  name: string,
  platform: NodeJS.Platform,
): string | undefined {
  if (platform !== "win32") return env[name];
  const wanted = name.toLowerCase();
  return Object.entries(env).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];

const EVERYWHERE: readonly string[] = [
  "PATH",
  "LANG",
  "LANGUAGE",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TERM",
  ...PROXIES,
  ...PROXIES.map((name) => name.toLowerCase()),
  "NODE_EXTRA_CA_CERTS",
  "NODE_USE_ENV_PROXY",
  "NODE_USE_SYSTEM_CA",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
];

const WINDOWS: readonly string[] = [
  "SystemRoot",
  "SystemDrive",
  "windir",
  "ComSpec",
  "PATHEXT",
  "ProgramFiles",
  "ProgramFiles(x86)",
  "ProgramData",
  "PROCESSOR_ARCHITECTURE",
  "NUMBER_OF_PROCESSORS",
];

/** A login may be in a keyring, which is found by these. */
const OF_THE_PERSON: readonly string[] = [
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_STATE_HOME",
  "XDG_CACHE_HOME",
  "XDG_RUNTIME_DIR",
  "DBUS_SESSION_BUS_ADDRESS",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
];

/** Temporary files stay in the folder of the call: some agents write whole prompts there. */
function createFolderVariables({
  platform,
  login,
  folder,
}: ChildEnvironmentOptions): Record<string, string> {
  const slash = platform === "win32" ? "\\" : "/";
  const [home, tmp] = [`${folder}${slash}home`, `${folder}${slash}tmp`];
  const temporary: Record<string, string> =
    platform === "win32" ? { TEMP: tmp, TMP: tmp } : { TMPDIR: tmp };
  if (login === "subscription") return temporary;
  return platform === "win32"
    ? { ...temporary, USERPROFILE: home, APPDATA: home, LOCALAPPDATA: home, HOME: home }
    : { ...temporary, HOME: home };
}

function createNoProxyVariables(child: Readonly<Record<string, string>>): Record<string, string> {
  const before = child["NO_PROXY"] ?? child["no_proxy"];
  const hosts = [...(before === undefined ? [] : [before]), "127.0.0.1", "localhost"].join(",");
  return { NO_PROXY: hosts, no_proxy: hosts };
}
