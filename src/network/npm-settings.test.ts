import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { adoptNpmSettings, readFetchSettings, parseNpmrc } from "./npm-settings.ts";

function folderWith(npmrc: string): string {
  const folder = mkdtempSync(join(tmpdir(), "dissent-npmrc-"));
  writeFileSync(join(folder, ".npmrc"), npmrc);
  return folder;
}

function adopted(
  env: Readonly<Record<string, string>>,
  npmrc = "",
): Readonly<Record<string, string | undefined>> {
  const changed: Record<string, string | undefined> = { ...env };
  adoptNpmSettings(changed, folderWith(npmrc));
  return changed;
}

test("a file .npmrc is read with its comments, quotes and empty values", () => {
  const text = "; a\n# b\nproxy = http://p:1 \nca=\"x\\ny\"\nempty=\nno pair\n'q'='r'\n";

  expect(parseNpmrc(text)).toEqual([
    ["proxy", "http://p:1"],
    ["ca", "x\ny"],
    ["empty", ""],
    ["'q'", "r"],
  ]);
});

describe("the person's npm settings", () => {
  test("fill in proxies that the environment does not name", () => {
    const npmrc = "https-proxy=http://${WHO}@p:1\nproxy=http://p:2\nnoproxy=intern.example\n";

    expect(adopted({ WHO: "mia" }, npmrc)).toEqual({
      WHO: "mia",
      HTTPS_PROXY: "http://mia@p:1",
      HTTP_PROXY: "http://p:2",
      NO_PROXY: "intern.example",
    });
    expect(adopted({ http_proxy: "http://mine:3" }, npmrc)).toEqual({
      http_proxy: "http://mine:3",
    });
    expect(adopted({}, "https-proxy=null\nproxy=false\n")).toEqual({});
  });

  test("may be variables, which go before the file, unless npm itself has set them", () => {
    const env = { npm_config_https_proxy: "http://v:1" };
    const npmrc = "https-proxy=http://f:2\n";

    expect(adopted(env, npmrc)["HTTPS_PROXY"]).toBe("http://v:1");
    // npm sets the same names from the settings of the project that it runs in
    expect(adopted({ ...env, npm_command: "exec" }, npmrc)["HTTPS_PROXY"]).toBe("http://f:2");
    expect(adopted({ ...env, npm_command: "exec" })["HTTPS_PROXY"]).toBeUndefined();
  });

  test("and SSL_CERT_FILE name an authority for the programs that we start, if the file is there", () => {
    const file = join(folderWith("x"), ".npmrc");

    expect(adopted({}, `cafile=${file}\n`)["NODE_EXTRA_CA_CERTS"]).toBe(file);
    expect(adopted({ SSL_CERT_FILE: file })["NODE_EXTRA_CA_CERTS"]).toBe(file);
    expect(adopted({ SSL_CERT_FILE: `${file}.gone` })["NODE_EXTRA_CA_CERTS"]).toBeUndefined();
    expect(adopted({ NODE_EXTRA_CA_CERTS: "/mine" }, `cafile=${file}\n`)).toEqual({
      NODE_EXTRA_CA_CERTS: "/mine",
    });
  });
});

test("of a project's .npmrc only what says how to fetch is taken over, with its paths as they were", () => {
  const folder = folderWith(
    [
      "registry=https://npm.company.test/",
      "@team:registry = https://npm.company.test/team/",
      "//npm.company.test/:_authToken=${NPM_TOKEN}",
      "https-proxy=http://p:1",
      "cafile = certs/ca.pem",
      "ignore-scripts=false",
      "script-shell=/tmp/evil",
      "prefix=/tmp/evil",
    ].join("\r\n"),
  );

  expect(readFetchSettings(folder).split("\n")).toEqual([
    "registry=https://npm.company.test/",
    "@team:registry = https://npm.company.test/team/",
    "//npm.company.test/:_authToken=${NPM_TOKEN}",
    "https-proxy=http://p:1",
    `cafile = ${join(folder, "certs/ca.pem")}`,
    "",
  ]);
  expect(readFetchSettings(join(folder, "nowhere"))).toBe("");
});
