/** Tokens from the command line. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { Team } from "../../src/team/tokens/team.ts";
import { NO_POSTGRES, PASSWORD } from "../support/fleet/postgres.ts";
import { expectHarmless, expectRefusal, project, type Ran, run } from "../support/processes/cli.ts";
import { teamPlace, type TeamPlace } from "../support/team/team-place.ts";

const at = project();
const ANN = ["--person", "ann", "--scope", "read,run"];

describe("what is wrong is said before a database is reached", () => {
  const env = { DISSENT_DATABASE_URL: "postgres://team:s3cret-word@127.0.0.1:1/none" };

  test.each([
    [["--person", "ann", "--scope", "raed"], /There is no scope "raed"\./, /Did you mean read\?/],
    [
      ["--person", "ann", "--scope", "read,root"],
      /There is no scope "root"\./,
      /Choose from: read/,
    ],
    [["--person", "ann", "--scope", ","], /at least one scope/, /Choose from/],
    [["--person", " ", "--scope", "read"], /1 to 80 characters/, /--person ann/],
    [["--person", "a\u001b[2Jb", "--scope", "read"], /1 to 80 characters/, /--person ann/],
    [[...ANN, "--budget", "much"], /--budget must be dollars .* got "much"/, /--budget 5/],
    [[...ANN, "--budget", "1e3"], /--budget must be dollars/, /--budget 5/],
    [[...ANN, "--budget", "1000001"], /from 0 to 1000000/, /--budget 5/],
    [[...ANN, "--budget=-1"], /--budget must be dollars/, /--budget 5/],
    [[...ANN, "--expires", "soon"], /--expires must be a time .* got "soon"/, /--expires 90d/],
    [[...ANN, "--expires", "0d"], /--expires must be a time/, /--expires 90d/],
    [[...ANN, "--expires", "99999d"], /at most 3650d/, /--expires 90d/],
    [["--scope", "read"], /--person <name>' not specified/, /--help/],
  ])("tokens create %j", async (args, says, hint) => {
    const refused = await run(at, ["team", "tokens", "create", ...args], { env });

    expectRefusal(refused, { says, as: "usage" });
    expect(refused.stderr).toMatch(hint);
  });

  test("a database that does not answer, or that nobody named, is told without a password", async () => {
    const gone = await run(at, ["team", "tokens"], { env });
    expectRefusal(gone, { says: /127\.0\.0\.1:1\/none/, as: "store-unavailable", exit: 4 });
    expect(gone.stderr).not.toContain("s3cret-word");
    expectRefusal(await run(at, ["team", "tokens", "list"]), {
      says: /no database/,
      as: "no-database",
    });
  });
});

describe.skipIf(NO_POSTGRES !== undefined)(NO_POSTGRES ?? "postgres", () => {
  let place: TeamPlace;
  let team: Team;
  let env: Record<string, string>;
  beforeAll(async () => {
    place = await teamPlace();
    team = await place.open();
  });
  beforeEach(() => {
    env = { DISSENT_DATABASE_URL: place.url, USER: "root" };
  });
  const tokens = (...args: string[]): Promise<Ran> => run(at, ["team", "tokens", ...args], { env });

  test("a token is alone on standard output, once; lists, logs and errors hold its id", async () => {
    const made = await tokens("create", ...ANN, "--budget", "5");
    expect(made.code).toBe(0);
    expect(made.stdout).toMatch(/^dissent_[a-z2-9]{8}_[A-Za-z0-9_-]{43}\n$/);
    const token = made.stdout.trim();
    const id = token.slice(8, 16);
    expect(made.stderr).toMatch(
      new RegExp(
        `^Token ${id} of ann: read, run; \\$5\\.00; until 20\\d\\d-[^\\n]+\\.\\nIt is shown`,
      ),
    );
    const grant = await team.findGrant(token);
    expect(grant).toMatchObject({ id, person: "ann", scopes: ["read", "run"], budgetUsd: 5 });
    const days = ((grant?.expiresMs ?? 0) - (await team.nowMs())) / 86_400_000;
    expect(Math.round(days)).toBe(90);

    const listed = await tokens();
    expect(listed.stdout).toMatch(
      new RegExp(
        `^${id}  ann  read,run  \\$0\\.00 spent of \\$5\\.00  until 20[^ ]+ [\\d:]+  used 20`,
      ),
    );
    const all = JSON.parse((await tokens("list", "--json")).stdout) as { id: string }[];
    expect(all.find((one) => one.id === id)).toMatchObject({ spentUsd: 0, reservedUsd: 0 });

    const wrong = await tokens("revoke", token.replace(id, "zzzzzzzz"));
    expectRefusal(wrong, {
      says: /There is no token "dissent_zzzzzzzz_\[redacted\]"/,
      as: "unknown-token",
    });
    expect((await tokens("revoke", id)).stdout).toBe(`Revoked ${id} of ann.\n`);
    expect(await team.findGrant(token)).toBeNull();
    expect((await tokens("list")).stdout).toMatch(new RegExp(`${id}  .*  revoked 20`));

    const log = await tokens("log");
    expect(log.stdout.split("\n")[0]).toMatch(/root +token-revoked +command line +/);
    expect(log.stdout).toContain("token-issued");
    for (const { stdout, stderr } of [listed, wrong, log]) {
      expect(stdout + stderr).not.toContain(token.slice(-43));
    }
  });

  test("--json, --quiet and never", async () => {
    const made = await tokens("create", ...ANN, "--expires", "never", "--json", "--quiet");

    expect(made.stderr).toBe("");
    expect(JSON.parse(made.stdout)).toMatchObject({
      token: expect.stringMatching(/^dissent_/),
      grant: { person: "ann", budgetUsd: null, expiresMs: null },
    });
    const { grant } = JSON.parse(made.stdout) as { grant: { id: string } };
    expect(JSON.parse((await tokens("revoke", grant.id, "--json")).stdout)).toEqual(grant);
    const scopes = await tokens(
      "create",
      "--person",
      "bo",
      "--scope",
      "admin",
      "--scope",
      "read",
      "--json",
    );
    expect(JSON.parse(scopes.stdout)).toMatchObject({ grant: { scopes: ["read", "admin"] } });
  });

  test("TM8 what clients sent moves no cursor, in words and in JSON; keys of this machine are taken out", async () => {
    const hostile = "\u001b[2J\u202e\r\n<b>\u009b1m done";
    await team.record({
      by: { id: "abcdefgh", person: hostile },
      act: hostile,
      debate: `d-${hostile}`,
      detail: `${hostile} `.repeat(50),
      from: hostile,
    });
    const words = await tokens("log", "--limit", "1");
    expect(words.stdout.trimEnd().split("\n")).toHaveLength(1);
    expectHarmless(words.stdout);
    const json = await tokens("log", "-n", "1", "--json");
    expectHarmless(json.stdout);
    expect(JSON.parse(json.stdout)).toMatchObject([{ by: { id: "abcdefgh" }, from: hostile }]);

    env = { ...env, USER: "sk-key-of-this-machine", OPENAI_API_KEY: "sk-key-of-this-machine" };
    const made = await tokens("create", ...ANN, "--json");
    expect(made.code).toBe(0);
    const log = await tokens("log", "--limit", "1");
    expect(log.stdout).toContain("[redacted]");
    expect(log.stdout).not.toContain("sk-key");
    expect(log.stdout).not.toContain(PASSWORD);
  });

  test("the log is narrowed by debate, person and limit, and says so when nothing fits", async () => {
    const by = { id: "abcdefgh", person: "eve" };
    for (const debate of ["one", "two"]) {
      await team.record({ by, act: "started", debate, detail: "judges", from: "192.0.2.9" });
    }

    const log = await tokens("log", "--person", "eve", "--debate", "one");
    expect(log.stdout).toMatch(
      /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d {2}eve \(abcdefgh\) {2}started {2}one {2}192\.0\.2\.9 {2}judges\n$/,
    );
    expect((await tokens("log", "--person", "eve", "-n", "1")).stdout).toContain("two");
    expect(await tokens("log", "--debate", "none")).toMatchObject({
      stdout: "",
      stderr: "No entries match.\n",
    });
    expectRefusal(await tokens("log", "--limit", "no"), { says: /--limit/, as: "usage" });
  });
});
