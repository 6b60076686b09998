/**
 * `fetch` for every request to another machine, with the proxy and certificate authorities from the person's
 * environment.
 *
 * Node's own `fetch` reads the proxy variables only in newer versions, and only if they were set when it started. So
 * requests through a proxy use undici, which Node's `fetch` is built on.
 *
 * Node's `fetch` gives up after five minutes without headers, and what is given up is asked again: a model that thinks
 * for longer would be paid twice. The deadline of a call is the caller's signal, so there is no other one here.
 */
import { BadProxyAddress, type ProxyChoice, findProxyForUrl } from "./proxy-choice.ts";
import { trustConfiguredAuthorities } from "./trusted-authorities.ts";

/** The proxy itself failed. The message is for people, and contains neither user nor password. */
export class ProxyFailure extends Error {
  /** The same request may succeed later. */
  readonly passing: boolean;

  constructor(message: string, { passing }: { readonly passing: boolean }) {
    super(message);
    this.passing = passing;
  }
}

export const outgoingFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const proxy = chooseProxy(url);
  if (url.protocol === "https:") trustConfiguredAuthorities();
  if (proxy === null) return fetch(input, { ...init, ...createPatience() });
  const { fetch: fetchThrough, dispatcher } = await connectToProxy(proxy);
  try {
    return await fetchThrough(input, { ...init, dispatcher });
  } catch (error) {
    throw explainProxyFailure(proxy, url, error) ?? error;
  }
};

function chooseProxy(url: URL): ProxyChoice | null {
  try {
    return findProxyForUrl(url, process.env);
  } catch (error) {
    if (!(error instanceof BadProxyAddress)) throw error;
    throw new ProxyFailure(error.message, { passing: false });
  }
}

const NO_TIMEOUTS = { headersTimeout: 0, bodyTimeout: 0 };
let patience: Pick<RequestInit, "dispatcher"> | undefined;

/** An agent of the undici inside Node, which is loaded with `Headers`; where it cannot be had, its timeouts stay. */
function createPatience(): Pick<RequestInit, "dispatcher"> {
  if (patience !== undefined) return patience;
  void new Headers();
  const known: unknown = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"));
  const Agent = (known as { constructor?: unknown } | undefined)?.constructor;
  patience =
    typeof Agent === "function" && Agent.name === "Agent"
      ? {
          dispatcher: Reflect.construct(Agent, [NO_TIMEOUTS]) as NonNullable<
            RequestInit["dispatcher"]
          >,
        }
      : {};
  return patience;
}

interface ProxyConnection {
  readonly fetch: typeof fetch;
  readonly dispatcher: NonNullable<RequestInit["dispatcher"]>;
}

const proxyConnections = new Map<string, Promise<ProxyConnection>>();

/** One pool of connections for each proxy, for as long as the process lives. */
function connectToProxy({ address }: ProxyChoice): Promise<ProxyConnection> {
  const known = proxyConnections.get(address);
  if (known !== undefined) return known;
  const made = import("undici").then(({ fetch: fetchThrough, ProxyAgent }) => ({
    // the same interfaces, declared once by undici and once by the types of Node
    fetch: fetchThrough as unknown as typeof fetch,
    dispatcher: new ProxyAgent({
      uri: address,
      ...NO_TIMEOUTS,
    }) as unknown as ProxyConnection["dispatcher"],
  }));
  proxyConnections.set(address, made);
  return made;
}

/** Undefined where the failure is that of the host behind the proxy. */
function explainProxyFailure(
  proxy: ProxyChoice,
  url: URL,
  error: unknown,
): ProxyFailure | undefined {
  const { host, variable } = proxy;
  const named = `the proxy ${host} (${variable})`;
  for (let one = error; one instanceof Error; one = one.cause) {
    const status = Number(/Proxy response \((\d{3})\)/.exec(one.message)?.[1] ?? 0);
    if (status === 407) {
      const cure = `set ${variable}=http://user:password@${host}`;
      return new ProxyFailure(`${named} asks for a user and a password (407); ${cure}`, LASTING);
    }
    if (status >= 500) {
      return new ProxyFailure(`${named} could not reach ${url.host} (${status})`, PASSING);
    }
    if (status > 0) {
      return new ProxyFailure(`${named} does not allow ${url.host} (${status})`, LASTING);
    }
    const code = "code" in one ? String(one.code) : "";
    if (code === "ECONNREFUSED" || code === "ENOTFOUND") {
      const cure = `check ${variable}, or list ${url.hostname} in NO_PROXY`;
      return new ProxyFailure(`${named} cannot be reached (${code}); ${cure}`, LASTING);
    }
  }
  return undefined;
}

const LASTING = { passing: false };
const PASSING = { passing: true };
