/**
 * A real Chromium, and pages in it.
 * Every page is watched: errors on its console and requests to anyone but its own server fail the test.
 */
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, expect, test as testHere } from "vitest";

import { missingPart } from "../processes/missing-part.ts";
import { CHROMIUM_FLAGS, findChromium } from "./chromium.ts";

/** A test that needs a browser, and is skipped where there is none. */
export const test = testHere.skipIf(missingPart("chromium") !== undefined);

let opened: Promise<Browser> | undefined;

afterAll(async () => {
  const browser = await opened;
  opened = undefined;
  await browser?.close();
});

/** One for all tests of a file. */
export function browser(): Promise<Browser> {
  opened ??= launched();
  return opened;
}

async function launched(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
}

export interface Watched {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong on the console and over the network, and what the page did that no page of ours does. */
  readonly faults: string[];
  /** Every address it asked for, in order. */
  readonly requests: string[];
}

export interface Viewing {
  readonly scheme?: "light" | "dark";
  readonly phone?: boolean;
  readonly reducedMotion?: boolean;
}

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** A page in a profile of its own. Requests to other places than `home` are faults, and are not let out. */
export async function watchedPage(home: string, viewing: Viewing = {}): Promise<Watched> {
  const context = await (
    await browser()
  ).newContext({
    viewport: viewing.phone === true ? PHONE : DESK,
    colorScheme: viewing.scheme ?? "light",
    reducedMotion: viewing.reducedMotion === false ? "no-preference" : "reduce",
  });
  return watchedIn(context, home);
}

/** Another tab of the same profile. */
export async function watchedIn(context: BrowserContext, home: string): Promise<Watched> {
  const page = await context.newPage();
  // against hangs only: a machine that is busy with other tests answers late
  page.setDefaultTimeout(240_000);
  const faults: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      faults.push(`console ${message.type()}: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("crash", () => faults.push("the page crashed"));
  page.on("popup", (other) => faults.push(`a window with ${other.url()}`));
  page.on("dialog", async (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.route("**/*", async (route) => {
    const url = route.request().url();
    requests.push(url);
    if (url.startsWith(home) || url.startsWith("data:") || url.startsWith("blob:")) {
      await route.continue();
      return;
    }
    faults.push(`request to ${url}`);
    await route.abort();
  });
  return { page, context, faults, requests };
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

export interface AccessCheck {
  readonly where?: string;
  /** Contrast takes longest, and nothing else depends on colours. */
  readonly colours?: "only" | "not";
}

/** WCAG A and AA, as far as a machine can tell. */
export async function expectAccessible(
  page: Page,
  { where = page.url(), colours }: AccessCheck = {},
): Promise<void> {
  // by the debugger, which a content security policy does not stop; once for each page
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (options) => {
      const { axe: checker, document } = globalThis as unknown as {
        axe: typeof axe;
        document: string;
      };
      const found = await checker.run(document, options);
      return found.violations.map(({ id, nodes }) => {
        const [first] = nodes;
        return `${id} (${nodes.length}): ${first?.html.slice(0, 300)} ${first?.failureSummary ?? ""}`;
      });
    },
    {
      runOnly:
        colours === "only"
          ? { type: "rule" as const, values: ["color-contrast"] }
          : { type: "tag" as const, values: TAGS },
      ...(colours === "not" && { rules: { "color-contrast": { enabled: false } } }),
      resultTypes: ["violations" as const],
      iframes: false,
      preload: false,
    },
  );
  expect(violations, where).toEqual([]);
}
