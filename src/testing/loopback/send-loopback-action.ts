/** Sends a response, complete or as a stream, at the reader's pace. */
import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

import type { StreamPace, LoopbackAction } from "./plan-loopback-action.ts";
import type {
  LoopbackQuestion,
  VendorDialect,
  StreamFrame,
  LoopbackAnswer,
} from "./vendor-dialect.ts";

interface LoopbackSendContext {
  readonly dialect: VendorDialect;
  readonly asked: LoopbackQuestion;
  readonly response: ServerResponse;
}

export async function sendLoopbackAction(
  play: LoopbackAction,
  sending: LoopbackSendContext,
): Promise<void> {
  const { dialect, asked, response } = sending;
  switch (play.type) {
    case "hang":
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "raw":
      response.writeHead(play.status, { "content-type": play.contentType }).end(play.body);
      return;
    case "fail":
      response
        .writeHead(play.status, {
          "content-type": "application/json",
          ...(play.retryAfter !== undefined && { "retry-after": play.retryAfter }),
        })
        .end(JSON.stringify(dialect.fault(play.status, play.message)));
      return;
    case "say":
      return asked.stream
        ? streamAnswerInPieces(play.said, sending, play.pace)
        : sendWholeAnswer(play.said, sending);
    case "stall":
    case "cut":
      await streamHalfAnswer(play.said, sending);
      if (play.type === "cut") response.socket?.resetAndDestroy();
      return;
    case "flood":
      return streamEndlessAnswer(play.said, sending);
  }
}

function sendWholeAnswer(said: LoopbackAnswer, { dialect, response }: LoopbackSendContext): void {
  response.writeHead(200, JSON_HEADERS).end(JSON.stringify(dialect.whole(said)));
}

async function streamAnswerInPieces(
  said: LoopbackAnswer,
  sending: LoopbackSendContext,
  pace?: StreamPace,
): Promise<void> {
  const { dialect, response } = sending;
  response.writeHead(200, STREAM_HEADERS);
  await writeResponseChunk(response, formatStreamFrames(dialect.opening(said)));
  for (const piece of splitIntoPieces(said.text, pace?.pieces ?? 4)) {
    if (pace) await pause(pace.everyMs);
    if (!(await writeResponseChunk(response, formatStreamFrames([dialect.delta(piece, said)]))))
      return;
  }
  response.end(formatStreamFrames(dialect.closing(said)));
}

async function streamHalfAnswer(
  said: LoopbackAnswer,
  { dialect, asked, response }: LoopbackSendContext,
): Promise<void> {
  const text = said.text.slice(0, Math.ceil(said.text.length / 2));
  if (asked.stream) {
    response.writeHead(200, STREAM_HEADERS);
    await writeResponseChunk(
      response,
      formatStreamFrames([...dialect.opening(said), dialect.delta(text, said)]),
    );
    return;
  }
  const body = JSON.stringify(dialect.whole(said));
  response.writeHead(200, { ...JSON_HEADERS, "content-length": Buffer.byteLength(body) });
  await writeResponseChunk(response, body.slice(0, Math.ceil(body.length / 2)));
}

async function streamEndlessAnswer(
  said: LoopbackAnswer,
  { dialect, asked, response }: LoopbackSendContext,
): Promise<void> {
  response.writeHead(200, asked.stream ? STREAM_HEADERS : JSON_HEADERS);
  const words = "and so on, ".repeat(1_500);
  let more = await writeResponseChunk(
    response,
    asked.stream ? formatStreamFrames(dialect.opening(said)) : '{"words":"',
  );
  const chunk = asked.stream ? formatStreamFrames([dialect.delta(words, said)]) : words;
  while (more) more = await writeResponseChunk(response, chunk);
}

const JSON_HEADERS = { "content-type": "application/json" };
const STREAM_HEADERS = { "content-type": "text/event-stream", "cache-control": "no-cache" };

/** False once nobody reads any more. */
async function writeResponseChunk(response: ServerResponse, text: string): Promise<boolean> {
  if (response.destroyed) return false;
  if (!response.write(text)) {
    await waitForDrainOrClose(response);
  }
  return !response.destroyed;
}

function waitForDrainOrClose(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}

function formatStreamFrames(frames: readonly StreamFrame[]): string {
  return frames
    .map(({ event, data }) => {
      const head = event === undefined ? "" : `event: ${event}\n`;
      return `${head}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
    })
    .join("");
}

function splitIntoPieces(text: string, count: number): string[] {
  const characters = Array.from(text);
  const size = Math.max(1, Math.ceil(characters.length / count));
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(""),
  );
}
