import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { resolveDatabaseAddress } from "./database-address.ts";
import { hasDatabasePassword, redactDatabaseAddress } from "./database-reference.ts";

let home: string;
let cwd: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "dissent-database-"));
  cwd = join(home, "project");
  mkdirSync(join(cwd, ".git"), { recursive: true });
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function written(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function found(env: Record<string, string> = {}, configPath: string | null = null): string | null {
  return resolveDatabaseAddress({ env, cwd, homeDir: home, configPath });
}

const OWN = join(".config", "dissent", "config.yaml");

describe("where debates are kept", () => {
  test("in the project, unless a variable or a file says otherwise; the variable wins, then the project", () => {
    expect(found()).toBeNull();
    written(join(home, OWN), "database: postgres://db.example/mine\n");
    expect(found()).toBe("postgres://db.example/mine");
    written(join(cwd, "dissent.yaml"), "protocol: judges\ndatabase: ${TEAM}?schema=field_app\n");
    const team = { TEAM: "postgres://u:p@db.example/work?schema=other" };
    expect(found(team)).toBe("postgres://u:p@db.example/work?schema=field_app");
    expect(found({ ...team, DISSENT_DATABASE_URL: " postgres://h/d " })).toBe("postgres://h/d");
    expect(found({ ...team, DISSENT_DATABASE_URL: " " })).toContain("field_app");
  });

  test("in the project's own PostgreSQL where any of them says project", () => {
    written(join(cwd, "dissent.yaml"), "database: project\n");
    expect(found()).toBe("project");
    expect(found({ DISSENT_DATABASE_URL: "postgres://h/d" })).toBe("postgres://h/d");
    expect(found({ DISSENT_DATABASE_URL: " project " })).toBe("project");
    expect(redactDatabaseAddress(" project ")).toBe("project");
  });

  test("a file that is named takes the place of the project's, and is trusted as little", () => {
    written(join(cwd, "dissent.yaml"), "database: ${TEAM}\n");
    written(join(cwd, "other.yaml"), "database: postgres://db.example/x\n");

    expect(() => found({}, "other.yaml")).toThrowError(/^other\.yaml:1:11 database would let/);
  });

  test("mistakes elsewhere in a file that names no database are not its business", () => {
    written(join(cwd, "dissent.yaml"), "protocl: [\n");

    expect(found()).toBeNull();
  });

  test.each([
    ["postgres://u:hunter22@h/d", /^dissent\.yaml:1:1 database holds a password/],
    ["postgres://h/d?password=hunter22", /holds a password/],
    ["postgres://u:hunter22#@h/d", /holds a password/],
    ["postgres://h/d", /^dissent\.yaml:1:11 database would let the project decide/],
    ["${A}${B}", /would let the project decide/],
    ["${A}?schema=a;b", /would let the project decide/],
    ["${NONE}", /^dissent\.yaml:1:11 database is taken from NONE, which is not set/],
    ["3", /must be a text/],
  ])(
    "a project that says %s is refused at its place, and no password is repeated",
    (value, says) => {
      written(
        join(cwd, "dissent.yaml"),
        `database: ${value.includes("#") ? `"${value}"` : value}\n`,
      );

      let thrown: unknown;
      try {
        found();
      } catch (error) {
        thrown = error;
      }

      expect(thrown).toMatchObject({ code: "bad-config", message: expect.stringMatching(says) });
      const { message, hint } = thrown as { message: string; hint: string };
      expect(message + hint).not.toContain("hunter22");
    },
  );
});

test("K17 an address is shown without user and password, and not at all where it cannot be told apart", () => {
  expect(redactDatabaseAddress("postgres://u:hunter22@h:1/d?schema=a&x=1")).toBe(
    "postgres://h:1/d?schema=a",
  );
  for (const odd of ["postgres://u:12/hunter22@h/d", "hunter22", "postgres://u:1?hunter22@h"]) {
    expect(redactDatabaseAddress(odd)).toBe("an address");
  }
  expect(hasDatabasePassword("postgres://u@h/d?schema=a")).toBe(false);
  expect(hasDatabasePassword("${TEAM}?schema=a")).toBe(false);
});
