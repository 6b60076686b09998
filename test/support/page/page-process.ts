/** The page as a process of its own serves it, and a client for what stands behind it. */
import { run, type Project, start, type Started } from "../processes/cli.ts";
import { listen, type Listening } from "../processes/sse.ts";

export interface PageProcess {
  readonly process: Started;
  /** What is opened in a browser: it holds the token. */
  readonly address: string;
  readonly origin: string;
  readonly port: number;
  readonly token: string;
  get<T>(path: string): Promise<T>;
  post(path: string, body: unknown): Promise<Response>;
  events(id: string, headers?: Record<string, string>): Promise<Listening>;
  end(): Promise<void>;
}

/** `dissent view` on any free port, unless one is named. */
export function pageAt(at: Project, args: readonly string[] = []): Promise<PageProcess> {
  const port = args.includes("--port") ? [] : ["--port", "0"];
  return waitForPage(start(at, ["--json", "view", "--no-open", ...port, ...args]));
}

export async function waitForPage(started: Started): Promise<PageProcess> {
  const found = Promise.withResolvers<string>();
  let heard = "";
  started.child.stdout?.on("data", (chunk: string) => {
    heard += chunk;
    const address = /"(?:url|view)":"([^"]+)"/.exec(heard)?.[1];
    if (address !== undefined) found.resolve(address);
  });
  started.ended.then(({ stderr }) => found.reject(new Error(stderr)), found.reject);
  const address = await found.promise;
  const { origin, port, searchParams } = new URL(address);
  const token = searchParams.get("token") ?? "";
  const headers = { cookie: `dissent-${port}=${token}` };
  return {
    process: started,
    address,
    origin,
    port: Number(port),
    token,
    async get<T>(path: string) {
      return (await (await fetch(`${origin}${path}`, { headers })).json()) as T;
    },
    post: (path, body) =>
      fetch(`${origin}${path}`, {
        method: "POST",
        headers: { ...headers, origin, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    events: (id, more = {}) =>
      listen(`${origin}/api/debates/${encodeURIComponent(id)}/events`, { ...headers, ...more }),
    async end() {
      started.kill("SIGINT");
      await started.ended;
    },
  };
}

/** What the terminal says of a debate. */
export async function shown(at: Project, id: string): Promise<Record<string, unknown>> {
  const { stdout } = await run(at, ["show", id, "--json"]);
  return JSON.parse(stdout) as Record<string, unknown>;
}
