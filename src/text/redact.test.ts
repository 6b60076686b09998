import { expect, test } from "vitest";

import { createKnownSecretRedactor, createRedactor } from "./redact.ts";

test("K17 values of keys, tokens, secrets and passwords are taken out wherever they stand", () => {
  const redact = createRedactor({
    OPENAI_API_KEY: "sk-abcdefgh",
    github_token: "ghp_12345678",
    DB_PASSWORD: " p@ss(word)$& ",
    HOME: "/home/someone",
  });

  expect(redact("sk-abcdefgh and sk-abcdefgh; ghp_12345678; p@ss(word)$&; /home/someone")).toBe(
    "[redacted] and [redacted]; [redacted]; [redacted]; /home/someone",
  );
});

test("K17 a key that holds another is taken out whole", () => {
  const redact = createRedactor({ A_KEY: "12345678", B_KEY: "12345678-and-more" });

  expect(redact("12345678-and-more 12345678")).toBe("[redacted] [redacted]");
});

test("K17 keys that are handed in by value, as stored ones are, are taken out like the others", () => {
  const redact = createRedactor({ A_KEY: "12345678" }, ["stored-key-1", "12345678-stored", "true"]);

  expect(redact("12345678-stored, 12345678, stored-key-1, true")).toBe(
    "[redacted], [redacted], [redacted], true",
  );
});

test("K17 short values are words and stay, and without keys nothing changes", () => {
  expect(createRedactor({ A_KEY: "true", B_TOKEN: "", C_SECRET: undefined })("true")).toBe("true");
  expect(createRedactor({})("anything")).toBe("anything");
});

test("K17 a password inside an address of the environment is taken out, as written and as meant", () => {
  const redact = createRedactor({
    DISSENT_DATABASE_URL: "postgres://team:p%40ss-word-1@db.example/dissent?schema=a",
    PAGE: "https://example.org/a:b@c",
    SHORT: "postgres://team:pw@db.example/dissent",
  });

  expect(redact("p%40ss-word-1 p@ss-word-1 team db.example pw")).toBe(
    "[redacted] [redacted] team db.example pw",
  );
});

test("K17 the password of a proxy is taken out as written and as its header carries it", () => {
  const header = Buffer.from("mia:pass-word").toString("base64");

  for (const address of ["http://mia:pass-word@proxy:1", "mia:pass-word@proxy:1"]) {
    const redact = createRedactor({ https_proxy: address });
    expect(redact(`pass-word Basic ${header} mia proxy:1`)).toBe(
      "[redacted] Basic [redacted] mia proxy:1",
    );
  }
  expect(createRedactor({ CONTACT: "mail:somebody@example.org" })("somebody")).toBe("somebody");
});

test("K17 a key is taken out as JSON, an address or base64 carries it, wherever it stands in there", () => {
  const key = 'k3y/with+"odd"&chars';
  const redact = createRedactor({ ODD_KEY: key });
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  const safe = (text: string): string => Buffer.from(text).toString("base64url");

  expect(redact(JSON.stringify({ say: key }))).toBe('{"say":"[redacted]"}');
  expect(redact(`?key=${encodeURIComponent(key)}&x`)).toBe("?key=[redacted]&x");
  expect(redact(`?key=${encodeURIComponent(key).toLowerCase()}&x`)).toBe("?key=[redacted]&x");
  expect(redact(`${base64(key)} ${safe(key)}`)).toBe("[redacted] [redacted]");
  for (const before of ["", "u", "us", "use", "user:"]) {
    for (const after of ["", "!", "!!", "!!!"]) {
      for (const encoded of [base64(before + key + after), safe(before + key + after)]) {
        const shown = redact(`[${encoded}]`);
        expect(shown).toContain("[redacted]");
        // what is left of it are its neighbours
        expect(shown.length).toBeLessThan("[[redacted]]".length + 2 * (before + after).length + 4);
      }
    }
  }
});

test("K17 a header's value is taken out with and without its scheme, and the password inside of it", () => {
  const redact = createRedactor({
    GATEWAY_AUTH: `Basic ${Buffer.from("mia:pass-word").toString("base64")}`,
  });

  expect(redact("bWlhOnBhc3Mtd29yZA== pass-word mia")).toBe("[redacted] [redacted] mia");
});

test("K17 what looks like a secret is taken out although nobody here has it", () => {
  expect(createRedactor({})("use AKIAIOSFODNN7EXAMPLE")).toBe("use [redacted]");
  expect(createKnownSecretRedactor({})("use AKIAIOSFODNN7EXAMPLE")).toBe(
    "use AKIAIOSFODNN7EXAMPLE",
  );
});
