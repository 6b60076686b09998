import { expect, test } from "vitest";

import { detectSecretKind, redactSecretPatterns } from "./secret-patterns.ts";

const filler = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

test.each([
  [
    "password in an address",
    "postgres://team:hunter2-x@db.example/app",
    "postgres://team:[redacted]@db.example/app",
  ],
  ["password in an address", "amqps://:hunter2-x@queue", "amqps://:[redacted]@queue"],
  [
    "webhook address",
    `https://hooks.slack.com/services/T0/B0/${filler}`,
    "https://hooks.slack.com/services/[redacted]",
  ],
  [
    "webhook address",
    `https://discord.com/api/webhooks/123456/${filler}`,
    "https://discord.com/api/webhooks/123456/[redacted]",
  ],
  [
    "webhook address",
    `https://acme.webhook.office.com/webhookb2/${filler}@x`,
    "https://acme.webhook.office.com/[redacted]",
  ],
  [
    "webhook address",
    `https://api.telegram.org/bot123456:${filler}/send`,
    "https://api.telegram.org/bot[redacted]/send",
  ],
  [
    "AWS secret key",
    `aws_secret_access_key = ${"aB3/".repeat(10)}`,
    "aws_secret_access_key = [redacted]",
  ],
  ["API key", `gsk_${filler}`, "[redacted]"],
  ["API key", `glpat-${filler}`, "[redacted]"],
  ["bearer token", `Authorization: Bearer ${filler}`, "Authorization: Bearer [redacted]"],
  ["password", `{"say": "password: \\"${filler}\\""}`, '{"say": "password: \\"[redacted]\\""}'],
])("%s: %s", (kind, text, clean) => {
  expect(detectSecretKind(text)).toBe(kind);
  expect(redactSecretPatterns(text)).toBe(clean);
});

test.each([
  "postgres://user:password@host/db",
  "postgres://postgres:postgres@localhost:5432/app",
  "postgres://app:${DB_PASSWORD}@db/app",
  "https://example.org:8443/@someone",
  "Bearer tokens are sent in a header",
  "https://hooks.slack.com/services/ is where they go",
])("no secret: %s", (text) => {
  expect(detectSecretKind(text)).toBeUndefined();
  expect(redactSecretPatterns(text)).toBe(text);
});

test("a private key is taken out with all of its lines, and nothing after it", () => {
  const body = `${"aB3/".repeat(16)}\n${"cD5+".repeat(16)}\nshort=`;
  const block = `-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n${body}\n-----END EC PRIVATE KEY-----`;

  expect(redactSecretPatterns(`a ${block} b`)).toBe("a [redacted] b");
  expect(redactSecretPatterns(`"${block.replaceAll("\n", "\\n")}\\n"`)).toBe('"[redacted]\\n"');
  // cut off before its end
  expect(redactSecretPatterns(`a ${block.slice(0, 150)}`)).toBe("a [redacted]");
  expect(redactSecretPatterns("-----BEGIN PRIVATE KEY----- is how it starts")).toBe(
    "[redacted] is how it starts",
  );
});

test("to take secrets out twice changes nothing more", () => {
  const once = redactSecretPatterns(`password: "${filler}" sk-${filler} postgres://a:${filler}@b`);

  expect(redactSecretPatterns(once)).toBe(once);
});

// time that grew with the square of the length would be minutes
test.each(["-----BEGIN PRIVATE KEY-----\n", "://a:", "://a:b", "Bearer ", 'token: "', "a:b@"])(
  "two megabytes of %j are cleaned",
  (part) => {
    expect(redactSecretPatterns(part.repeat(2_000_000 / part.length)).length).toBeGreaterThan(0);
  },
);
