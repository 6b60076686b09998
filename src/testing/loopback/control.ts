/** How a loopback in a process of its own is scripted and read: paths below `/loopback/`. */
import type { ServerResponse } from "node:http";

import type { Recorded } from "./loopback.ts";
import type { Script } from "./script.ts";

interface Command {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

interface Controls {
  readonly entries: Recorded[];
  readonly sockets: number;
  readonly play: (script: Script) => void;
}

export function controlled(
  { method, path, body }: Command,
  response: ServerResponse,
  { entries, sockets, play }: Controls,
): void {
  const answer = (status: number, value: unknown): void => {
    // its own connections must not be counted among those that a test looks for
    response
      .writeHead(status, { "content-type": "application/json", connection: "close" })
      .end(JSON.stringify(value));
  };
  switch (`${method} ${path}`) {
    case "GET /loopback/requests":
      answer(200, entries);
      return;
    case "DELETE /loopback/requests":
      entries.length = 0;
      answer(200, {});
      return;
    case "GET /loopback/sockets":
      answer(200, { open: sockets });
      return;
    case "PUT /loopback/script":
      try {
        play(JSON.parse(body) as Script);
        answer(200, {});
      } catch {
        answer(400, { error: "The script is not JSON." });
      }
      return;
    default:
      answer(404, { error: `The loopback has no ${method} ${path}.` });
  }
}
