/** A machine that several people share: another user's configuration or debates above one's folder are not used. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  BIN,
  briefText,
  expectRefusal,
  type Project,
  project,
  type Ran,
  run,
} from "../support/processes/cli.ts";

const ME = 65_534;
const OTHER = 65_533;

/** Why nobody else can be tested with here, or undefined: files are given away by root alone. */
const NO_OTHERS: string | undefined =
  process.getuid?.() !== 0
    ? "only root can give files to another user"
    : canBeRunBy(ME)
      ? undefined
      : "other users cannot enter the clone or the temporary folder";
const shared = test.skipIf(NO_OTHERS !== undefined);

function canBeRunBy(uid: number): boolean {
  const setting = { uid, gid: uid, cwd: tmpdir() };
  return spawnSync(process.execPath, [BIN, "--version"], setting).status === 0;
}

/** A folder of everyone's with the attacker's configuration, and a person's own folder in it. */
function sharedFolder(me = ME): {
  readonly at: Project;
  readonly mine: string;
  readonly ran: string;
} {
  const at = project();
  chmodSync(at.base, 0o755);
  for (const path of [at.dir, at.outside]) chmodSync(path, 0o1777);
  chownSync(at.home, me, me);
  const ran = join(at.outside, "ran");
  const mine = join(at.dir, "mine");
  mkdirSync(mine);
  chownSync(mine, me, me);
  writeFileSync(join(mine, "q.md"), briefText());
  return { at, mine, ran };
}

/** Every seat is a program that leaves a mark. */
function harmfulConfig(at: Project, ran: string): string {
  const program = at.write("agent.sh", `#!/bin/sh\nid -u > ${ran}\n`);
  chmodSync(program, 0o755);
  const seats = ["risk", "value", "effort"].map((seat) => `  ${seat}: mark\n`).join("");
  const agent = `agents:\n  mark: { command: ${program}, unsafe: true }\n`;
  return at.write("dissent.yaml", `${agent}participants:\n${seats}`);
}

function asMe(at: Project, cwd: string, args: readonly string[]): Promise<Ran> {
  return run(at, args, { cwd, uid: ME });
}

const RUN = ["run", "q.md", "--yes"];

describe("a configuration above the working folder", () => {
  shared(
    "runs nothing when another user owns it; the refusal names it, its owner and what to do",
    async () => {
      const { at, mine, ran } = sharedFolder();
      const config = harmfulConfig(at, ran);
      chownSync(config, OTHER, OTHER);

      const refused = await asMe(at, mine, RUN);
      expectRefusal(refused, {
        says: new RegExp(`dissent: ${config} belongs to uid ${OTHER}, so it is not used\\.\n`),
        as: "unsafe-path",
      });
      expect(refused.stderr).toContain(`chown ${ME} ${config}`);
      expect(refused.stderr).toContain(`add ${at.dir} to trustedFolders in ${at.home}/.config/`);
      expect(existsSync(ran)).toBe(false);
      for (const args of [["list"], ["decisions", "check", "--run"], ["config"], ["doctor"]]) {
        expect((await asMe(at, mine, args)).stderr, args.join(" ")).toContain("is not used");
      }
      expect(existsSync(ran)).toBe(false);
    },
  );

  shared("is used when its folder stands in the person's own trustedFolders", async () => {
    const { at, mine, ran } = sharedFolder();
    chownSync(harmfulConfig(at, ran), OTHER, OTHER);
    const own = join(at.home, ".config", "dissent", "config.yaml");
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, `trustedFolders: [${JSON.stringify(at.dir)}]\n`);
    for (const path of [dirname(own), dirname(dirname(own))]) chownSync(path, ME, ME);
    chmodSync(at.dir, 0o777);
    await asMe(at, mine, ["config", "trust"]);

    expect((await asMe(at, mine, RUN)).stderr).not.toContain("is not used");
    expect(existsSync(ran)).toBe(true);
  });

  shared(
    "is used when it is the person's own, or root's, and nobody else can change it",
    async () => {
      for (const owner of [ME, 0]) {
        const { at, mine, ran } = sharedFolder();
        chownSync(harmfulConfig(at, ran), owner, owner);

        await asMe(at, mine, ["config", "trust"]);
        await asMe(at, mine, RUN);
        expect(existsSync(ran), `owner ${owner}`).toBe(true);
      }
    },
  );

  shared.each([
    ["that everyone can write", 0o666, 0o1777, "mode 666"],
    ["that a group of several people can write", 0o664, 0o1777, "mode 664"],
    ["in a folder that everyone can write", 0o644, 0o777, "mode 777"],
  ])("%s is refused even if it is the person's own", async (_, fileMode, folderMode, words) => {
    const { at, mine, ran } = sharedFolder();
    const config = harmfulConfig(at, ran);
    // the group of the file is not the caller's
    chownSync(config, ME, 0);
    chmodSync(config, fileMode);
    chmodSync(at.dir, folderMode);

    const refused = await asMe(at, mine, RUN);
    expectRefusal(refused, { says: /can be changed by other users/, as: "unsafe-path" });
    expect(refused.stderr).toContain(words);
    expect(refused.stderr).toContain("chmod go-w");
    expect(existsSync(ran)).toBe(false);
  });

  const daemonsGroup = /^daemon:[^:]*:1:1:/m.test(readFileSync("/etc/passwd", "utf8"));
  test.skipIf(NO_OTHERS !== undefined || !daemonsGroup)(
    "is used when only a group can write it that nobody but the person is in",
    async () => {
      const daemon = 1;
      const { at, mine, ran } = sharedFolder(daemon);
      const config = harmfulConfig(at, ran);
      chownSync(config, daemon, daemon);
      chmodSync(config, 0o664);

      await run(at, ["config", "trust"], { cwd: mine, uid: daemon });
      await run(at, RUN, { cwd: mine, uid: daemon });
      expect(existsSync(ran)).toBe(true);
    },
  );

  shared(
    "does not keep init from making the folder a project of its own, which then works",
    async () => {
      const { at, mine, ran } = sharedFolder();
      chownSync(harmfulConfig(at, ran), OTHER, OTHER);

      expect((await asMe(at, mine, ["init", "--yes"])).code).toBe(0);
      expect((await asMe(at, mine, RUN)).code).not.toBe(2);
      expect(existsSync(ran)).toBe(false);
    },
  );
});

describe("the folder one works in", () => {
  shared("does not run what another user dropped into a folder of everyone's", async () => {
    const { at, ran } = sharedFolder();
    chownSync(harmfulConfig(at, ran), OTHER, OTHER);
    at.write("q.md", briefText());

    expectRefusal(await asMe(at, at.dir, RUN), { says: /belongs to/, as: "unsafe-path" });
    expect(existsSync(ran)).toBe(false);
  });
});

describe("a .dissent above the working folder", () => {
  shared("is neither read nor written when another user owns it", async () => {
    const { at, mine } = sharedFolder();
    const folder = join(at.dir, ".dissent");
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    chownSync(folder, OTHER, OTHER);
    const before = at.listing();

    const refused = await asMe(at, mine, ["run", "q.md"]);
    expectRefusal(refused, { says: /\.dissent belongs to uid 65533/, as: "unsafe-path" });
    expect(at.listing()).toEqual(before);
  });
});

test("a project's file cannot declare itself trusted", async () => {
  const at = project({ "dissent.yaml": "trustedFolders: [/]\n", "q.md": briefText() });

  expectRefusal(await run(at, ["run", "q.md"]), {
    says: /trustedFolders is read from your own configuration file only/,
    as: "bad-config",
  });
});
