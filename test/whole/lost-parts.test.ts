/** What is missing is said: a removed log of the database, a directory that cannot be worked in, a package. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { resolveWorkingDirectory } from "../../src/cli/cli-context.ts";
import { SetupError } from "../../src/errors.ts";
import {
  debates,
  expectRefusal,
  leftovers,
  type Project,
  project,
  run,
  scriptedProject,
  start,
} from "../support/processes/cli.ts";
import { recommends, rounds, votes } from "../support/protocols/judges.ts";

const SLOW = rounds({
  ...votes("A", "A", "A"),
  effort: { slow: { chunks: 9, everyMs: 60_000, reply: recommends("effort", "A").reply } },
});

describe("a database whose log was removed", () => {
  /** A debate that is safe in the file, and another that was killed and is only in the log. */
  async function killed(): Promise<{ at: Project; safe: string; lost: string }> {
    const at = scriptedProject(rounds(votes("A", "A", "A")));
    expect((await run(at, ["run", "q.md"])).code).toBe(0);
    const [{ id: safe } = { id: "" }] = await debates(at);
    at.write("script.json", JSON.stringify(SLOW));
    const second = start(at, ["run", join(at.dir, "q.md")]);
    await second.said(/^r1 value/m);
    second.kill("SIGKILL");
    await second.ended;
    const [lost = ""] = at
      .read(".dissent/opened-debates")
      .trimEnd()
      .split("\n")
      .filter((id) => id !== safe);
    return { at, safe, lost };
  }

  const database = (at: Project, ending = ""): string =>
    join(at.dir, ".dissent", `dissent.db${ending}`);

  test("says what is gone, and goes on only when told to; the lost debate is never another one", async () => {
    const { at, safe, lost } = await killed();
    expect(existsSync(database(at, "-shm"))).toBe(true);
    rmSync(database(at, "-wal"));

    expectRefusal(await run(at, ["show", "last"]), {
      says: /dissent\.db-wal was removed, and with it the debates and turns that were written last/,
      as: "store-corrupt",
    });

    rmSync(database(at, "-shm"));
    for (const reference of ["last", lost, lost.slice(-4)]) {
      expectRefusal(await run(at, ["show", reference]), {
        says: new RegExp(`^dissent: ${lost} was held here, but it is not in the database any more`),
        as: "store-corrupt",
      });
    }
    expect((await run(at, ["show", safe])).stdout).toContain("Should field-app v2");
    expect((await debates(at)).map(({ id }) => id)).toEqual([safe]);
  });

  test("with its log, the killed debate is found and the last one", async () => {
    const { at, lost } = await killed();

    expect((await debates(at))[0]?.id).toBe(lost);
    expect((await run(at, ["show", "last"])).code).toBe(0);
  });
});

describe("-C", () => {
  test.each([
    ["nothing", "missing", /There is no directory .*missing\./],
    ["a file", "q.md", /q\.md is a file, not a directory\./],
    ["below a file", "q.md/inside", /There is no directory .*inside\./],
    ["a link to itself", "loop", /loop cannot be worked in \(ELOOP\)\./],
    ["an endless name", "x".repeat(5_000), /cannot be worked in \(ENAMETOOLONG\)\./],
  ])("%s is refused in one line, and nothing is written", async (_, path, says) => {
    const at = project({ "q.md": "# A brief\n" });
    symlinkSync("loop", join(at.dir, "loop"));
    const before = at.listing();

    expectRefusal(await run(at, ["-C", path, "list"]), { says, as: "file-unreadable" });
    expect(at.listing()).toEqual(before);
  });

  test("a NUL byte, which no shell passes on, is refused the same way", () => {
    expect(() => resolveWorkingDirectory("a\0b")).toThrow(SetupError);
  });

  test.skipIf(process.getuid?.() === 0)("a directory that may not be read is refused", async () => {
    const at = project();
    mkdirSync(join(at.dir, "closed"), { mode: 0o000 });

    expectRefusal(await run(at, ["-C", "closed", "list"]), {
      says: /closed cannot be worked in \(EACCES\)\./,
      as: "file-unreadable",
    });
  });
});

test("serve without the package pg says what to install, and leaves nothing behind", async () => {
  const at = project();
  const before = at.listing();
  const copy = join(at.base, "copy");
  const root = join(import.meta.dirname, "..", "..");
  mkdirSync(join(copy, "node_modules"), { recursive: true });
  for (const name of ["bin", "src", "package.json"]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== "pg")
      symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name));
  }
  const { code, stdout, stderr } = await run(at, ["serve", "--port", "0"], {
    bin: join(copy, "bin", "dissent.js"),
  });
  rmSync(copy, { recursive: true });

  expect(stderr).toBe(
    "dissent: PostgreSQL cannot be spoken to: the package pg is not installed.\n" +
      "  Install it beside dissent: npm install pg\n  [store-unavailable]\n",
  );
  expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
  expect(at.listing()).toEqual(before);
  expect(leftovers(at)).toEqual([]);
});
