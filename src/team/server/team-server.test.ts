/** Sockets that are slow, silent or too many, with bounds that are small enough for a test. */
import { connect, type Socket } from "node:net";

import { expect, test } from "vitest";

import { servedTeam, type ServedTeam } from "../../../test/support/team/team-server.ts";

const QUICK = { headersMs: 200, requestMs: 400, checkEveryMs: 50, idleMs: 600 };

function opened({ server }: ServedTeam, words = "", from = "127.0.0.1"): Socket {
  const socket = connect({ port: server.port, host: "127.0.0.1", localAddress: from });
  socket.on("error", () => {});
  socket.resume();
  if (words !== "") socket.write(words);
  return socket;
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once("close", () => resolve()));

test("who does not end the head of a request, or its body, is let go", async () => {
  const all = await servedTeam({ bounds: QUICK });
  const token = all.token();
  const head = [
    "POST /api/plans HTTP/1.1",
    `Host: 127.0.0.1:${all.server.port}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
  ].join("\r\n");
  const sockets = [
    opened(all, "GET / HTTP/1.1\r\nX-"),
    opened(all, `${head}\r\nContent-Length: 100000\r\n\r\n{`),
    opened(all, `${head}\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n{`),
  ];
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write("1");
  }, 20);
  await Promise.all(sockets.map(closed));
  clearInterval(drip);

  expect((await all.ask(token, "/api/me")).status).toBe(200);
  expect(all.defects).toEqual([]);
});

test("who asks and does not read, or only connects, is let go", async () => {
  const all = await servedTeam({ bounds: QUICK });
  await closed(opened(all));
});

test("one address has so many connections, and another has its own", async () => {
  // nothing else would close them while the test runs
  const patient = { headersMs: 300_000, requestMs: 300_000 };
  const all = await servedTeam({ bounds: { ...patient, connectionsPerAddress: 5 } });
  const kept = Array.from({ length: 5 }, () => opened(all, "GET"));
  await Promise.all(
    kept.map((socket) => new Promise((resolve) => socket.once("connect", resolve))),
  );
  await closed(opened(all, "GET"));
  const other = opened(all, `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`, "127.0.0.2");
  const heard = await new Promise<string>((resolve) => {
    other.setEncoding("utf8").once("data", resolve);
  });
  expect(heard).toMatch(/^HTTP\/1\.1 200/);
  kept[0]?.destroy();
  await expect
    .poll(
      () =>
        all.ask(null, "/healthz").then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200);
  for (const socket of [...kept, other]) socket.destroy();
});

test("behind a proxy all have its address, and none is counted", async () => {
  const all = await servedTeam({ bounds: { connectionsPerAddress: 1 }, isBehindProxy: true });
  const kept = Array.from({ length: 5 }, () => opened(all, "GET"));

  expect((await all.ask(null, "/healthz")).status).toBe(200);
  for (const socket of kept) socket.destroy();
});
