import { expect, test } from "vitest";

import { KNOWN_PROTOCOLS } from "./built-in.ts";
import { loadProtocol } from "./load-protocol.ts";

test("every known protocol can be loaded by itself, and nothing else", async () => {
  for (const protocol of KNOWN_PROTOCOLS) expect(await loadProtocol(protocol.id)).toBe(protocol);

  expect(await loadProtocol("constructor")).toBeUndefined();
  expect(await loadProtocol("mine")).toBeUndefined();
});
