import { describe, expect, test } from "vitest";

import { deniedBy } from "./deny.ts";
import { fits } from "./glob.ts";

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
    expect(fits(path, pattern)).toBe(expected);
  });

  // trying every way to share the name out among the stars would never end
  test("a pattern with many stars that does not fit is refused", () => {
    expect(fits("a".repeat(200), `${"*a".repeat(60)}*b`)).toBe(false);
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
    expect(deniedBy(path, [])).toBeDefined();
  });

  test.each([
    "README.md",
    "docs/environment.md",
    "src/keyboard.ts",
    "docs/secrets.md",
    ".gitignore",
  ])("allows %s", (path) => {
    expect(deniedBy(path, [])).toBeUndefined();
  });

  test("is added to by the project, never replaced", () => {
    expect(deniedBy("notes/salaries.csv", ["*.csv"])).toBe("*.csv");
    expect(deniedBy("private/plan.md", ["private/**"])).toBe("private/**");
    expect(deniedBy(".env", ["*.csv"])).toBe(".env*");
  });
});
