import { directoryInside } from "../../config/context/safe-path.ts";
import { SetupError } from "../../errors.ts";
import type { Desk } from "../desk.ts";

/** K17: a link planted where results go is found before a debate begins, and again after it. */
export async function refuseEscape(
  { root }: Desk,
  { featureDir }: { readonly featureDir: string | null },
): Promise<void> {
  const place = featureDir ?? ".dissent/debates";
  const checked = await directoryInside(root, `${place}/sadd`);
  if ("directory" in checked) return;
  throw new SetupError("unsafe-path", `${place} ${checked.refused}.`, {
    hint: "Remove the link, or write elsewhere with -o <dir>.",
  });
}
