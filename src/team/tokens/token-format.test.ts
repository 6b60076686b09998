import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  hashToken,
  parseTokenId,
  isSameToken,
  generateToken,
  redactTokens,
} from "./token-format.ts";

describe("a token", () => {
  test("has a public id and 256 random bits, and no two are alike", () => {
    const made = Array.from({ length: 200 }, generateToken);

    for (const { id, token } of made) {
      expect(token).toMatch(/^dissent_[a-z2-9]{8}_[A-Za-z0-9_-]{43}$/);
      expect(parseTokenId(token)).toBe(id);
    }
    expect(new Set(made.map(({ token }) => token)).size).toBe(200);
    expect(new Set(made.map(({ id }) => id)).size).toBe(200);
  });

  test.each([
    "",
    "dissent_",
    "dissent_abcdefgh_short",
    `Bearer ${generateToken().token}`,
    "x".repeat(1e6),
  ])("what cannot be one has no id (%#)", (text) => {
    expect(parseTokenId(text)).toBeUndefined();
  });

  test("a line break after it makes it another text", () => {
    const { token } = generateToken();

    expect(parseTokenId(`${token}\n`)).toBeUndefined();
    expect(parseTokenId(` ${token}`)).toBeUndefined();
  });

  test("TM2 only the very same token has the same hash; without one to compare there is none", () => {
    const { token, hash } = generateToken();

    expect(isSameToken(token, hash)).toBe(true);
    expect(isSameToken(token, undefined)).toBe(false);
    expect(isSameToken(token, Buffer.alloc(0))).toBe(false);
    expect(isSameToken(token, hash.subarray(1))).toBe(false);
    for (let at = 0; at < token.length; at++) {
      const other = `${token.slice(0, at)}${token[at] === "a" ? "b" : "a"}${token.slice(at + 1)}`;
      expect(isSameToken(other, hash)).toBe(false);
    }
    expect(hashToken(token)).toEqual(hash);
  });

  test("TM1 it is taken out of any text, whatever stands around it", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const { token } = generateToken();
        const secret = token.slice(-43);

        expect(redactTokens(`${before}${token}${after}`)).not.toContain(secret);
        expect(redactTokens(`${before}${token.slice(0, 40)}${after}`)).not.toContain(
          token.slice(17, 40),
        );
      }),
    );
    expect(redactTokens("Bearer dissent_k3v9qm2x_abc, and dissent_run is a word")).toBe(
      "Bearer dissent_k3v9qm2x_[redacted], and dissent_run is a word",
    );
  });
});
