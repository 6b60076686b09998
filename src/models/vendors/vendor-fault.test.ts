import { describe, expect, test } from "vitest";

import { createRedactor } from "../../text/redact.ts";
import { type Endpoint, NO_TRAFFIC_LIMITS } from "../endpoint.ts";
import {
  createLineCleaner,
  type VendorFault,
  classifyVendorError,
  UnexpectedResponseError,
} from "./vendor-fault.ts";

const KEY = "sk-planted-0123456789";
const NOW = Date.UTC(2026, 10, 16, 12, 0, 0);

const ENDPOINT: Endpoint = {
  name: "acme",
  api: "openai",
  baseUrl: "http://gateway.local:8080/v1",
  keyName: "ACME_API_KEY",
  key: () => KEY,
  headers: {},
  structured: true,
  attribution: false,
  family: null,
  maxOutputTokens: null,
  limits: NO_TRAFFIC_LIMITS,
};

function fault(error: unknown): VendorFault {
  const setting = {
    endpoint: ENDPOINT,
    modelId: "large",
    nowMs: NOW,
    clean: createLineCleaner(createRedactor({}, [KEY])),
  };
  return classifyVendorError(error, setting);
}

/** An error as the SDK throws it for a status. */
function status(statusCode: number, changes: object = {}): Error {
  return Object.assign(new Error("some words"), {
    name: "AI_APICallError",
    statusCode,
    ...changes,
  });
}

function network(code: string): Error {
  const cause = Object.assign(new Error(code), { code });
  return Object.assign(new Error(`Cannot connect to API: ${code}`, { cause }), {
    name: "AI_APICallError",
  });
}

describe("a status", () => {
  test.each<[number, string, { transient: boolean; unhealthy: boolean }]>([
    [307, "which is not followed", { transient: false, unhealthy: true }],
    [400, "did not take the request (400): some words", { transient: false, unhealthy: false }],
    [
      401,
      "refused the key (401): some words; change ACME_API_KEY or run dissent config keys set acme",
      { transient: false, unhealthy: true },
    ],
    [402, "has no credit left (402)", { transient: false, unhealthy: true }],
    [403, "refused the key (403)", { transient: false, unhealthy: true }],
    [404, "has no model large (404)", { transient: false, unhealthy: false }],
    [408, "answered 408", { transient: true, unhealthy: true }],
    [409, "answered 409", { transient: true, unhealthy: true }],
    [413, "did not take the request (413)", { transient: false, unhealthy: false }],
    [429, "answered 429: some words", { transient: true, unhealthy: true }],
    [500, "answered 500", { transient: true, unhealthy: true }],
    [529, "answered 529", { transient: true, unhealthy: true }],
  ])("%i: acme %s", (code, words, expected) => {
    const found = fault(status(code));

    expect(found.message).toContain(words);
    expect(found).toMatchObject({ ...expected, reason: "unavailable", retryAfterMs: null });
  });

  test("VM1 429 asks for the time in its Retry-After", () => {
    const headers = { "retry-after": "Mon, 16 Nov 2026 12:00:07 GMT" };

    expect(fault(status(429, { responseHeaders: headers })).retryAfterMs).toBe(7_000);
  });

  test("a quota that is used up does not pass", () => {
    const body = '{"error":{"code":"insufficient_quota"}}';

    expect(fault(status(429, { responseBody: body }))).toMatchObject({ transient: false });
  });

  test("an error inside a stream counts by its own status, or by the code it carries", () => {
    expect(fault({ message: "overloaded", statusCode: 529 })).toMatchObject({ transient: true });
    expect(fault({ message: "upstream is down", code: 502 }).message).toBe(
      "acme answered 502: upstream is down",
    );
    expect(fault({ message: "no", type: "server_error" }).message).toBe("acme failed: no");
    expect(fault("plain words").message).toBe("acme failed: plain words");
  });

  test("a page in place of a message is told without its tags", () => {
    const page = status(500, { message: "", responseBody: "<html><h1>Bad</h1> Gateway</html>" });

    expect(fault(page).message).toBe("acme answered 500: Bad Gateway");
  });
});

describe("a connection", () => {
  test.each<[string, string, boolean]>([
    ["ECONNREFUSED", "nothing listens at gateway.local:8080; is acme running?", false],
    ["ENOTFOUND", "the host gateway.local:8080 is not known; check the base URL", false],
    ["ECONNRESET", "the connection to gateway.local:8080 was torn down (ECONNRESET)", true],
    ["UND_ERR_SOCKET", "the connection to gateway.local:8080 was torn down", true],
    ["EAI_AGAIN", "gateway.local:8080 cannot be reached (EAI_AGAIN)", true],
    ["UND_ERR_HEADERS_TIMEOUT", "gateway.local:8080 cannot be reached", true],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)", false],
  ])("%s: %s", (code, words, transient) => {
    const found = fault(network(code));

    expect(found.message).toContain(words);
    expect(found).toMatchObject({ reason: "unavailable", unhealthy: true, transient });
  });

  test.each(["AI_InvalidResponseDataError", "AI_NoOutputGeneratedError"])(
    "%s is an answer that broke off, and passes",
    (name) => {
      expect(fault(Object.assign(new Error("no"), { name }))).toMatchObject({
        transient: true,
        message: "acme broke off before its answer was whole",
      });
    },
  );

  test("VN2 what is not the API does not pass", () => {
    expect(fault(new UnexpectedResponseError("acme answered with text/html"))).toMatchObject({
      transient: false,
      unhealthy: true,
      message: "acme answered with text/html",
    });
  });
});

describe("VM4 words for people", () => {
  test("hold no key: not the one that was sent, nor anything that looks like one", () => {
    const clean = createLineCleaner(createRedactor({}, [KEY, "", "gateway token/1"]));

    expect(clean(`Incorrect API key: ${KEY}.`)).toBe("Incorrect API key: [redacted].");
    expect(clean("?token=gateway%20token%2F1&x")).toBe("?token=[redacted]&x");
    expect(clean("sk-proj-abcdefgh12 and AIzaSyA1234567890abcdefghij")).toBe(
      "[redacted] and [redacted]",
    );
    expect(clean("Authorization: Bearer abc.def")).toBe("Authorization: Bearer [redacted]");
    expect(fault(status(401, { message: `bad ${KEY}` })).message).not.toContain(KEY);
  });

  test("are one short line without control characters", () => {
    const clean = createLineCleaner(createRedactor({}));

    expect(clean("\u001b[2Ja\r\n\tb\u202e\u0000c")).toBe("[2Ja b c");
    expect(clean("x".repeat(1_000))).toBe(`${"x".repeat(300)}…`);
    expect(fault(status(500, { message: "" })).message).toBe("acme answered 500: no reason given");
  });

  test("a sentence ends once", () => {
    expect(fault(status(401, { message: "Wrong key." })).message).toBe(
      "acme refused the key (401): Wrong key; change ACME_API_KEY or run dissent config keys set acme",
    );
  });

  test("short secrets are words, and words stay", () => {
    expect(createLineCleaner(createRedactor({}, ["true"]))("it is true")).toBe("it is true");
  });
});
