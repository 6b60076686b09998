import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeEach, expect, onTestFinished, test } from "vitest";

import { SetupError } from "../../errors.ts";
import { readTextFile } from "./read-text-file.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dissent-text-"));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function refusal(path: string, maxBytes = 1000): Promise<Partial<SetupError>> {
  const error: unknown = await readTextFile(path, { maxBytes, shown: "x.md" }).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SetupError)) throw new Error(`No refusal but ${String(error)}.`);
  expect(error.hint).toMatch(/^[A-Z].*\.$/);
  return { code: error.code, message: error.message };
}

test("a text comes without its byte order mark and with its line ends", async () => {
  const path = written("a.md", "\uFEFFone\r\ntwo\n");

  expect(await readTextFile(path, { maxBytes: 100 })).toBe("one\r\ntwo\n");
});

test("an empty file is an empty text", async () => {
  expect(await readTextFile(written("a.md", ""), { maxBytes: 100 })).toBe("");
});

test("a missing file is named as the person wrote it", async () => {
  expect(await refusal(join(folder, "none.md"))).toEqual({
    code: "file-unreadable",
    message: "There is no file x.md.",
  });
});

test("a path through a file is a missing file", async () => {
  const path = written("a.md", "");

  expect((await refusal(join(path, "b.md"))).message).toBe("There is no file x.md.");
});

test("a directory is refused", async () => {
  mkdirSync(join(folder, "sub"));

  expect((await refusal(join(folder, "sub"))).message).toBe("x.md is a directory, not a file.");
});

test.skipIf(process.platform === "win32")("a pipe is refused instead of waited for", async () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);

  expect((await refusal(pipe)).message).toBe("x.md is a pipe or a device, not a file.");
  expect((await refusal("/dev/zero")).message).toBe("x.md is a pipe or a device, not a file.");
});

test.skipIf(process.platform !== "linux")(
  "a file without a size is read no further than the limit",
  async () => {
    expect((await refusal("/proc/self/maps", 10)).code).toBe("file-too-large");
  },
);

test("a link to itself is refused", async () => {
  symlinkSync("loop", join(folder, "loop"));

  expect((await refusal(join(folder, "loop"))).message).toBe(
    "x.md is a link that leads back to itself.",
  );
});

test("a file above the limit is refused with its size and the limit", async () => {
  expect(await refusal(written("a.md", "x".repeat(2048)), 1024)).toEqual({
    code: "file-too-large",
    message: "x.md has 2.0 KiB, and at most 1.0 KiB are read.",
  });
});

test("a binary file is refused", async () => {
  const path = written("a.png", Buffer.from([0x89, 0x50, 0, 0x47]));

  expect((await refusal(path)).message).toBe("x.md is binary, not text.");
});

test("invalid UTF-8 is refused", async () => {
  const path = written("a.md", Buffer.from([0x61, 0xff, 0xfe, 0x62]));

  expect((await refusal(path)).message).toBe("x.md is not valid UTF-8.");
});

test("a name with escape sequences cannot reach the terminal", async () => {
  const error: unknown = await readTextFile(join(folder, "a\u001b[31m.md"), { maxBytes: 1 }).catch(
    (thrown: unknown) => thrown,
  );

  expect((error as Error).message).not.toContain("\u001b");
});

test.skipIf(process.getuid?.() === 0)(
  "a file without permission is refused (root may read everything, so not as root)",
  async () => {
    const path = written("a.md", "x");
    chmodSync(path, 0o000);

    expect((await refusal(path)).message).toBe("x.md may not be read.");
  },
);
