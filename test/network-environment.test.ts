/** Programs that the tests start can reach what this machine can: without it npm fetches nothing behind a company's proxy. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { networkEnvironment } from "./support/processes/network-environment.ts";

test("proxies, authorities and npm's settings go along, keys and all else do not", () => {
  const home = mkdtempSync(join(tmpdir(), "dissent-home-"));
  const network = {
    HTTPS_PROXY: "http://p:1",
    no_proxy: "x",
    NODE_EXTRA_CA_CERTS: "/ca.pem",
    SSL_CERT_FILE: "/ca.pem",
    npm_config_cafile: "/ca.pem",
    NPM_CONFIG_REGISTRY: "https://npm.company.test/",
  };
  const other = { OPENAI_API_KEY: "k", npm_config_prefix: "/x", HOME: "/home", FORCE_COLOR: "1" };

  expect(networkEnvironment({ ...network, ...other }, home)).toEqual(network);
  writeFileSync(join(home, ".npmrc"), "registry=https://npm.company.test/\n");
  expect(networkEnvironment({}, home)).toEqual({ npm_config_userconfig: join(home, ".npmrc") });
});
