import { expect, test } from "vitest";

import { detectSecretKind, redactSecretPatterns } from "./secret-patterns.ts";

const filler = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

const SECRETS: readonly (readonly [kind: string, text: string, clean: string])[] = [
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
  ["AWS access key", "id AKIAIOSFODNN7EXAMPLE end", "id [redacted] end"],
  ["AWS access key", "id ASIAIOSFODNN7EXAMPLE end", "id [redacted] end"],
  ["API key", `sk-${filler}`, "[redacted]"],
  ...["xai-", "gsk_", "pplx-", "hf_", "npm_", "rk_live_", "sk_test_"].map(
    (start) => ["API key", `${start}${filler}`, "[redacted]"] as const,
  ),
  ["Google API key", `AIza${filler.slice(0, 35)}`, "[redacted]"],
  ["Google access token", `ya29.${filler}`, "[redacted]"],
  ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"].map(
    (start) => ["GitHub token", `${start}${filler}`, "[redacted]"] as const,
  ),
  ["Dissent token", `dissent_a1b2c3d4_${filler.repeat(2).slice(0, 43)}`, "[redacted]"],
  ...["xoxb-", "xoxp-", "xoxs-"].map(
    (start) => ["Slack token", `${start}${filler}`, "[redacted]"] as const,
  ),
  ["JSON web token", `eyJ${filler}.eyJ${filler}.${filler}`, "[redacted]"],
  ["password", `api-key: "${filler}"`, 'api-key: "[redacted]"'],
  ["password", `apikey: "${filler}"`, 'apikey: "[redacted]"'],
  ["password", `PASSPHRASE = '${filler}'`, "PASSPHRASE = '[redacted]'"],
  ["password", `passwd: "${filler}"`, 'passwd: "[redacted]"'],
  ["password", `Token: "${filler}"`, 'Token: "[redacted]"'],
  ["API key", `glpat-${filler}`, "[redacted]"],
  ["bearer token", `Authorization: Bearer ${filler}`, "Authorization: Bearer [redacted]"],
  ["password", `{"say": "password: \\"${filler}\\""}`, '{"say": "password: \\"[redacted]\\""}'],
];

test.each(SECRETS)("%s: %s", (kind, text, clean) => {
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
