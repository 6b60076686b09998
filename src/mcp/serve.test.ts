import { PassThrough } from "node:stream";

import { expect, test } from "vitest";

import { mcpPlace } from "../../test/support/processes/mcp.ts";
import { runStdioServer } from "./serve.ts";

test("a message that is none is logged in one line, and the next is answered", async () => {
  const { station: mcpContext } = mcpPlace();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const logged: string[] = [];
  const stop = new AbortController();
  const served = runStdioServer(
    { mcp: mcpContext, log: (line) => void logged.push(line) },
    { input, output, stop: stop.signal },
  );
  const answered = new Promise<string>((resolve) => {
    output.once("data", (chunk: Buffer) => resolve(chunk.toString()));
  });

  for (const line of ["{broken", "42", "[]", '{"id":7,"method":"ping"}']) input.write(`${line}\n`);
  input.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');

  expect(JSON.parse(await answered)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  expect(logged).toEqual(Array(3).fill(expect.stringMatching(/^a message that is neither .*$/)));
  stop.abort();
  await served;
});
