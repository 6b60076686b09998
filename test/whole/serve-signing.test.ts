/** A team's server signs with a key of its own, and never with that of the person who started it. */
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { prepareDissentFolder } from "../../src/app/project/dissent-folder.ts";
import { findJournalProof } from "../../src/cli/verify/find-proof.ts";
import { type JournalProof, listProvenLines } from "../../src/domain/journal/proof.ts";
import { ensureServerKey } from "../../src/signing/signing-keys.ts";
import { START } from "../support/page/page-server.ts";
import { missingPart } from "../support/processes/missing-part.ts";
import { allowSigner, gitConfig, newKey } from "../support/processes/ssh-keygen.ts";
import { type ServedTeam, servedTeam } from "../support/team/team-server.ts";

const UNSIGNABLE = missingPart("ssh-keygen");

async function keyIn(root: string): Promise<string> {
  const key = await ensureServerKey(prepareDissentFolder(root), process.env);
  if ("why" in key) throw new Error(key.why);
  return key.path;
}

async function proveJournal(
  { app, desk: context }: ServedTeam,
  debate: string,
): Promise<JournalProof> {
  const allowedSigners = join(context.root, "allowed");
  writeFileSync(allowedSigners, "");
  allowSigner(allowedSigners, "team.example.com", join(context.root, ".dissent", "server-key"));
  const { events, signatures = [] } = await app.read(debate);
  const { proof, fault } = await findJournalProof(
    { debate, events, signatures },
    { env: process.env, cwd: null, allowedSigners },
  );
  expect(fault).toBeNull();
  return proof;
}

test.skipIf(UNSIGNABLE !== undefined)(
  "CS1 AV4 an outcome that a worker reached and a decision made through the server are countersigned by it",
  async () => {
    const home = mkdtempSync(join(tmpdir(), "dissent-operator-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    // whoever started the server has a key too, and decides nothing here
    gitConfig(home, { "gpg.format": "ssh", "user.signingkey": newKey(home, "operator") });
    const env = { PATH: process.env["PATH"] ?? "", HOME: home };
    const all = await servedTeam({ serverKey: keyIn, env: { ...env } });
    const token = all.token();
    const { id } = JSON.parse((await all.post(token, "/api/debates", START)).body) as {
      id: string;
    };
    await all.fleet.idle(id);
    const count = async (): Promise<number> => (await all.app.read(id)).signatures?.length ?? 0;
    await expect.poll(count, { timeout: 30_000 }).toBe(1);
    const outcome = await proveJournal(all, id);

    expect(outcome.signatures).toMatchObject([
      { what: "the outcome", as: "server", by: "team.example.com" },
    ]);
    expect(listProvenLines(outcome)[0]).toMatch(
      /^countersigned by team\.example\.com: the outcome/,
    );

    const decision = { choice: "B", reason: "the valleys" };
    expect((await all.post(token, `/api/debates/${id}/decision`, decision)).status).toBe(200);
    expect((await proveJournal(all, id)).signatures.at(-1)).toMatchObject({
      what: "the decision B of ann",
      as: "server",
      by: "team.example.com",
    });
    expect(all.defects).toEqual([]);
  },
);

test.skipIf(UNSIGNABLE !== undefined)(
  "AV4 a server's key is made once, for its user alone, and two servers that start at once have the same one",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "dissent-server-key-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

    const [one, other] = await Promise.all([
      ensureServerKey(folder, process.env),
      ensureServerKey(folder, process.env),
    ]);
    const again = await ensureServerKey(folder, process.env);

    expect(one).toEqual(other);
    expect(again).toEqual(one);
    expect(one).toMatchObject({
      publicKey: expect.stringMatching(/^ssh-ed25519 .* dissent serve$/) as string,
    });
    expect(statSync(join(folder, "server-key")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, "server-key"), "utf8")).toContain("OPENSSH PRIVATE KEY");
    expect(readdirSync(folder).toSorted()).toEqual(["server-key", "server-key.pub"]);
  },
);

test("AV4 without ssh-keygen a server has no key, says why, and leaves nothing behind", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dissent-server-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  expect(await ensureServerKey(folder, { PATH: folder })).toEqual({
    why: "ssh-keygen is not installed",
  });
  expect(existsSync(folder) && readdirSync(folder)).toEqual([]);
});
