/** `npm run test:mutants` in a small project of its own, with real tests, a real compiler and a mutant without an end. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");

const SOURCE = `export function isAdult(age: number): boolean {
  return age >= 18;
}

export function countTo(limit: number): number {
  let reached = 0;
  while (reached < limit) reached += 1;
  return reached;
}

export function spell(kind: "a" | "b"): string {
  return kind === "a" ? "first" : "second";
}
`;

const TESTS = `import { expect, test } from "vitest";
import { countTo, isAdult, spell } from "./ages.ts";
test("ages", () => {
  expect(isAdult(30)).toBe(true);
  expect(isAdult(3)).toBe(false);
});
test("counts", () => expect([countTo(0), countTo(3)]).toEqual([0, 3]));
test("spells", () => expect([spell("a"), spell("b")]).toEqual(["first", "second"]));
`;

let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "dissent-mutants-test-"));
  mkdirSync(join(project, "src"));
  symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"), "junction");
  const write = (file: string, text: string): void => writeFileSync(join(project, file), text);
  write("src/ages.ts", SOURCE);
  write("src/ages.test.ts", TESTS);
  write("package.json", '{"type":"module"}');
  write("tsconfig.json", readFileSync(join(ROOT, "tsconfig.json"), "utf8"));
  const unit = { test: { name: "unit", include: ["src/**/*.test.ts"] } };
  write("vitest.config.ts", `export default { test: { projects: [${JSON.stringify(unit)}] } };`);
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

function testMutants(...args: readonly string[]) {
  const script = join(ROOT, "scripts", "test-mutants.ts");
  return spawnSync(process.execPath, [script, ...args], { cwd: project, encoding: "utf8" });
}

test("prints what survived and the score, gives up on endless mutants, and leaves the source as it was", () => {
  const args = ["src/ages.ts", "--sample", "99", "--ceiling", "3", "--at-least", "100"];
  const { status, stdout, stderr } = testMutants(...args);
  expect(stderr).toBe("");
  expect(stdout).toContain(
    "survived  src/ages.ts:2  operator\n  - return age >= 18;\n  + return age > 18;",
  );
  expect(stdout.match(/^survived/gmu)).toHaveLength(1);
  // without `reached += 1`, with `-= 1`, and with `reached >= limit`, the loop goes on for ever
  expect(stdout).toMatch(/^src\/ages\.ts +9\d % +\d+ +3 +1 +0$/mu);
  expect(status, "the score is below 100").toBe(1);
  expect(readFileSync(join(project, "src/ages.ts"), "utf8")).toBe(SOURCE);
});

test("what only the compiler refuses is not counted", () => {
  writeFileSync(join(project, "src/kinds.ts"), 'export const kind: "a" | "b" = "a";\n');
  const { status, stdout } = testMutants("src/kinds.ts", "--at-least", "100");
  expect(stdout).toMatch(/^src\/kinds\.ts +100 % +0 +0 +0 +1$/mu);
  expect(status).toBe(0);
});

test("a test that failed for one mutant is not held against the next", () => {
  writeFileSync(join(project, "src/watched.ts"), "export const watched = true;\n");
  writeFileSync(join(project, "src/unwatched.ts"), "export const unwatched = true;\n");
  for (const [name, expected] of [
    ["watched", "true"],
    ["unwatched", "expect.anything()"],
  ] as const) {
    const lines = [
      'import { expect, test } from "vitest";',
      `import { ${name} } from "./${name}.ts";`,
      `test("a", () => expect(${name}).toEqual(${expected}));`,
    ];
    writeFileSync(join(project, `src/${name}.test.ts`), lines.join("\n"));
  }
  const { stdout } = testMutants("src/watched.ts", "src/unwatched.ts", "--show-killed");
  expect(stdout).toContain("killed by src/watched.test.ts  src/watched.ts:1  boolean");
  expect(stdout).toContain("survived  src/unwatched.ts:1  boolean");
});

test("tests that fail without a mutant are not judged", () => {
  const file = join(project, "src/broken.test.ts");
  writeFileSync(
    file,
    'import { test } from "vitest";\nimport "./ages.ts";\ntest("no", () => { throw new Error("no"); });\n',
  );
  const { status, stderr } = testMutants("src/ages.ts", "--sample", "1");
  rmSync(file);
  expect(stderr).toContain("src/broken.test.ts fails without any mutant");
  expect(status).toBe(2);
});

test.skipIf(process.platform === "win32")(
  "a signal ends it in the middle of an endless mutant, and no copy is left behind",
  async () => {
    const temporary = join(project, "temporary");
    mkdirSync(temporary);
    const script = join(ROOT, "scripts", "test-mutants.ts");
    const child = spawn(process.execPath, [script, "src/ages.ts", "--sample", "99"], {
      cwd: project,
      env: { ...process.env, TMPDIR: temporary },
    });
    // the survivor stands above the loop
    await once(child.stdout, "data");
    const copies = (): readonly string[] =>
      readdirSync(temporary).filter((name) => name.startsWith("dissent-mutants-"));
    expect(copies()).toHaveLength(1);
    child.kill("SIGTERM");
    const [code] = (await once(child, "exit")) as [number | null];

    expect(code).toBe(143);
    expect(copies()).toEqual([]);
  },
);

test("a flag that does not exist is refused", () => {
  const { status, stderr } = testMutants("--sampel", "1");
  expect(stderr).toContain("Unknown option '--sampel'");
  expect(status).toBe(2);
});
