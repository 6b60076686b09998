import { describe, expect, test } from "vitest";

import { type NetworkEnvironment, findProxyForUrl } from "./proxy-choice.ts";

const PROXY = { HTTPS_PROXY: "http://proxy.example:8080" };

function hostFor(url: string, env: NetworkEnvironment): string | null {
  return findProxyForUrl(new URL(url), env)?.host ?? null;
}

describe("the proxy of a request", () => {
  test("is that of its scheme, else that of ALL_PROXY, and lower case goes first", () => {
    const env = { HTTP_PROXY: "http://a:1", HTTPS_PROXY: "http://b:2", https_proxy: "http://c:3" };

    expect(hostFor("http://x.example", env)).toBe("a:1");
    expect(hostFor("https://x.example", env)).toBe("c:3");
    expect(hostFor("https://x.example", { HTTP_PROXY: "http://a:1" })).toBeNull();
    expect(hostFor("https://x.example", { ALL_PROXY: "socks5://d" })).toBe("d:1080");
    expect(hostFor("https://x.example", { HTTPS_PROXY: " ", https_proxy: "" })).toBeNull();
  });

  test("may be written without a scheme, and is shown without user and password", () => {
    const found = findProxyForUrl(new URL("https://x.example"), {
      HTTPS_PROXY: "mia:s3cret-word@proxy.example:3128",
    });

    expect(found).toEqual({
      address: "http://mia:s3cret-word@proxy.example:3128/",
      host: "proxy.example:3128",
      variable: "HTTPS_PROXY",
    });
  });

  test.each(["ftp://mia:s3cret-word@proxy.example", "http://", "mia:s3cret-word@:8080"])(
    "is refused as %s, in words that do not repeat it",
    (HTTPS_PROXY) => {
      const choose = (): unknown => findProxyForUrl(new URL("https://x.example"), { HTTPS_PROXY });

      expect(choose).toThrow(/^HTTPS_PROXY is not the address of a proxy; write it as http:/);
      expect(choose).not.toThrow("s3cret");
    },
  );

  test.each([
    "https://localhost:11434",
    "https://LOCALHOST",
    "https://models.localhost",
    "https://127.0.0.1",
    "https://127.8.9.10:1",
    "https://0.0.0.0:11434",
    "https://[::1]:11434",
  ])("is none for %s, which is this machine", (url) => {
    expect(hostFor(url, PROXY)).toBeNull();
  });

  test.each([
    ["*", "https://x.example"],
    ["x.example", "https://x.example"],
    ["x.example", "https://a.x.example"],
    [".x.example", "https://a.x.example"],
    ["*.x.example", "https://a.x.example"],
    ["a.example, X.EXAMPLE", "https://x.example"],
    ["a.example x.example", "https://x.example"],
    ["x.example:443", "https://x.example"],
    ["x.example:8443", "https://x.example:8443"],
    ["10.0.0.0/8", "https://10.1.2.3"],
    ["fd00::/8", "https://[fd12::1]"],
    ["[fd12::1]:443", "https://[fd12::1]"],
    ["10.1.2.3", "https://10.1.2.3"],
  ])("is none where NO_PROXY=%s covers %s", (list, url) => {
    expect(hostFor(url, { ...PROXY, NO_PROXY: list })).toBeNull();
    expect(hostFor(url, { ...PROXY, no_proxy: list })).toBeNull();
  });

  test.each([
    ["x.example", "https://notx.example"],
    ["x.example:8443", "https://x.example"],
    ["10.0.0.0/8", "https://11.1.2.3"],
    ["10.0.0.0/8", "https://ten.example"],
    ["10.0.0.0/99", "https://10.1.2.3"],
    ["example.x", "https://x.example"],
    [",, ,", "https://x.example"],
  ])("stays where NO_PROXY=%s does not cover %s", (list, url) => {
    expect(hostFor(url, { ...PROXY, NO_PROXY: list })).toBe("proxy.example:8080");
  });
});
