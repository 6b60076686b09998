/** Lets debates of a project read files of the checkout that it lies in, or of one that a person names. */
import { resolve } from "node:path";

import type { EvidenceSettings } from "../../evidence/evidence-settings.ts";
import type { Plan } from "../../plan.ts";
import type { OutsideReader } from "../../protocol.ts";
import { type CheckoutLocation, openCheckout } from "../../repository/open-checkout.ts";
import { createRepositoryReader } from "../../repository/repository-reader.ts";
import type { Redactor } from "../../text/redact.ts";
import { type CommandFlags, readTextFlag } from "../read-flags.ts";

/** Where a person is, and where their project lies. */
export interface ProjectPlace {
  readonly cwd: string;
  readonly root: string;
  readonly env: CheckoutLocation["env"];
}

/** Said before anything is spent: a debate that cannot read what it promises is not begun. */
export async function refuseMissingCheckout(
  place: ProjectPlace,
  { settings }: Pick<Plan, "settings">,
  flags: CommandFlags,
): Promise<void> {
  const { repo = false } = settings as EvidenceSettings;
  if (repo === false) return;
  const location = findCheckoutPlace(place, readTextFlag(flags, "repo"));
  await openCheckout(location, repo === true ? null : repo);
}

export interface ProjectReaderOptions {
  readonly repository: string | undefined;
  /** Patterns of files that are never sent. */
  readonly deny: () => Promise<readonly string[]>;
  readonly redact: Redactor;
}

export function createProjectReader(
  place: ProjectPlace,
  { repository, deny, redact }: ProjectReaderOptions,
): OutsideReader {
  return createRepositoryReader({ ...findCheckoutPlace(place, repository), deny, redact });
}

function findCheckoutPlace(
  { cwd, root, env }: ProjectPlace,
  repository: string | undefined,
): CheckoutLocation {
  return { dir: repository === undefined ? root : resolve(cwd, repository), env };
}
