/** The loopback as real clients meet it: on a socket, in this process and in one of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { describe, expect, test, vi } from "vitest";

import { spawnLoopbackProcess } from "../../src/testing/loopback/loopback-process.ts";
import type { LoopbackScript } from "../../src/testing/loopback/loopback-script.ts";
import { startLoopbackServer } from "../../src/testing/loopback/loopback-server.ts";
import type { LoopbackVendor } from "../../src/testing/loopback/loopback-vendor.ts";

const BODIES: Readonly<
  Record<string, (model: string, stream: boolean) => [path: string, body: object]>
> = {
  anthropic: (model, stream) => [
    "/v1/messages",
    { model, stream, max_tokens: 10, messages: [{ role: "user", content: "Say it." }] },
  ],
  responses: (model, stream) => [
    "/v1/responses",
    {
      model,
      stream,
      input: [{ role: "user", content: [{ type: "input_text", text: "Say it." }] }],
    },
  ],
  chat: (model, stream) => [
    "/v1/chat/completions",
    { model, stream, messages: [{ role: "user", content: "Say it." }] },
  ],
  gemini: (model, stream) => [
    `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    { contents: [{ role: "user", parts: [{ text: "Say it." }] }] },
  ],
};

async function put(
  { url }: LoopbackVendor,
  dialect: string,
  {
    model = "loopback-ok",
    stream = false,
    ...rest
  }: { model?: string; stream?: boolean; signal?: AbortSignal } = {},
): Promise<Response> {
  const [path, body] = BODIES[dialect]!(model, stream);
  const headers = { authorization: "Bearer k-some-key", "content-type": "application/json" };
  return fetch(url + path, { method: "POST", headers, body: JSON.stringify(body), ...rest });
}

async function within<T>(
  script: LoopbackScript,
  use: (loopback: LoopbackVendor) => Promise<T>,
): Promise<T> {
  const loopback = await startLoopbackServer(script);
  try {
    return await use(loopback);
  } finally {
    await loopback.close();
  }
}

/** The socket is told by the system, a moment after the client let go; one that was never used is kept for seconds. */
async function settled(count: () => Promise<number>, wanted: number): Promise<number> {
  await vi.waitUntil(async () => (await count()) === wanted, { timeout: 60_000, interval: 10 });
  return count();
}

describe.each(Object.keys(BODIES))("%s", (dialect) => {
  test("it answers whole and in pieces, and records what came", () =>
    within({ answers: { "Say it": "said in several pieces" } }, async (loopback) => {
      const whole = await (await put(loopback, dialect)).text();
      const streamed = await (await put(loopback, dialect, { stream: true })).text();

      expect(whole).toContain("said in several pieces");
      const pieces = [...streamed.matchAll(/"(?:text|delta|content)":"([^"]+)"/g)].map(
        ([, text]) => text,
      );
      expect(pieces.join("")).toContain("said in several pieces");
      expect(pieces).toContain("said i");
      expect(streamed.match(/^data: /gm)!.length).toBeGreaterThan(4);
      expect(await loopback.requests()).toMatchObject([
        { method: "POST", model: "loopback-ok", prompt: "Say it.", ended: "answered" },
        { headers: { authorization: "Bearer k-some-key" } },
      ]);
    }));

  test("errors have the vendor's form, and a limit says when to come again", () =>
    within({ retryAfter: "7" }, async (loopback) => {
      const limited = await put(loopback, dialect, { model: "loopback-429" });
      const refused = await put(loopback, dialect, { model: "loopback-401" });

      expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
      expect(refused.status).toBe(401);
      expect(JSON.stringify(await refused.json())).toMatch(/"error":.*k-some-key/);
    }));

  test.each([false, true])("it hangs and stalls until the caller lets go (stream: %s)", (stream) =>
    within({}, async (loopback) => {
      const hung = new AbortController();
      const hanging = put(loopback, dialect, {
        model: "loopback-hang",
        stream,
        signal: hung.signal,
      });
      const stalled = new AbortController();
      const response = await put(loopback, dialect, {
        model: "loopback-stall",
        stream,
        signal: stalled.signal,
      });
      const reader = response.body!.getReader();
      expect((await reader.read()).value!.length).toBeGreaterThan(10);

      expect(await loopback.openSockets()).toBe(2);
      hung.abort();
      stalled.abort();
      await expect(hanging).rejects.toThrow("aborted");
      await expect(reader.read()).rejects.toThrow("aborted");
      expect(await settled(() => loopback.openSockets(), 0)).toBe(0);
      expect((await loopback.requests()).map(({ ended }) => ended)).toEqual([
        "given-up",
        "given-up",
      ]);
    }),
  );

  test("it tears connections down before an answer and in the middle of one", () =>
    within({}, async (loopback) => {
      await expect(put(loopback, dialect, { model: "loopback-reset" })).rejects.toThrow(
        "fetch failed",
      );
      const cut = put(loopback, dialect, { model: "loopback-cut", stream: true });
      await expect(cut.then((response) => response.text())).rejects.toThrow(
        /terminated|fetch failed/,
      );
    }));

  test("a flood goes on until nobody reads", () =>
    within({}, async (loopback) => {
      const response = await put(loopback, dialect, { model: "loopback-flood", stream: true });
      const reader = response.body!.getReader();
      let bytes = 0;
      while (bytes < 2_000_000) bytes += (await reader.read()).value!.length;
      await reader.cancel();

      expect(await settled(() => loopback.openSockets(), 0)).toBe(0);
    }));
});

test("it answers as Ollama and as lists of models do, and 404 elsewhere", () =>
  within({ models: ["small:latest"] }, async ({ url }) => {
    const get = async (path: string): Promise<unknown> => (await fetch(url + path)).json();

    expect(await get("/api/version")).toMatchObject({ version: expect.stringMatching(/./) });
    expect(await get("/api/tags")).toMatchObject({ models: [{ name: "small:latest" }] });
    expect(await get("/v1/models")).toMatchObject({ data: [{ id: "small:latest" }] });
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
  }));

test("in a process of its own it is scripted, read and closed the same way", async () => {
  const loopback = await spawnLoopbackProcess({ answers: { "Say it": { first: true } } });
  try {
    expect(await (await put(loopback, "chat")).text()).toContain('{\\"first\\":true}');
    await loopback.play({ rules: [{ do: "500" }] });
    expect((await put(loopback, "chat")).status).toBe(500);
    expect((await loopback.requests()).map(({ path }) => path)).toEqual([
      "/v1/chat/completions",
      "/v1/chat/completions",
    ]);
    await loopback.forget();
    expect(await loopback.requests()).toEqual([]);
    const controller = new AbortController();
    const hanging = put(loopback, "gemini", { model: "loopback-hang", signal: controller.signal });
    await loopback.play({});
    const waiting = put(loopback, "chat", { model: "loopback-hang", signal: controller.signal });
    expect(await settled(async () => ((await loopback.openSockets()) >= 1 ? 1 : 0), 1)).toBe(1);
    controller.abort();
    await Promise.allSettled([hanging, waiting]);
    expect(await settled(() => loopback.openSockets(), 0)).toBe(0);
  } finally {
    await loopback.close();
  }
  await expect(fetch(loopback.url)).rejects.toThrow("fetch failed");
});

test("the program prints its port in one line and ends when its standard input closes", async () => {
  const main = join(import.meta.dirname, "..", "..", "src", "testing", "loopback", "main.ts");
  const child = spawn(process.execPath, [main], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  const { port, url } = JSON.parse(line) as { port: number; url: string };
  expect(url).toBe(`http://127.0.0.1:${port}`);
  const hanging = put({ url } as LoopbackVendor, "chat", { model: "loopback-hang" }).catch(
    () => "gone",
  );

  child.stdin.end();

  expect((await once(child, "exit"))[0]).toBe(0);
  expect(await hanging).toBe("gone");
});
