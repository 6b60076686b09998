/** Requests whose length nobody says beforehand, on a real socket: the page's server and a team's. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";

import { describe, expect, test } from "vitest";

import { served, START, TOKEN } from "../../test/support/page/page-server.ts";
import { servedTeam } from "../../test/support/team/team-server.ts";

interface Asked {
  readonly port: number;
  readonly headers: readonly string[];
  readonly chunks: readonly Uint8Array[];
}

/** The whole answer to a POST of /api/plans that is sent chunk by chunk. */
async function answerTo({ port, headers, chunks }: Asked): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1" });
  const heard = text(socket);
  // a server that has heard enough closes while more is being sent
  socket.on("error", () => {});
  const head = [
    "POST /api/plans HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    "Content-Type: application/json",
    "Transfer-Encoding: chunked",
    "Connection: close",
    ...headers,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  for (const chunk of chunks) {
    socket.write(`${chunk.length.toString(16)}\r\n`);
    socket.write(chunk);
    socket.write("\r\n");
  }
  socket.write("0\r\n\r\n");
  return heard;
}

const QUESTION = "Soll das Öl à la carte größer sein?";

/** Every byte by itself, so that no chunk ends with a whole letter but by chance. */
function splitBytes(value: unknown): Uint8Array[] {
  return Array.from(Buffer.from(JSON.stringify(value)), (byte) => Uint8Array.of(byte));
}

const megabyte = Array.from({ length: 17 }, () => Buffer.alloc(64 * 1024, "x"));

describe("a body in chunks", () => {
  test("is read whole by the page's server, and bounded as any other", async () => {
    const { server, defects } = await served();
    const { port } = server;
    const headers = [`Cookie: dissent-${port}=${TOKEN}`, `Origin: http://127.0.0.1:${port}`];

    const planned = await answerTo({
      port,
      headers,
      chunks: splitBytes({ ...START, question: QUESTION }),
    });
    expect(planned).toMatch(/^HTTP\/1\.1 200 /);
    expect(await answerTo({ port, headers, chunks: megabyte })).toMatch(/^HTTP\/1\.1 413 /);
    expect(await answerTo({ port, headers, chunks: [] })).toMatch(/^HTTP\/1\.1 400 /);
    expect(defects).toEqual([]);
  });

  test("is read whole by a team's server, and bounded as any other", async () => {
    const all = await servedTeam();
    const { port } = all.server;
    const headers = [`Authorization: Bearer ${all.token()}`];

    const planned = await answerTo({
      port,
      headers,
      chunks: splitBytes({ ...START, question: QUESTION }),
    });
    expect(planned).toMatch(/^HTTP\/1\.1 200 /);
    expect(await answerTo({ port, headers, chunks: megabyte })).toMatch(/^HTTP\/1\.1 413 /);
    expect(all.defects).toEqual([]);
  });
});
