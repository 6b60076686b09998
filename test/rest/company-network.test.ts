/** Behind a company's proxy and certificate authority: debates, doctor, telemetry and npm, with real processes. */
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import { runNpm } from "../../src/team/postgres/local/local-postgres-npm.ts";
import { startLoopbackServer } from "../../src/testing/loopback/loopback-server.ts";
import type { LoopbackVendor } from "../../src/testing/loopback/loopback-vendor.ts";
import {
  briefText,
  journal,
  type Project,
  project,
  type Ran,
  run,
} from "../support/processes/cli.ts";
import {
  companyProxy,
  type CompanyProxy,
  type CompanyRules,
  type Listener,
  type PrivateAuthority,
  privateAuthority,
  tlsFront,
} from "../support/processes/company-network.ts";
import { missingPart } from "../support/processes/missing-part.ts";
import { recommends, responds } from "../support/protocols/judges.ts";

const NO_OPENSSL = missingPart("openssl");
const HOST = "models.company.test";
const KEY = "planted-4711-key-of-the-team";
const USER = "mia";
const PASSWORD = "proxy-pass-0815";
const WITHOUT_NETWORK = Object.fromEntries(
  ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [
    [name, ""],
    [name.toLowerCase(), ""],
  ]),
);
/** Nothing of this machine's own network settings. */
const ALONE = {
  ...WITHOUT_NETWORK,
  NODE_EXTRA_CA_CERTS: "",
  SSL_CERT_FILE: "",
  npm_config_userconfig: "",
  npm_config_cafile: "",
  npm_config_https_proxy: "",
  npm_config_proxy: "",
  TEAM_AUTH: KEY,
};

const ANSWERS: Record<string, Json> = Object.fromEntries(
  ["risk", "value", "effort"].flatMap((seat): [string, Json][] => [
    [`openings/${seat}`, recommends(seat, "A").reply],
    [`responses/${seat}`, responds(seat, "A").reply],
  ]),
);

describe("addresses in the environment", () => {
  let server: LoopbackVendor;

  beforeAll(async () => {
    server = await startLoopbackServer({ answers: ANSWERS });
  });
  afterAll(() => server.close());

  test("OLLAMA_HOST, OPENAI_BASE_URL and ANTHROPIC_BASE_URL are where requests go, and doctor shows them", async () => {
    const at = project();
    const { stdout } = await run(at, ["doctor"], {
      env: {
        ...ALONE,
        PATH: at.outside,
        OPENAI_API_KEY: KEY,
        ANTHROPIC_API_KEY: KEY,
        OLLAMA_HOST: `0.0.0.0:${server.port}`,
        OPENAI_BASE_URL: `${server.url}/v1`,
        ANTHROPIC_BASE_URL: server.url,
      },
    });
    const asked = (await server.requests()).map(({ path }) => path);

    for (const line of [
      `anthropic at ${server.url}/v1 (ANTHROPIC_BASE_URL)`,
      `openai at ${server.url}/v1 (OPENAI_BASE_URL)`,
      `ollama at ${server.url}/v1 (OLLAMA_HOST)`,
    ]) {
      expect(stdout).toContain(line);
    }
    expect(asked).toEqual(
      expect.arrayContaining(["/v1/messages", "/v1/responses", "/v1/chat/completions"]),
    );
  });

  test("a file .env of the project changes none of them", async () => {
    const at = project({ ".env": `OPENAI_BASE_URL=${server.url}/v1\nOLLAMA_HOST=gpu.example\n` });
    const env = { ...ALONE, PATH: at.outside, OPENAI_API_KEY: KEY };
    const { stdout } = await run(at, ["doctor", "--network"], { env });

    expect(stdout).toMatch(/^api\.openai\.com +openai\//m);
    expect(stdout).not.toContain(String(server.port));
  });
});

describe.skipIf(NO_OPENSSL)("behind a company's proxy", () => {
  let authority: PrivateAuthority;
  let vendor: LoopbackVendor;
  let front: Listener;
  const proxies: CompanyProxy[] = [];

  beforeAll(async () => {
    authority = privateAuthority(HOST);
    vendor = await startLoopbackServer({ key: KEY, answers: ANSWERS });
    front = await tlsFront(authority, vendor.port);
  });
  afterAll(async () => {
    await front.close();
    await vendor.close();
    authority.remove();
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
    await vendor.forget();
  });

  async function proxy(rules: Partial<CompanyRules> = {}): Promise<CompanyProxy> {
    const made = await companyProxy({ routes: { [`${HOST}:443`]: front.port }, ...rules });
    proxies.push(made);
    return made;
  }

  function teamProject(baseUrl = `https://${HOST}/v1`): Project {
    return project({
      "q.md": briefText(),
      "dissent.yaml":
        `panel: [team/large]\nendpoints:\n  team:\n    baseUrl: ${baseUrl}\n    keyEnv: TEAM_AUTH\n` +
        "    attribution: true\n    structured: true\n    price: { inputPerMillion: 0, outputPerMillion: 0 }\n" +
        "providers:\n  ollama: { baseUrl: http://127.0.0.1:1/v1 }\n",
    });
  }

  test("a debate goes through the proxy, trusts the company's authority, and keeps the password to itself", async () => {
    const at = teamProject();
    const through = await proxy({ credentials: `${USER}:${PASSWORD}` });
    const env = { ...ALONE, HTTPS_PROXY: through.url, NODE_EXTRA_CA_CERTS: authority.file };
    const ran = await run(at, ["run", "q.md"], { env });

    expectConsensus(ran);
    expect(new Set(through.asked)).toEqual(new Set([`${HOST}:443`]));
    expect((await vendor.requests()).length).toBeGreaterThanOrEqual(3);
    const doctor = await run(at, ["doctor"], { env: { ...env, PATH: at.outside } });
    expect(doctor.stdout).toContain(`proxy 127.0.0.1:${through.port} (HTTPS_PROXY)`);
    expect(doctor.stdout).toContain(`certificates ${authority.file} (NODE_EXTRA_CA_CERTS)`);
    expect(doctor.stdout).toContain("team/large");
    expectNoPassword(at, ran, doctor);
  });

  test.each([
    ["SSL_CERT_FILE", () => ({ SSL_CERT_FILE: authority.file })],
    ["npm's cafile", () => ({ npm_config_cafile: authority.file })],
  ])("the authority in %s is trusted as well", async (_, trusted) => {
    const through = await proxy();
    const env = { ...ALONE, https_proxy: through.url, ...trusted() };

    expectConsensus(await run(teamProject(), ["run", "q.md"], { env }));
  });

  test("proxy and authority may stand in the person's .npmrc, and not in the project's", async () => {
    const through = await proxy();
    const npmrc = `https-proxy=${through.url}\ncafile=${authority.file}\n`;
    const mine = teamProject();
    mine.write("../home/.npmrc", npmrc);
    const theirs = teamProject();
    theirs.write(".npmrc", npmrc);
    const env = { ...ALONE };

    expectConsensus(await run(mine, ["run", "q.md"], { env }));
    expect(through.asked.length).toBeGreaterThan(0);
    const doctor = await run(mine, ["doctor"], { env: { ...env, PATH: mine.outside } });
    expect(doctor.stdout).toContain("(HTTPS_PROXY, from your npm settings)");

    const before = through.asked.length;
    expect((await run(theirs, ["run", "q.md"], { env })).code).toBe(3);
    expect(through.asked.length).toBe(before);
  });

  test("without the authority the reason names the variable that cures it", async () => {
    const at = teamProject();
    const through = await proxy();
    await run(at, ["run", "q.md"], { env: { ...ALONE, HTTPS_PROXY: through.url } });
    const said = JSON.stringify(await journal(at));

    expect(said).toContain(`the certificate of ${HOST} is not trusted`);
    expect(said).toContain("set NODE_EXTRA_CA_CERTS=/path/to/company-ca.pem");
  });

  test.each([
    [
      "asks for a password",
      { credentials: `${USER}:other-password-1` },
      /the proxy 127\.0\.0\.1:\d+ \(HTTPS_PROXY\) asks for a user and a password \(407\); set HTTPS_PROXY=/,
    ],
    [
      "does not allow the host",
      { credentials: `${USER}:${PASSWORD}`, routes: {} },
      /the proxy 127\.0\.0\.1:\d+ \(HTTPS_PROXY\) does not allow models\.company\.test \(403\)/,
    ],
  ])("a proxy that %s is named, without the password that was given", async (_, rules, says) => {
    const at = teamProject();
    const { port } = await proxy(rules);
    const HTTPS_PROXY = `http://${USER}:${PASSWORD}@127.0.0.1:${port}`;
    const ran = await run(at, ["run", "q.md"], { env: { ...ALONE, HTTPS_PROXY } });

    expect(JSON.stringify(await journal(at))).toMatch(says);
    expectNoPassword(at, ran);
  });

  test("a proxy that is not there is named, and one that is misspelt says how to write it", async () => {
    const at = teamProject();
    const gone = await proxy();
    await gone.close();
    const HTTPS_PROXY = `${USER}:${PASSWORD}@127.0.0.1:${gone.port}`;
    const ran = await run(at, ["run", "q.md"], { env: { ...ALONE, HTTPS_PROXY } });
    expect(JSON.stringify(await journal(at))).toContain(
      `the proxy 127.0.0.1:${gone.port} (HTTPS_PROXY) cannot be reached (ECONNREFUSED); check HTTPS_PROXY, or list ${HOST} in NO_PROXY`,
    );
    const wrong = `ftp://${USER}:${PASSWORD}@proxy.test`;
    const doctor = await run(at, ["doctor"], {
      env: { ...ALONE, PATH: at.outside, HTTPS_PROXY: wrong },
    });
    expect(doctor.stdout).toContain(
      "HTTPS_PROXY is not the address of a proxy; write it as http://proxy.example:8080",
    );
    expectNoPassword(at, ran, doctor);
  });

  test("this machine is never reached through the proxy", async () => {
    const through = await proxy();
    const env = { ...ALONE, HTTP_PROXY: through.url, HTTPS_PROXY: through.url };
    for (const host of ["127.0.0.1", "localhost"]) {
      const at = teamProject(`http://${host}:${vendor.port}/v1`);
      expectConsensus(await run(at, ["run", "q.md"], { env }));
    }
    expect(through.asked).toEqual([]);
  });

  test("hosts in NO_PROXY are not asked of the proxy", async () => {
    const at = teamProject();
    const through = await proxy();
    await run(at, ["run", "q.md"], {
      env: { ...ALONE, HTTPS_PROXY: through.url, NO_PROXY: ".company.test" },
    });

    expect(through.asked).toEqual([]);
    expect(JSON.stringify(await journal(at))).toContain(`the host ${HOST} is not known`);
  });

  test("spans for telemetry take the same way", async () => {
    const at = teamProject();
    const through = await proxy();
    const { code } = await run(at, ["run", "q.md"], {
      env: {
        ...ALONE,
        HTTPS_PROXY: through.url,
        NODE_EXTRA_CA_CERTS: authority.file,
        OTEL_EXPORTER_OTLP_ENDPOINT: "https://spans.company.test",
      },
    });

    expect(code).toBe(0);
    expect(through.asked).toContain("spans.company.test:443");
  });

  test("npm fetches as the project's .npmrc says, and names the cure for an unknown authority", async () => {
    for (const name of Object.keys(process.env)) {
      if (/^(?:npm_|ssl_cert|node_extra|.*_proxy$)/i.test(name)) vi.stubEnv(name, undefined);
    }
    const at = project();
    vi.stubEnv("HOME", at.home);
    vi.stubEnv("npm_config_fetch_retries", "0");
    const through = await proxy();
    const fetching = async (npmrc: string): Promise<unknown> => {
      at.write(".npmrc", `registry=https://${HOST}/\nhttps-proxy=${through.url}\n${npmrc}`);
      const run = { what: "a package", directory: at.outside, project: at.dir };
      return runNpm(["install", "--no-audit", "no-such-package"], run).catch(
        (error: unknown) => error,
      );
    };
    const untrusted = await fetching("");
    const trusted = await fetching(`cafile=${relative(at.dir, authority.file)}\n`);

    expect(new Set(through.asked)).toEqual(new Set([`${HOST}:443`]));
    expect(untrusted).toMatchObject({
      message: "npm could not fetch a package (UNABLE_TO_VERIFY_LEAF_SIGNATURE).",
      hint: expect.stringContaining("set NODE_EXTRA_CA_CERTS=/path/to/company-ca.pem. Or set"),
    });
    expect(trusted).toMatchObject({ message: "npm could not fetch a package (E404)." });
    expect(existsSync(join(at.outside, ".npmrc"))).toBe(false);
  });

  /** Three votes for A, so that every request was answered. */
  function expectConsensus({ code, stderr }: Ran): void {
    expect(stderr).toContain("outcome consensus A votes=3/3");
    expect(code).toBe(0);
  }

  function expectNoPassword(at: Project, ...runs: readonly Ran[]): void {
    const files = at
      .listing()
      .filter((entry) => / \d+$/.test(entry))
      .map((entry) => readFileSync(join(at.base, entry.replace(/ \d+$/, "")), "latin1"));
    const all = [...files, ...runs.map(({ stdout, stderr }) => stdout + stderr)].join("\n");
    expect(all).toContain("models.company.test");
    expect(all).not.toContain(PASSWORD);
    expect(all).not.toContain(Buffer.from(`${USER}:${PASSWORD}`).toString("base64"));
  }
});
