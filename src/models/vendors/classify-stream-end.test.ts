import { expect, test } from "vitest";

import { type Endpoint, NO_TRAFFIC_LIMITS } from "../endpoint.ts";
import { classifyStreamEnd } from "./classify-stream-end.ts";
import { createLineCleaner } from "./vendor-fault.ts";
import type { VendorStreamEnd } from "./vendor-stream.ts";

const ENDPOINT: Endpoint = {
  name: "acme",
  api: "openai",
  baseUrl: "http://127.0.0.1:1/v1",
  keyName: null,
  key: () => undefined,
  headers: {},
  structured: true,
  attribution: false,
  family: null,
  maxOutputTokens: null,
  limits: NO_TRAFFIC_LIMITS,
};

const ENDED: VendorStreamEnd = {
  text: '{"a":1}',
  thought: false,
  finish: "stop",
  rawFinish: "stop",
  usage: undefined,
  model: "large",
  error: undefined,
};

function ending(changes: Partial<VendorStreamEnd>) {
  const setting = {
    endpoint: ENDPOINT,
    modelId: "large",
    nowMs: 0,
    clean: createLineCleaner((text) => text),
  };
  const found = classifyStreamEnd({ ...ENDED, ...changes }, setting);
  return found.type === "fault" ? found.fault : found.type;
}

function torn(): Error {
  return Object.assign(new Error("terminated"), { code: "ECONNRESET" });
}

test.each<[string, Partial<VendorStreamEnd>, unknown]>([
  ["the end was said", {}, "answered"],
  ["the end was said, whatever the text", { text: "A, obviously." }, "answered"],
  ["its end has a name of its own", { finish: "other", rawFinish: "eos", text: "x" }, "answered"],
  ["the room ended", { finish: "length", text: '{"a":' }, "cut-off"],
  ["the room ended exactly after a whole object", { finish: "length" }, "answered"],
  [
    "no end was said, but the object is whole",
    { finish: "other", rawFinish: undefined },
    "answered",
  ],
  [
    "no end was said",
    { finish: "other", rawFinish: undefined, text: '{"a":' },
    { reason: "unavailable", transient: true, message: /broke off/ },
  ],
  ["it was interrupted", { finish: "interrupted", text: "{" }, { transient: true }],
  ["nothing at all came", { finish: undefined, text: "" }, { transient: true }],
  ["it is empty", { text: " \n" }, { reason: "unreadable", message: /is empty/, transient: false }],
  ["it only thought", { text: "", thought: true }, { reason: "unreadable", message: /thought/ }],
  [
    "it called a tool",
    { finish: "tool-calls", text: "" },
    { reason: "unreadable", message: /tool/ },
  ],
  [
    "it was filtered",
    { finish: "content-filter", text: "I will not.\n" },
    { reason: "refused", message: "acme declined to answer: I will not.", transient: false },
  ],
  ["the line was cut after a whole object", { finish: "error", error: torn() }, "answered"],
  ["the line was cut", { finish: "error", error: torn(), text: '{"a":' }, { transient: true }],
  ["an error came first", { error: new Error("no"), text: "" }, { message: "acme failed: no" }],
])("%s", (_, changes, expected) => {
  const found = ending(changes);

  if (typeof expected === "string") expect(found).toBe(expected);
  else {
    const { message, ...rest } = expected as { message?: RegExp | string };
    expect(found).toMatchObject(rest);
    if (message !== undefined) expect((found as { message: string }).message).toMatch(message);
  }
});
