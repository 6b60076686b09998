import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

import { expect, onTestFinished, test } from "vitest";

import { createPageToken, isPageToken, keptToken } from "./token.ts";

function folder(): { directory: string; path: string } {
  const directory = mkdtempSync(join(tmpdir(), "dissent-token-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return { directory, path: join(directory, "page-token") };
}

test("a token is kept over a restart, for nobody else to read", () => {
  const { directory, path } = folder();
  const token = keptToken(directory);

  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(keptToken(directory)).toBe(token);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("one that others could read, or that is none, is replaced", () => {
  const { directory, path } = folder();
  const token = keptToken(directory);
  chmodSync(path, 0o644);
  const second = keptToken(directory);
  writeFileSync(path, "short");
  const third = keptToken(directory);

  expect(new Set([token, second, third]).size).toBe(3);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a link is not followed, neither to read nor to write", () => {
  const { directory, path } = folder();
  const planted = createPageToken();
  const elsewhere = join(directory, "elsewhere");
  writeFileSync(elsewhere, planted, { mode: 0o600 });
  symlinkSync(elsewhere, path);

  expect(keptToken(directory)).not.toBe(planted);
  expect(readFileSync(elsewhere, "utf8")).toBe(planted);
});

test("only the whole token is the token", () => {
  const token = createPageToken();

  expect(isPageToken(token, token)).toBe(true);
  for (const wrong of [
    undefined,
    "",
    token.slice(1),
    `${token}0`,
    token.toUpperCase(),
    createPageToken(),
  ]) {
    expect(isPageToken(wrong, token) && wrong !== token).toBe(false);
  }
});

test("servers that begin at once have one token, and leave no draft behind", async () => {
  const { directory } = folder();
  const folders = Array.from({ length: 100 }, (_, round) => join(directory, String(round)));
  for (const made of folders) mkdirSync(made);
  const arrived = new Int32Array(new SharedArrayBuffer(4));
  const program = `
    const { parentPort, workerData } = await import("node:worker_threads");
    const { keptToken } = await import(workerData.module);
    const { folders, arrived, servers } = workerData;
    parentPort.postMessage(folders.map((folder, round) => {
      Atomics.add(arrived, 0, 1);
      while (Atomics.load(arrived, 0) < servers * (round + 1));
      return keptToken(folder);
    }));`;
  const module = new URL("token.ts", import.meta.url).href;
  const servers = [1, 2].map(
    () =>
      new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
        workerData: { module, folders, arrived, servers: 2 },
      }),
  );
  const [one, other] = await Promise.all(servers.map((server) => once(server, "message")));

  expect(one).toEqual(other);
  expect(readdirSync(join(directory, "0"))).toEqual(["page-token"]);
});
