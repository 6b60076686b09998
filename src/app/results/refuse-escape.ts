import { checkProjectDirectory } from "../../config/context/safe-path.ts";
import { SetupError } from "../../errors.ts";
import type { AppContext } from "../app-context.ts";

/** K17: a link planted where results go is found before a debate begins, and again after it. */
export async function refuseEscapingFolder(
  { root }: AppContext,
  { featureDir }: { readonly featureDir: string | null },
): Promise<void> {
  const place = featureDir ?? ".dissent/debates";
  const checked = await checkProjectDirectory(root, `${place}/sadd`);
  if ("directory" in checked) return;
  throw new SetupError("unsafe-path", `${place} ${checked.refused}.`, {
    hint: "Remove the link, or write elsewhere with -o <dir>.",
  });
}
