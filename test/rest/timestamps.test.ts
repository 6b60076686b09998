/** Timestamps by a real RFC 3161 server: openssl's own, behind HTTP on this machine. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Project, run, scriptedProject } from "../support/processes/cli.ts";
import { rounds, votes } from "../support/protocols/judges.ts";

const HAS_OPENSSL = spawnSync("openssl", ["version"]).status === 0;

const SETTINGS = `
[tsa1]
serial = ./serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_chain = no
[req]
distinguished_name = dn
[dn]
[ts]
extendedKeyUsage = critical,timeStamping
`;

interface TimestampServer {
  readonly url: string;
  readonly certificate: string;
  /** What the next requests get instead of a timestamp. */
  answer: "timestamp" | "refusal" | "nonsense" | "another";
  close(): void;
}

async function startTimestampServer(): Promise<TimestampServer> {
  const folder = mkdtempSync(join(tmpdir(), "dissent-tsa-"));
  const openssl = (...args: string[]) =>
    execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "ignore", "ignore"] });
  writeFileSync(join(folder, "tsa.cnf"), SETTINGS);
  writeFileSync(join(folder, "serial"), "01\n");
  const key = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-keyout",
    "k.pem",
  ];
  const self = [
    "-subj",
    "/CN=Example TSA",
    "-days",
    "3650",
    "-config",
    "tsa.cnf",
    "-extensions",
    "ts",
  ];
  openssl("req", "-x509", ...key, "-out", "c.pem", ...self);
  const state: { answer: TimestampServer["answer"] } = { answer: "timestamp" };
  let first: Buffer | undefined;
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      if (state.answer === "refusal") return response.writeHead(403).end();
      response.setHeader("content-type", "application/timestamp-reply");
      if (state.answer === "nonsense") return response.end("<html></html>");
      if (state.answer === "another") return response.end(first);
      writeFileSync(join(folder, "q.tsq"), Buffer.concat(parts));
      const signer = ["-inkey", "k.pem", "-signer", "c.pem", "-config", "tsa.cnf"];
      openssl(
        "ts",
        "-reply",
        "-queryfile",
        "q.tsq",
        ...signer,
        "-section",
        "tsa1",
        "-out",
        "r.tsr",
      );
      const reply = readFileSync(join(folder, "r.tsr"));
      first ??= reply;
      return response.end(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    certificate: join(folder, "c.pem"),
    close() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

describe.skipIf(!HAS_OPENSSL)("verify --anchor <timestamp server>", () => {
  let server: TimestampServer;
  let at: Project;

  beforeAll(async () => {
    server = await startTimestampServer();
    at = scriptedProject(rounds(votes("A", "A", "B")));
    expect((await run(at, ["run", "q.md"])).code).toBe(0);
  });
  afterAll(() => server.close());

  /** The person's own configuration names whom they trust. */
  function trust(): void {
    mkdirSync(join(at.home, ".config", "dissent"), { recursive: true });
    const settings = `signing:\n  timestampAuthorities: ${server.certificate}\n`;
    writeFileSync(join(at.home, ".config", "dissent", "config.yaml"), settings);
  }

  test("V4 a server that nobody vouches for proves nothing; a trusted one anchors the head", async () => {
    const asked = await run(at, ["verify", "last", "--anchor", server.url]);

    expect(asked.stderr).toMatch(/^Asking 127\.0\.0\.1:\d+ for a timestamp\./);
    expect(asked.stdout).toMatch(/^Verified {2}\S+: consistent, not signed, not anchored\n/);
    expect(asked.stdout).toMatch(/! timestamped at 20\S+Z by a server that you do not trust yet/);

    trust();
    const trusted = await run(at, ["verify", "last", "--require", "anchored"]);
    expect(trusted.code).toBe(0);
    expect(trusted.stdout).toMatch(
      /^Verified {2}\S+: .*, anchored at 20\S+Z by a timestamp server\n/,
    );
    const { stdout } = await run(at, ["verify", "last", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ timestamps: [{ known: true }] });
  });

  test("V4 the reply travels with the journal, and fits no other history", async () => {
    await run(at, ["journal", "export", "last", "-o", "journal.jsonl"]);
    const text = at.read("journal.jsonl");
    expect(text).toContain('"namespace":"rfc3161"');
    expect((await run(at, ["verify", "journal.jsonl", "--require", "anchored"])).code).toBe(0);

    // the same reply for another event
    const moved = text.replace(
      /"namespace":"rfc3161","event":\d+/,
      '"namespace":"rfc3161","event":0',
    );
    at.write("moved.jsonl", moved);
    const { code, stdout } = await run(at, ["verify", "moved.jsonl"]);
    expect(code).toBe(5);
    expect(stdout).toMatch(/^Not verified {2}signature of event 0:/);
  });

  test.each([
    ["refusal", "answered 403"],
    ["nonsense", "did not send a timestamp of this head"],
  ] as const)("a %s anchors nothing and is said in one line", async (answer, words) => {
    server.answer = answer;
    const { code, stderr } = await run(at, ["verify", "last", "--anchor", server.url]);
    server.answer = "timestamp";

    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });

  test("a timestamp of something else is refused", async () => {
    await run(at, ["decide", "last", "B", "-m", "crews asked"]);
    server.answer = "another";
    const { code, stderr } = await run(at, ["verify", "last", "--anchor", server.url]);
    server.answer = "timestamp";

    expect(code).toBe(2);
    expect(stderr).toContain("did not send a timestamp of this head");
  });

  test.each(["", "tsa", "ftp://x", "file:///etc/passwd"])(
    "--anchor %j is refused",
    async (where) => {
      const { code, stderr } = await run(at, ["verify", "last", "--anchor", where]);

      expect(code).toBe(2);
      expect(stderr).toContain("--anchor takes git or the address of a timestamp server");
    },
  );
});
