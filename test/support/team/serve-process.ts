/** A team's server as a process of its own over a real database, and a client for it. */
import { type Project, start, type Started } from "../processes/cli.ts";
import { listen, type Listening } from "../processes/sse.ts";

export interface ServeProcess {
  readonly process: Started;
  readonly origin: string;
  readonly port: number;
  /** Of the first start of a team; undefined after that. */
  readonly first: string | undefined;
  ask(token: string | null, path: string, request?: RequestInit): Promise<Response>;
  get<T>(token: string, path: string): Promise<T>;
  post<T>(token: string, path: string, body: unknown): Promise<T>;
  events(token: string, id: string, headers?: Record<string, string>): Promise<Listening>;
  /** SIGTERM; its exit code. */
  end(): Promise<number | null>;
}

export function environmentFor(url: string): Record<string, string> {
  return { DISSENT_DATABASE_URL: url, HAND_API_KEY: "key-of-the-hand-0123" };
}

/** Without an address it has the project's own database. */
export async function serveAt(
  at: Project,
  url: string | null,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<ServeProcess> {
  const started = start(at, ["--json", "serve", "--port", "0", ...args], {
    env: { ...(url !== null && environmentFor(url)), ...env },
  });
  const { url: origin, token: first } = await announced(started);
  const headersWith = (token: string | null): Record<string, string> =>
    token === null ? {} : { authorization: `Bearer ${token}` };
  const ask: ServeProcess["ask"] = (token, path, request = {}) =>
    fetch(`${origin}${path}`, {
      ...request,
      headers: { ...headersWith(token), ...(request.headers as Record<string, string>) },
    });
  const read = async <T>(response: Response): Promise<T> => {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    process: started,
    origin,
    port: Number(new URL(origin).port),
    first,
    ask,
    get: async <T>(token: string, path: string) => read<T>(await ask(token, path)),
    post: async <T>(token: string, path: string, body: unknown) =>
      read<T>(
        await ask(token, path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      ),
    events: (token, id, headers = {}) =>
      listen(`${origin}/api/debates/${id}/events`, { ...headersWith(token), ...headers }),
    async end() {
      started.kill("SIGTERM");
      return (await started.ended).code;
    },
  };
}

async function announced(started: Started): Promise<{ url: string; token?: string }> {
  const found = Promise.withResolvers<string>();
  let heard = "";
  started.child.stdout?.on("data", (chunk: string) => {
    heard += chunk;
    const [line, rest] = heard.split("\n");
    if (rest !== undefined) found.resolve(line ?? "");
  });
  started.ended.then(({ stderr }) => found.reject(new Error(stderr)), found.reject);
  return JSON.parse(await found.promise) as { url: string; token?: string };
}

/** `dissent team worker` beside it. */
export async function workerAt(
  at: Project,
  url: string,
  flags: readonly string[] = [],
): Promise<Started> {
  const started = start(at, ["--json", "worker", ...flags], { env: environmentFor(url) });
  await started.said('"worker"');
  return started;
}
