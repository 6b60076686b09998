/** Section 5: how long people wait for the command line, as the package brings it. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { buildBundledProgram } from "../../test/support/processes/bundled-program.ts";
import { type Bar, median, type Pace, type Section } from "./section.ts";

const BRIEF = fileURLToPath(new URL("../../examples/offline-sync.md", import.meta.url));

interface Launch {
  readonly text: string;
  readonly args: readonly string[];
  /** Times bare node; left out where no bar is set. */
  readonly limit?: number;
}

export async function start(pace: Pace): Promise<Section> {
  const launcher = await buildBundledProgram();
  const home = mkdtempSync(join(tmpdir(), "dissent-start-"));
  const project = join(home, "project");
  mkdirSync(project);
  const cassette = join(home, "cassette.jsonl");
  const run = [launcher, "-C", project, "run", BRIEF, "--quiet"];
  const launches: Launch[] = [
    { text: "node -e 0", args: ["-e", "0"] },
    { text: "dissent --version", args: [launcher, "--version"], limit: 1.4 },
    { text: "dissent --help", args: [launcher, "--help"], limit: 1.6 },
    { text: "dissent list", args: [launcher, "-C", project, "list"], limit: 3 },
    { text: "dissent show", args: [launcher, "-C", project, "show"], limit: 3 },
    {
      text: "dissent run --replay, a whole debate",
      args: [...run, "--replay", cassette],
      limit: 8,
    },
  ];
  try {
    launch({ text: "recording", args: [...run, "--offline", "--record", cassette] }, home);
    const walls = launches.map((): number[] => []);
    const asked: number[] = [];
    const repetitions = pace === "full" ? 15 : 5;
    for (let number = 0; number <= repetitions; number++) {
      // in turn, so that a busy spell of the machine falls on all of them
      const took = launches.map((one) => launch(one, home));
      const first = await firstRequest(launcher, home, number === 0);
      // the first time compiles, and keeps what it compiled as it ends
      if (number === 0) continue;
      for (const [index, ms] of took.entries()) walls[index]?.push(ms);
      asked.push(first);
    }
    const [bare = 0, ...others] = walls.map(median);
    const request = median(asked);
    const ratioBar = (text: string, ms: number, limit: number): Bar => ({
      text: `${text} / bare node`,
      measured: ms / bare,
      limit,
    });
    return {
      title: "5. Start, from the bundled program (ms of wall time, median)",
      columns: ["", "ms", "bare node"],
      rows: [
        ["node -e 0", bare, { ratio: 1 }],
        ...launches
          .slice(1)
          .map(({ text }, index) => [
            text,
            others[index] ?? 0,
            { ratio: (others[index] ?? 0) / bare },
          ]),
        ["dissent run, until the first model request", request, { ratio: request / bare }],
      ],
      bars: [
        ...launches
          .slice(1)
          .flatMap(({ text, limit }, index) =>
            limit === undefined ? [] : [ratioBar(text, others[index] ?? 0, limit)],
          ),
        ratioBar("until the first model request, after the start of node,", request - bare, 5),
      ],
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

// contested, and no agreement: the debate was held
const ENDED = [0, 3, 10];

/** Milliseconds; with a home of its own, so that no configuration of the machine counts. */
function launch({ text, args }: Launch, home: string): number {
  const before = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [...args], {
    encoding: "utf8",
    env: createEnvironment(home),
  });
  const ms = performance.now() - before;
  if (!ENDED.includes(status ?? -1)) throw new Error(`${text} failed: ${stderr}`);
  return ms;
}

function createEnvironment(home: string): NodeJS.ProcessEnv {
  const { PATH, TMPDIR } = process.env;
  return { PATH, ...(TMPDIR && { TMPDIR }), HOME: home, XDG_CONFIG_HOME: join(home, ".config") };
}

/** Until a server that plays the vendor has received the headers of the first request. */
async function firstRequest(launcher: string, home: string, isHeld: boolean): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    resolve();
    // no seat can be reached, so a debate that is held ends at once
    if (isHeld) response.writeHead(401).end("{}");
    else response.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const config = join(home, ".config", "dissent");
  mkdirSync(config, { recursive: true });
  const endpoint = `{ baseUrl: "http://127.0.0.1:${port}/v1", structured: true }`;
  writeFileSync(
    join(config, "config.yaml"),
    `endpoints: { bench: ${endpoint} }\npanel: [bench/bench]\n`,
  );
  const asked = join(home, "asked");
  mkdirSync(asked, { recursive: true });
  const before = performance.now();
  const child = spawn(process.execPath, [launcher, "-C", asked, "run", BRIEF, "--quiet"], {
    stdio: "ignore",
    env: createEnvironment(home),
  });
  const ended = once(child, "exit");
  const isAsked = await Promise.race([promise.then(() => true), ended.then(() => false)]);
  const ms = performance.now() - before;
  if (!isHeld) child.kill("SIGKILL");
  await ended;
  server.close();
  server.closeAllConnections();
  rmSync(config, { recursive: true, force: true });
  if (!isAsked) throw new Error("dissent run ended without a request.");
  return ms;
}
