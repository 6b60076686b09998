/** The documentation as a site: it is built as its README line says, and asks nobody but its own server for anything. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, extname, join, posix } from "node:path";

import { afterAll, beforeAll, describe, expect, test as anywhere } from "vitest";

import { runNpm } from "../../src/team/postgres/local/local-postgres-npm.ts";
import { expectAccessible, test, watchedPage } from "../support/page/browser.ts";

const SITE = join(import.meta.dirname, "..", "..", "site");
const BUILT = join(SITE, "dist");
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

let server: Server;
let home: string;

beforeAll(async () => {
  await runNpm(["ci", "--prefix", SITE, "--ignore-scripts", "--no-audit", "--no-fund"], {
    what: "the site's generator",
    directory: SITE,
    project: process.cwd(),
  });
  execFileSync(process.execPath, [join(SITE, "build.mjs")], { stdio: "ignore" });
  server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname);
    const file = join(BUILT, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(BUILT) || !existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 600_000);

afterAll(() => server?.close());

const pages = (): string[] => globSync("**/*.html", { cwd: BUILT });

describe("the site", () => {
  anywhere("has every page of docs, and a live report of every recording", () => {
    const written = globSync("**/*.md", { cwd: join(SITE, "..", "docs") });
    const missing = written.filter((path) => !pages().includes(path.replace(/md$/, "html")));
    const recordings = globSync("*/recording.json", {
      cwd: join(SITE, "..", "examples", "recordings"),
    });

    expect(missing).toEqual([]);
    expect(pages().filter((path) => /^gallery\/(?!index)/.test(path))).toHaveLength(
      recordings.length,
    );
  });

  anywhere("has no link to a page that is not there", () => {
    const dead = pages()
      .filter((path) => !path.startsWith("gallery/"))
      .flatMap((path) => {
        const text = readFileSync(join(BUILT, path), "utf8");
        const links = [...text.matchAll(/href="([^"#?]+)[^"]*"/g)].map(([, href = ""]) => href);
        return links
          .filter((href) => !/^[a-z]+:/.test(href))
          .map((href) => (href.startsWith("/") ? href : posix.join("/", dirname(path), href)))
          .map((href) => (href.endsWith("/") ? `${href}index.html` : href))
          .filter((href) => !existsSync(join(BUILT, href)))
          .map((href) => `${path}: ${href}`);
      });

    expect(dead).toEqual([]);
  });

  test.each(["light", "dark"] as const)("%s: pages and phone ask nobody else", async (scheme) => {
    for (const phone of [false, true]) {
      const { page, faults, context } = await watchedPage(home, { scheme, phone });
      for (const path of ["/index.html", "/protocols/challenge.html", "/gallery/index.html"]) {
        await page.goto(`${home}${path}`);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
      }
      expect(faults).toEqual([]);
      await context.close();
    }
  });

  test("search finds a page without a server", async () => {
    const { page, faults } = await watchedPage(home);
    await page.goto(`${home}/index.html`);
    await page
      .getByRole("button", { name: /search/i })
      .first()
      .click();
    await page.getByRole("searchbox").fill("escalate");
    await page.getByRole("option").first().waitFor();

    expect(faults).toEqual([]);
  });

  test("an ordinary page can be read by everyone", async () => {
    const { page } = await watchedPage(home);
    await page.goto(`${home}/getting-started.html`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectAccessible(page, { colours: "only" });
  });
});
