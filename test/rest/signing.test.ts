/** Signing as people meet it: real keys, a real ssh-keygen, a real Git, real processes. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, onTestFinished, test } from "vitest";

import {
  debates,
  expectRefusal,
  project,
  type Project,
  run,
  scriptedProject,
} from "../support/processes/cli.ts";
import { missingPart } from "../support/processes/missing-part.ts";
import { allowSigner, gitConfig, newKey } from "../support/processes/ssh-keygen.ts";
import { rounds, votes } from "../support/protocols/judges.ts";

const UNSIGNABLE = missingPart("ssh-keygen");
const ROOT = join(import.meta.dirname, "..", "..");

/** A project whose person signs with a key of their own. */
function signingProject(passphrase = ""): Project & { readonly key: string } {
  const at = scriptedProject(rounds(votes("A", "A", "B")));
  const key = newKey(join(at.home, ".ssh"), "id_ed25519", passphrase);
  gitConfig(at.home, {
    "user.name": "Ada",
    "user.email": "ada@example.com",
    "gpg.format": "ssh",
    "user.signingkey": "~/.ssh/id_ed25519.pub",
    "gpg.ssh.allowedSignersFile": "~/.ssh/allowed_signers",
  });
  allowSigner(allowedIn(at), "ada@example.com", key);
  return { ...at, key };
}

function allowedIn({ home }: Project): string {
  return join(home, ".ssh", "allowed_signers");
}

function git(at: Project, ...args: readonly string[]): string {
  const env = { PATH: process.env["PATH"] ?? "", HOME: at.home };
  return execFileSync("git", [...args], { cwd: at.dir, env, encoding: "utf8" });
}

async function firstLine(at: Project, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(at, ["verify", ...args]);
  return (stdout.split("\n")[0] ?? "").replace(/^Verified {2}\S+: /, "");
}

describe.skipIf(UNSIGNABLE !== undefined)("a person with a key", () => {
  let at: ReturnType<typeof signingProject>;

  beforeAll(async () => {
    at = signingProject();
    expect((await run(at, ["run", "q.md"])).code).toBe(0);
    expect((await run(at, ["decide", "last", "B", "-m", "crews asked"])).code).toBe(0);
  });

  test("AV4 signs the outcome and the decision, and verify and show say so in the same words", async () => {
    const { code, stdout, stderr } = await run(at, ["verify", "last"]);

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^Verified {2}\S+: consistent, signed by ada@example\.com, not anchored\n/,
    );
    expect(stdout).toMatch(/✓ signed by ada@example\.com: the outcome \(event \d+, key SHA256:/);
    expect(stdout).toMatch(/✓ signed by ada@example\.com: the decision B of tester \(event \d+/);
    expect(stdout).toContain(
      "  not proven: when; who spoke and at what price rest on the word of ada@example.com\n",
    );
    expect((await run(at, ["show", "last"])).stdout).toMatch(
      /signed by ada@example\.com, not anchored; check that it is consistent:\ndissent verify \S+\n$/,
    );
  });

  test("AV4 verify --json has the levels, the signatures and what is not proven", async () => {
    const { stdout } = await run(at, ["verify", "last", "--json"]);

    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      exit: 0,
      levels: { consistent: true, signedBy: ["ada@example.com"], anchoredAt: null },
      signatures: [
        { what: "the outcome", as: "person", by: "ada@example.com" },
        { what: "the decision B of tester", as: "person", by: "ada@example.com" },
      ],
      anchors: [],
      notProven: expect.stringMatching(/^not proven: when;/) as string,
    });
  });

  test("AV4 signatures travel with the journal, in a record and in a page, and through export and import", async () => {
    await run(at, ["journal", "export", "last", "-o", "j.jsonl"]);
    await run(at, ["report", "last", "-o", "r.html"]);
    await run(at, ["report", "last", "--journal", "-o", "r.md"]);
    for (const file of ["j.jsonl", "r.html", "r.md"]) {
      expect(await firstLine(at, file), file).toBe(
        "consistent, signed by ada@example.com, not anchored",
      );
    }
    const other = signingProject();
    writeFileSync(allowedIn(other), readFileSync(allowedIn(at)));
    other.write("j.jsonl", at.read("j.jsonl"));
    expect((await run(other, ["journal", "import", "j.jsonl"])).code).toBe(0);
    expect(await firstLine(other, "last")).toBe(
      "consistent, signed by ada@example.com, not anchored",
    );
    await run(other, ["journal", "export", "last", "-o", "again.jsonl"]);
    expect(other.read("again.jsonl")).toBe(at.read("j.jsonl"));
  });

  test("AV4 a key that the allowed signers do not list is an unknown key, and --require signed exits with 5", async () => {
    const other = scriptedProject({});
    other.write("j.jsonl", at.read("j.jsonl"));
    const stranger = newKey(join(other.home, ".ssh"), "stranger");
    gitConfig(other.home, { "gpg.ssh.allowedSignersFile": "~/.ssh/allowed_signers" });
    allowSigner(allowedIn(other), "eve@example.com", stranger);

    expect(await firstLine(other, "j.jsonl")).toBe(
      "consistent, signed by an unknown key, not anchored",
    );
    const { code, stdout } = await run(other, ["verify", "j.jsonl", "--require", "signed"]);
    expect(code).toBe(5);
    expect(stdout).toMatch(
      /^Not verified {2}\S+: it is not signed by a key that your allowed signers list\n/,
    );
    allowSigner(allowedIn(other), "ada@example.com", at.key);
    expect((await run(other, ["verify", "j.jsonl", "--require", "signed"])).code).toBe(0);
  });

  test("AV4 the commands of the documentation check a signature with ssh-keygen alone, and refuse a changed event", async () => {
    const page = readFileSync(join(ROOT, "docs", "verifying.md"), "utf8");
    const script = /```sh\n(line=[^]*?)```/.exec(page)?.[1] ?? "";
    const folder = join(at.outside, "by-hand");
    mkdirSync(folder);
    writeFileSync(join(folder, "allowed_signers"), readFileSync(allowedIn(at)));
    const check = (journal: string) => {
      writeFileSync(join(folder, "journal.jsonl"), journal);
      return spawnSync("sh", ["-e", "-c", script], { cwd: folder, encoding: "utf8" });
    };
    const journal = at.read("j.jsonl");

    const good = check(journal);
    expect(good.stdout + good.stderr).toMatch(
      /Good "dissent" signature for ada@example\.com with ED25519 key SHA256:/,
    );
    expect(good.status).toBe(0);

    const settled = /"hash":"([0-9a-f]{64})"\}\n\{"sequence":\d+,[^\n]*decision-recorded/.exec(
      journal,
    );
    const bad = check(journal.replaceAll(settled?.[1] ?? "", "0".repeat(64)));
    expect(bad.status).toBe(255);
  });

  test("AV4 an anchor in Git is found again, and a journal with another history is refused", async () => {
    expectRefusal(await run(at, ["verify", "last", "--anchor", "git"]), {
      says: /The head was not anchored: not a git repository/,
      as: "no-anchor",
    });
    git(at, "init", "-q");
    git(at, "commit", "-q", "--allow-empty", "-m", "first");

    const { code, stderr } = await run(at, ["verify", "last", "--anchor", "git"]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "Wrote a note to refs/notes/dissent. Share it: git push origin refs/notes/dissent\n",
    });
    const [commit = "", date = ""] = git(at, "log", "--format=%H %cI", "refs/notes/dissent")
      .trim()
      .split(" ");
    const anchored = `anchored at ${date} in ${commit.slice(0, 12)}`;
    const full = `consistent, signed by ada@example.com, ${anchored}`;
    expect(await firstLine(at, "last", "--require", "anchored")).toBe(full);
    // once is enough
    expect((await run(at, ["verify", "last", "--anchor", "git"])).stderr).toBe("");
    expect(git(at, "rev-list", "--count", "refs/notes/dissent").trim()).toBe("1");

    at.write("cut.jsonl", withoutLastEvent(at.read("j.jsonl")));
    const cut = await run(at, ["verify", "cut.jsonl"]);
    expect(cut.code).toBe(5);
    expect(cut.stdout).toMatch(/^Not verified {2}anchor of event \d+ in [0-9a-f]{12}: it is for/);

    await run(at, ["decisions", "outcome", "last", "right", "-m", "they use it"]);
    expect(await firstLine(at, "last")).toMatch(
      /^consistent, signed by ada@example\.com, anchored at \S+ in [0-9a-f]{12} up to event \d+$/,
    );
    expect((await run(at, ["verify", "last", "--require", "anchored"])).code).toBe(5);
  });
});

/** A real agent that holds the person's key until the test is over; the variables that name it. */
function agentWith(
  { home, key }: ReturnType<typeof signingProject>,
  passphrase: string,
): Record<string, string> {
  const path = process.env["PATH"] ?? "";
  const socket = join(home, "agent");
  const agent = execFileSync("ssh-agent", ["-s", "-a", socket], { encoding: "utf8" });
  const pid = Number(/SSH_AGENT_PID=(\d+)/.exec(agent)?.[1]);
  onTestFinished(() => void process.kill(pid));
  const ask = join(home, "ask");
  writeFileSync(ask, `#!/bin/sh\necho '${passphrase}'\n`, { mode: 0o700 });
  const env = { PATH: path, HOME: home, SSH_AUTH_SOCK: socket };
  execFileSync("ssh-add", ["-q", key], {
    env: { ...env, SSH_ASKPASS: ask, SSH_ASKPASS_REQUIRE: "force" },
  });
  return { SSH_AUTH_SOCK: socket };
}

/** Cut at its end, together with the signature of what is cut. */
function withoutLastEvent(journal: string): string {
  const lines = journal.trimEnd().split("\n");
  const events = lines.filter((line) => line.startsWith('{"sequence":'));
  return `${lines.filter((line) => line !== events.at(-1) && line !== lines.at(-1)).join("\n")}\n`;
}

describe.skipIf(UNSIGNABLE !== undefined)("a person who cannot sign now", () => {
  test("AV4 with a passphrase the debate is left unsigned with one line, and is signed once an agent has the key", async () => {
    const at = signingProject("open sesame");

    const { code, stderr } = await run(at, ["run", "q.md"]);
    expect(code).toBe(0);
    expect(stderr.split("\n").filter((line) => line.includes("not signed"))).toEqual([
      expect.stringMatching(
        /^dissent: (\S+) was not signed: the key needs a passphrase, so load it with ssh-add\. Sign it later: dissent verify \1 --sign$/,
      ),
    ]);
    expect(await firstLine(at, "last")).toBe("consistent, not signed, not anchored");
    expectRefusal(await run(at, ["verify", "last", "--sign"]), {
      says: /was not signed: the key needs a passphrase/,
      as: "no-signing-key",
    });

    const env = agentWith(at, "open sesame");
    const { stdout } = await run(at, ["verify", "last", "--sign"], { env });
    expect(stdout).toMatch(/: consistent, signed by ada@example\.com, not anchored\n/);
    // Git lets people write the public key itself, whose other half the agent has
    gitConfig(at.home, { "user.signingkey": readFileSync(`${at.key}.pub`, "utf8").trim() });
    expect((await run(at, ["decide", "last", "A", "-m", "it holds"], { env })).stderr).toBe("");
    expect(await firstLine(at, "last")).toBe("consistent, signed by ada@example.com, not anchored");
  });

  test("AV4 without ssh-keygen the debate is left unsigned, and verify says that signatures were not checked", async () => {
    const at = signingProject();
    const bin = join(at.base, "bin");
    mkdirSync(bin);
    symlinkSync(execFileSync("which", ["git"], { encoding: "utf8" }).trim(), join(bin, "git"));
    const env = { PATH: bin };

    const { code, stderr } = await run(at, ["run", "q.md"], { env });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^dissent: \S+ was not signed: ssh-keygen is not installed\./m);

    await run(at, ["verify", "last", "--sign"]);
    const unchecked = await run(at, ["verify", "last"], { env });
    expect(unchecked.code).toBe(0);
    expect(unchecked.stdout).toContain(": consistent, signatures not checked, not anchored\n");
    expect(unchecked.stdout).toContain(
      "! signatures were not checked: ssh-keygen is not installed\n",
    );
    expect((await run(at, ["verify", "last", "--require", "signed"], { env })).code).toBe(5);
  });

  test("AV4 nothing is said or signed where nobody has a key, and --sign says how to get one", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "B")));
    const { stderr } = await run(at, ["run", "q.md"]);

    expect(stderr).not.toContain("signed");
    expectRefusal(await run(at, ["verify", "last", "--sign"]), {
      says: /You have no key to sign with/,
      as: "no-signing-key",
    });
  });
});

describe.skipIf(UNSIGNABLE !== undefined)("whose key it is", () => {
  test("AV4 a person's own configuration wins over Git, and none signs nothing", async () => {
    const at = signingProject();
    const own = newKey(join(at.home, ".ssh"), "decisions");
    const config = join(at.home, ".config", "dissent");
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, "allowed"), "");
    allowSigner(join(config, "allowed"), "decisions@example.com", own);
    writeFileSync(
      join(config, "config.yaml"),
      "signing:\n  key: ~/.ssh/decisions\n  allowedSigners: ~/.config/dissent/allowed\n",
    );
    await run(at, ["run", "q.md"]);
    expect(await firstLine(at, "last")).toBe(
      "consistent, signed by decisions@example.com, not anchored",
    );

    writeFileSync(join(config, "config.yaml"), "signing: { key: none }\n");
    await run(at, ["run", "q.md"]);
    expect(await firstLine(at, "last")).toBe("consistent, not signed, not anchored");
  });

  test("AV4 a project can name neither a key nor allowed signers, in dissent.yaml or .git/config", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "B")));
    const key = newKey(join(at.dir, "keys"), "project");
    git(at, "init", "-q");
    git(at, "config", "gpg.format", "ssh");
    git(at, "config", "user.signingkey", key);
    await run(at, ["run", "q.md"]);
    expect(await firstLine(at, "last")).toBe("consistent, not signed, not anchored");

    at.write("dissent.yaml", `${at.read("dissent.yaml")}signing: { key: keys/project }\n`);
    expectRefusal(await run(at, ["run", "q.md"]), {
      says: /dissent\.yaml:5:1 signing is read from your own configuration file only/,
      as: "bad-config",
    });
  });

  test("AV4 a private key that others can read is not used", async () => {
    const at = signingProject();
    chmodSync(at.key, 0o644);
    const { code, stderr } = await run(at, ["run", "q.md"]);

    expect(code).toBe(0);
    expect(stderr).toMatch(/^dissent: \S+ was not signed: /m);
  });
});

describe.skipIf(UNSIGNABLE !== undefined)("a command that a journal brings along", () => {
  /** Ada notes a command and sends her journal; Bob imports it. */
  async function sent(): Promise<{ bob: Project; id: string; ran: string; ada: Project }> {
    const ada = signingProject();
    await run(ada, ["run", "q.md"]);
    const id = (await debates(ada))[0]?.id ?? "";
    const ran = join(ada.outside, "ran");
    await run(ada, ["decisions", "check", id, "--set", "P1", "--command", `touch ${ran}`]);
    await run(ada, ["journal", "export", id, "-o", "journal.jsonl"]);
    const bob = project({ "journal.jsonl": ada.read("journal.jsonl") });
    await run(bob, ["journal", "import", "journal.jsonl"]);
    gitConfig(bob.home, { "gpg.ssh.allowedSignersFile": "~/.ssh/allowed_signers" });
    mkdirSync(join(bob.home, ".ssh"), { recursive: true });
    return { bob, id, ran, ada };
  }

  test("runs unasked where its author's key is known", async () => {
    const { bob, id, ran, ada } = await sent();
    writeFileSync(allowedIn(bob), readFileSync(allowedIn(ada)));

    expect((await run(bob, ["decisions", "check", id, "--run"])).stdout).toMatch(/P1 +holds/);
    expect(existsSync(ran)).toBe(true);
  });

  test("does not run where the key is unknown, nor once the command was changed", async () => {
    const { bob, id, ran, ada } = await sent();
    writeFileSync(allowedIn(bob), "");
    expect((await run(bob, ["decisions", "check", id, "--run"])).stdout).toContain(
      "P1 was not run",
    );

    writeFileSync(allowedIn(bob), readFileSync(allowedIn(ada)));
    await run(bob, [
      "decisions",
      "check",
      id,
      "--set",
      "P1",
      "--owner",
      "bob",
      "--command",
      `touch ${ran}`,
    ]);
    const changed = project({});
    await run(bob, ["journal", "export", id, "-o", "again.jsonl"]);
    changed.write("again.jsonl", bob.read("again.jsonl"));
    await run(changed, ["journal", "import", "again.jsonl"]);
    gitConfig(changed.home, { "gpg.ssh.allowedSignersFile": "~/.ssh/allowed_signers" });
    mkdirSync(join(changed.home, ".ssh"), { recursive: true });
    writeFileSync(allowedIn(changed), readFileSync(allowedIn(ada)));

    // what counts is who noted the command that stands there now
    expect((await run(changed, ["decisions", "check", id, "--run"])).stdout).toContain(
      "P1 was not run",
    );
    expect(existsSync(ran)).toBe(false);
  });
});
