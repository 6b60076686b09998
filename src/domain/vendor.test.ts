import { describe, expect, test } from "vitest";

import { isVendorHost, findVendor, VENDORS } from "./vendor.ts";

describe("where a vendor's key may be sent", () => {
  const anthropic = findVendor("anthropic") ?? expect.fail("no such vendor");

  test.each([
    "api.anthropic.com",
    "anthropic.com",
    "eu.api.anthropic.com",
    "localhost",
    "127.0.0.1",
    "127.1.2.3",
    "[::1]",
  ])("%s", (host) => {
    expect(isVendorHost(anthropic, host)).toBe(true);
  });

  test.each([
    "notanthropic.com",
    "anthropic.com.example.org",
    "api.openai.com",
    "com",
    "localhost.example.org",
    "127.0.0.1.example.org",
    "10.127.0.0.1",
    "127.0.0",
    "",
  ])("not to %j", (host) => {
    expect(isVendorHost(anthropic, host)).toBe(false);
  });

  test("each vendor's own host is its own, and no other's key goes there", () => {
    const remote = VENDORS.filter(({ keyNames }) => keyNames.length > 0);
    for (const vendor of remote) {
      const owners = remote.filter((other) => isVendorHost(other, vendor.host));
      expect(owners.map(({ name }) => name)).toEqual([vendor.name]);
    }
  });
});

test("a vendor is found by its whole name alone", () => {
  expect(findVendor("openai")?.keyNames).toEqual(["OPENAI_API_KEY"]);
  expect(findVendor("open")).toBeUndefined();
  expect(findVendor("")).toBeUndefined();
});
