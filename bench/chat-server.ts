/** A vendor on the loopback that answers at once: OpenAI's chat completions, in a process of its own. */
import { createServer } from "node:http";

import { writePosition } from "./reference-debate.ts";

const DELTAS = 24;

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (text: string) => (body += text));
  request.on("end", () => {
    const { stream } = JSON.parse(body) as { stream?: boolean };
    const seat = /You are (seat-\d+)/.exec(body)?.[1] ?? "seat-1";
    const content = JSON.stringify(writePosition(seat));
    const head = { id: "chat", created: 1, model: "bench" };
    const usage = { prompt_tokens: 600, completion_tokens: 120, total_tokens: 720 };
    if (stream !== true) {
      const choice = { index: 0, message: { role: "assistant", content }, finish_reason: "stop" };
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ ...head, object: "chat.completion", choices: [choice], usage }),
      );
      return;
    }
    response.setHeader("content-type", "text/event-stream");
    const object = "chat.completion.chunk";
    const chunk = (fields: object): string =>
      `data: ${JSON.stringify({ ...head, object, ...fields })}\n\n`;
    const size = Math.ceil(content.length / DELTAS);
    for (let from = 0; from < content.length; from += size) {
      const delta = { role: "assistant", content: content.slice(from, from + size) };
      response.write(chunk({ choices: [{ index: 0, delta, finish_reason: null }] }));
    }
    response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }));
    response.write(chunk({ choices: [], usage }));
    response.end("data: [DONE]\n\n");
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address) process.stdout.write(`${address.port}\n`);
});
