import type { Config } from "../../config/config.ts";
/** Whether a decision record is wanted, and where; mistakes are found before anything is spent. */
import { SetupError } from "../../errors.ts";
import type { Desk } from "../desk.ts";
import { listFlag } from "../flags.ts";
import { checkAdr } from "./adr-file.ts";
import type { AdrFlags } from "./keep-record.ts";

export async function adrFlags(
  { root }: Desk,
  flags: Readonly<Record<string, unknown>>,
  { dir, journal }: Config["records"],
): Promise<AdrFlags | undefined> {
  const supersedes = listFlag(flags, "supersedes");
  if (flags["adr"] !== true) {
    if (supersedes.length === 0) return undefined;
    throw new SetupError("usage", "--supersedes needs --adr.", {
      hint: `Write a record that takes its place: --adr --supersedes ${supersedes[0] ?? ""}`,
    });
  }
  await checkAdr({ root, dir, supersedes });
  return { dir, supersedes, journal };
}
