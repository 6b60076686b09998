import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { AppContext } from "../../app/app-context.ts";
import { openTeamDatabase } from "./team-database.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "dissent-team-database-"));
  mkdirSync(join(root, ".git"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function deskWith(env: Record<string, string>): AppContext {
  const stdin = async (): Promise<string> => "";
  return { cwd: root, root, env, homeDir: root, configPath: null, person: "ann", stdin };
}

async function found(env: Record<string, string>): Promise<string> {
  const notices: string[] = [];
  const how = { start: true, onNotice: (line: string) => void notices.push(line) };
  const database = await openTeamDatabase(deskWith(env), how);
  await database.stop();
  expect({ own: database.own, notices }).toEqual({ own: false, notices: [] });
  return database.url;
}

describe("which database a team has", () => {
  const DISSENT_DATABASE_URL = "postgres://u:p@dissent.example/one?schema=field_app";
  const TEAM = "postgres://u:p@team.example/two";
  const DATABASE_URL = "postgres://u:p@machine.example/three";

  test("Dissent's own variable, then a configuration, then the one that everyone knows", async () => {
    expect(await found({ DATABASE_URL })).toBe(DATABASE_URL);
    writeFileSync(join(root, "dissent.yaml"), "database: ${TEAM}?schema=plans\n");
    expect(await found({ DATABASE_URL, TEAM })).toBe(`${TEAM}?schema=plans`);
    expect(await found({ DATABASE_URL, TEAM, DISSENT_DATABASE_URL })).toBe(DISSENT_DATABASE_URL);
  });

  test("an empty variable is none, and one with blanks around it is read", async () => {
    expect(await found({ DISSENT_DATABASE_URL: " ", DATABASE_URL: ` ${DATABASE_URL}\n` })).toBe(
      DATABASE_URL,
    );
  });

  test("a configured variable that is not set is a mistake, not another database", async () => {
    writeFileSync(join(root, "dissent.yaml"), "database: ${TEAM}\n");

    await expect(found({ DATABASE_URL })).rejects.toMatchObject({ code: "bad-config" });
  });

  test("what is no address of PostgreSQL is refused without being repeated", async () => {
    const refused = await found({ DATABASE_URL: "mysql://u:s3cret@host/db" }).catch(String);

    expect(refused).toContain("is not the address of a PostgreSQL database");
    expect(refused).not.toContain("s3cret");
  });

  test("none, where none is named or runs and none may be started; looking makes no file", async () => {
    const looking = openTeamDatabase(deskWith({}), { start: false, onNotice: () => {} });

    await expect(looking).rejects.toMatchObject({
      code: "no-database",
      message: "There is no database for a team here.",
      hint: "Set DATABASE_URL, or start the project's own with dissent serve.",
    });
    expect(readdirSync(root)).toEqual([".git"]);
  });
});
