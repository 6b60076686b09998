import type { ConfigValues } from "../../config/config.ts";
/** Whether a decision record is wanted, and where; mistakes are found before anything is spent. */
import { SetupError } from "../../errors.ts";
import type { AppContext } from "../app-context.ts";
import { readListFlag } from "../read-flags.ts";
import { checkAdrRequest } from "./write-adr-file.ts";
import type { AdrOptions } from "./write-decision-record.ts";

export async function parseAdrFlags(
  { root }: AppContext,
  flags: Readonly<Record<string, unknown>>,
  { dir, journal }: ConfigValues["records"],
): Promise<AdrOptions | undefined> {
  const supersedes = readListFlag(flags, "supersedes");
  if (flags["adr"] !== true) {
    if (supersedes.length === 0) return undefined;
    throw new SetupError("usage", "--supersedes needs --adr.", {
      hint: `Write a record that takes its place: --adr --supersedes ${supersedes[0] ?? ""}`,
    });
  }
  await checkAdrRequest({ root, dir, supersedes });
  return { dir, supersedes, journal };
}
