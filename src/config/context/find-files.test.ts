import { describe, expect, test } from "vitest";

import { findDenyPattern, matchesGlob } from "./find-files.ts";

describe("a pattern", () => {
  test.each([
    ["docs/a.md", "docs/*.md", true],
    ["docs/deep/a.md", "docs/*.md", false],
    ["docs/deep/a.md", "docs/**/*.md", true],
    ["docs/a.md", "docs/**/*.md", true],
    ["docs/a.md", "docs/**", true],
    ["docs", "docs/**", false],
    ["a.md", "*.md", true],
    ["a.mdx", "*.md", false],
    ["a+b.md", "a+b.md", true],
    ["axb.md", "a.b.md", false],
    ["docs/a.md", "./docs/*", true],
    ["a/b/c/d", "**/**/**/d", true],
  ])("%s against %s: %s", (path, pattern, expected) => {
    expect(matchesGlob(path, pattern)).toBe(expected);
  });

  // trying every way to share the name out among the stars would never end
  test("a pattern with many stars that does not fit is refused", () => {
    expect(matchesGlob("a".repeat(200), `${"*a".repeat(60)}*b`)).toBe(false);
  });
});

describe("the built-in list", () => {
  test.each([
    ".env",
    ".env.local",
    "deploy/.ENV",
    "certs/site.pem",
    "id_rsa.pub",
    "app/secrets/token.txt",
    "secrets/x",
    ".git/config",
    "sub/.git/HEAD",
    "web/node_modules/a/index.js",
    ".npmrc",
    ".ssh/config",
  ])("forbids %s", (path) => {
    expect(findDenyPattern(path, [])).toBeDefined();
  });

  test.each([
    "README.md",
    "docs/environment.md",
    "src/keyboard.ts",
    "docs/secrets.md",
    ".gitignore",
  ])("allows %s", (path) => {
    expect(findDenyPattern(path, [])).toBeUndefined();
  });

  test("is added to by the project, never replaced", () => {
    expect(findDenyPattern("notes/salaries.csv", ["*.csv"])).toBe("*.csv");
    expect(findDenyPattern("private/plan.md", ["private/**"])).toBe("private/**");
    expect(findDenyPattern(".env", ["*.csv"])).toBe(".env*");
  });
});
