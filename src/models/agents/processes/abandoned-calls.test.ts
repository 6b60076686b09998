import { spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { fakeClock } from "../../../../test/support/time/fake-clock.ts";
import { removeAbandonedFolders } from "./abandoned-calls.ts";
import { createCallMark, findCallMarkOwner } from "./call-mark.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "dissent-abandoned-"));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** The mark of a process that has ended. */
function markOfTheDead(): string {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  return createCallMark().replace(/\.[^.]+-(\w{6})$/, `.${pid.toString(36)}-$1`);
}

const ELSEWHERE = "dissent-agent-zzzz.1.1-abcdef";

function folder(name: string, ageMs = 0, nowMs = 0): string {
  const path = join(directory, name);
  mkdirSync(join(path, "home"), { recursive: true });
  writeFileSync(join(path, "home", "prompt.txt"), "a private question");
  utimesSync(path, (nowMs - ageMs) / 1000, (nowMs - ageMs) / 1000);
  return name;
}

const DAY_MS = 24 * 60 * 60_000;
const clock = fakeClock();

async function left(): Promise<string[]> {
  await removeAbandonedFolders(directory, clock);
  return readdirSync(directory);
}

describe("who made a call", () => {
  test("a process that runs, one that has ended, one of another machine", () => {
    expect(findCallMarkOwner(createCallMark())).toBe("alive");
    expect(findCallMarkOwner(markOfTheDead())).toBe("gone");
    expect(findCallMarkOwner(ELSEWHERE)).toBe("elsewhere");
    expect(findCallMarkOwner("dissent-agent-abcdef")).toBeUndefined();
  });

  test.skipIf(!existsSync("/proc/self/stat"))(
    "a process id that was given out again belongs to somebody else",
    () => {
      expect(findCallMarkOwner(createCallMark().replace(/\.[^.]+\./, ".1."))).toBe("gone");
    },
  );
});

describe("folders in the temporary directory", () => {
  test("those of a process that is gone are removed; those of one that runs are kept", async () => {
    folder(markOfTheDead());
    const kept = folder(createCallMark());

    expect(await left()).toEqual([kept]);
  });

  test("those of another container are removed after a day", async () => {
    folder(ELSEWHERE, DAY_MS + 1, clock.nowMs());
    const kept = folder("dissent-agent-zzzz.1.1-ghijkl", DAY_MS - 1_000, clock.nowMs());

    expect(await left()).toEqual([kept]);
  });

  test("other names, and links that someone has planted, are left alone", async () => {
    const other = folder("dissent-agent-of-mine");
    const planted = markOfTheDead();
    symlinkSync(join(directory, other), join(directory, planted));

    expect((await left()).toSorted()).toEqual([other, planted].toSorted());
    expect(readdirSync(join(directory, other))).toEqual(["home"]);
  });

  test.skipIf(process.getuid?.() !== 0)("another user's are left alone", async () => {
    const name = folder(markOfTheDead());
    chownSync(join(directory, name), 65_534, 65_534);

    expect(await left()).toEqual([name]);
  });
});
