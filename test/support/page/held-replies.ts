/** Models whose words a test hands out: a chat server on this machine that answers when it is told to. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { afterAll } from "vitest";

import type { Json } from "../../../src/domain/json.ts";
import { chatDialect } from "../../../src/testing/loopback/dialects/chat.ts";
import type { StreamFrame, LoopbackAnswer } from "../../../src/testing/loopback/vendor-dialect.ts";

/** A question that waits for the test. */
export interface Waiting {
  readonly prompt: string;
  /** A piece of the answer, as it would be streamed. */
  says(words: string): void;
  /** The whole answer in JSON, or the rest of what was begun. */
  replies(reply: Json): void;
}

export interface Speakers {
  /** For `dissent.yaml`: an endpoint called `hand`. */
  readonly endpoint: string;
  /** Prompts of all questions so far, by step, oldest first. */
  readonly heard: readonly { readonly step: string; readonly prompt: string }[];
  /** From now on these steps (`openings/risk`) are answered at once, and others wait for the test. */
  answerAtOnce(answers: Readonly<Record<string, Json>>): void;
  /** Resolves once a step is asked and waits. */
  asked(step: string): Promise<Waiting>;
}

export async function speakers(): Promise<Speakers> {
  const heard: { step: string; prompt: string }[] = [];
  const waiting = new Map<string, PromiseWithResolvers<Waiting>>();
  let atOnce: Readonly<Record<string, Json>> = {};
  const waitingAt = (step: string): PromiseWithResolvers<Waiting> => {
    const found = waiting.get(step) ?? Promise.withResolvers<Waiting>();
    waiting.set(step, found);
    return found;
  };
  const server = createServer((request, response) => {
    void received(request).then(({ step, prompt }) => {
      heard.push({ step, prompt });
      const question = answering(prompt, response);
      const answer = atOnce[step];
      if (answer !== undefined) {
        question.replies(answer);
        return;
      }
      waitingAt(step).resolve(question);
      response.on("close", () => waiting.delete(step));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: [
      "endpoints:",
      "  hand:",
      `    baseUrl: http://127.0.0.1:${port}/v1`,
      "    attribution: true",
      "    price: { inputPerMillion: 2, outputPerMillion: 10 }",
      "cacheWarming: off",
      "",
    ].join("\n"),
    heard,
    answerAtOnce(answers) {
      atOnce = answers;
    },
    asked: (step) => waitingAt(step).promise,
  };
}

async function received(request: IncomingMessage): Promise<{ step: string; prompt: string }> {
  const body = JSON.parse(await text(request)) as { messages: { content: unknown }[] };
  const step = String(request.headers["x-dissent-step"] ?? "");
  return { step, prompt: body.messages.map(({ content }) => wordsIn(content)).join("\n") };
}

function wordsIn(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

const SAID: LoopbackAnswer = {
  thinking: "",
  text: "",
  tool: undefined,
  stop: "end",
  model: "hand",
  usage: { input: 1_000, cached: 0, output: 200 },
};

function answering(prompt: string, response: ServerResponse): Waiting {
  let begun = "";
  const write = (frames: readonly StreamFrame[]): void => {
    if (response.destroyed) return;
    const lines = frames.map(({ data }) =>
      typeof data === "string" ? data : JSON.stringify(data),
    );
    response.write(lines.map((line) => `data: ${line}\n\n`).join(""));
  };
  const say = (words: string): void => {
    if (begun === "") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      write(chatDialect.opening(SAID));
    }
    begun += words;
    write([chatDialect.delta(words, SAID)]);
  };
  return {
    prompt,
    says: say,
    replies(reply) {
      const whole = JSON.stringify(reply);
      if (!whole.startsWith(begun)) throw new TypeError("The answer began with other words.");
      say(whole.slice(begun.length));
      write(chatDialect.closing(SAID));
      response.end();
    },
  };
}
