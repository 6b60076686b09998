import { numberFlag } from "../../app/flags.ts";
import { packageVersion } from "../../app/version.ts";
import { SetupError } from "../../errors.ts";
import { serveOverHttp, serveOverPipes, type Serving } from "../../mcp/serve.ts";
import { EXIT } from "../exit-codes.ts";
import { pageBeside } from "../mcp/page-beside.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";

/** Serves this project's debates to other agents, until they are gone. */
export const mcp: Action = async (session, _args, flags) => {
  keepStdoutClean(session);
  const stop = stopSignal();
  const page = flags["page"] === true ? await pageBeside(session) : null;
  const serving: Serving = {
    desk: session,
    version: packageVersion(),
    tell: (line) => void session.stderr.write(`${line}\n`),
    ...(page && { pageOf: page.pageOf }),
  };
  try {
    await served(serving, { flags, stop });
  } finally {
    await page?.close();
    leaveSoon();
  }
  return EXIT.decided;
};

async function served(
  serving: Serving,
  { flags, stop }: { flags: Readonly<Record<string, unknown>>; stop: AbortSignal },
): Promise<void> {
  if (flags["http"] === true) return serveOverHttp(serving, { port: portFrom(flags), stop });
  const { stdin: input, stdout: output } = process;
  return serveOverPipes(serving, { input, output, stop });
}

const USUAL_PORT = "4848";
const HIGHEST_PORT = 65_535;

function portFrom(flags: Readonly<Record<string, unknown>>): number {
  if (flags["port"] === "0") return 0;
  const port = numberFlag({ port: USUAL_PORT, ...flags }, "port", "--port") ?? 0;
  if (Number.isSafeInteger(port) && port <= HIGHEST_PORT) return port;
  throw new SetupError(
    "usage",
    `--port must be a whole number up to ${HIGHEST_PORT}, got ${port}.`,
    {
      hint: "Write it as --port 4848, or --port 0 for any.",
    },
  );
}

/** A library that speaks up must not break the protocol. */
function keepStdoutClean({ stderr }: Session): void {
  const aside = (...words: unknown[]): void =>
    void stderr.write(`${words.map(String).join(" ")}\n`);
  Object.assign(console, { log: aside, info: aside, debug: aside });
}

function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => stop.abort());
  }
  return stop.signal;
}

// connections that providers keep open are no reason to stay
const LONGEST_LEAVE_MS = 500;

function leaveSoon(): void {
  setTimeout(() => process.exit(), LONGEST_LEAVE_MS).unref();
}
