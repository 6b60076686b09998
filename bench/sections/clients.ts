/** Section 14: what a debate adds to the client that calls the models, over loopback HTTP. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { CLIENTS, type ClientsRequest } from "../measures/clients.ts";
import { measure } from "../measures/measurement.ts";
import { median, type Pace, type Section } from "./section.ts";

const SERVER = fileURLToPath(new URL("../chat-server.ts", import.meta.url));

const SPELLED: Record<ClientsRequest["client"], string> = {
  "ai-sdk": "AI SDK in a bare loop",
  "ai-sdk-streamed": "AI SDK in a bare loop, watched",
  "openai-agents": "OpenAI Agents in a bare loop",
  dissent: "Dissent, memory store, over the AI SDK",
  "dissent-watched": "the same, watched",
};

export async function clients(pace: Pace): Promise<Section> {
  const server = spawn(process.execPath, [SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [port] = (await once(createInterface({ input: server.stdout }), "line")) as [string];
    const repetitions = new Map<string, number[]>();
    // in turn, so that a busy spell does not fall on one alone
    for (let pass = 0; pass < (pace === "full" ? 2 : 1); pass++) {
      for (const client of CLIENTS) {
        const request = { measure: "clients", client, port: Number(port), concurrent: 50 } as const;
        const timing =
          pace === "full"
            ? { warmMs: 1_500, repetitionMs: 500, repetitions: 3 }
            : { warmMs: 1_000, repetitionMs: 400, repetitions: 2 };
        const figures = await measure({ ...request, ...timing });
        repetitions.set(client, [...(repetitions.get(client) ?? []), ...figures]);
      }
    }
    const perCall = (client: (typeof CLIENTS)[number]): number =>
      median(repetitions.get(client) ?? []);
    const bare = perCall("ai-sdk");
    return {
      title: "14. Over loopback HTTP, 50 debates at once: processor time per call (µs)",
      columns: ["", "µs", "AI SDK"],
      rows: CLIENTS.map((client) => [
        SPELLED[client],
        perCall(client),
        { ratio: perCall(client) / bare },
      ]),
      bars: [
        {
          text: "our share of a call over HTTP / the AI SDK's",
          measured: perCall("dissent") / bare - 1,
          limit: 0.15,
        },
        {
          text: "watching the stream / the AI SDK's cost",
          measured: (perCall("dissent-watched") - perCall("dissent")) / bare,
          limit: 0.1,
        },
      ],
      notes: ["The server is another process. Replies come in 24 pieces."],
    };
  } finally {
    server.kill("SIGTERM");
  }
}
