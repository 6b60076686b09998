/** How a loopback in a process of its own is scripted and read: paths below `/loopback/`. */
import type { ServerResponse } from "node:http";

import type { LoopbackScript } from "./loopback-script.ts";
import type { RecordedRequest } from "./loopback-vendor.ts";

interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

interface LoopbackControls {
  readonly entries: RecordedRequest[];
  readonly sockets: number;
  readonly play: (script: LoopbackScript) => void;
}

export function handleControlRequest(
  { method, path, body }: ControlRequest,
  response: ServerResponse,
  { entries, sockets, play }: LoopbackControls,
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
        play(JSON.parse(body) as LoopbackScript);
        answer(200, {});
      } catch {
        answer(400, { error: "The script is not JSON." });
      }
      return;
    default:
      answer(404, { error: `The loopback has no ${method} ${path}.` });
  }
}
