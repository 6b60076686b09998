import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, test } from "vitest";

import { outgoingFetch } from "./outgoing-fetch.ts";

test("K13 a request waits as long as its signal lets it: no timeout of the platform is left", async () => {
  const asked: unknown[] = [];
  const platformFetch = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    asked.push(args[1]?.dispatcher);
    return platformFetch(...args);
  };
  const server = createServer((_, response) => response.end("answer")).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await outgoingFetch(`http://127.0.0.1:${port}/`);

    expect(await response.text()).toBe("answer");
    expect(asked).toHaveLength(1);
    // undici keeps its options under symbols
    const options = asked[0] as Record<symbol, unknown>;
    const kept = Object.getOwnPropertySymbols(options).map((name) => options[name]);
    expect(kept).toContainEqual(expect.objectContaining({ headersTimeout: 0, bodyTimeout: 0 }));
  } finally {
    globalThis.fetch = platformFetch;
    server.close();
    server.closeAllConnections();
  }
});
