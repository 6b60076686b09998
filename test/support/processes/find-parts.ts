/** Before the tests of `npm test`, which use what is here and fetch nothing. */
import type { TestProject } from "vitest/node";

import { installedChromium } from "../page/chromium.ts";
import { buildBundledProgram } from "./bundled-program.ts";
import { announceMissing, missingPrograms } from "./missing-part.ts";

export async function setup(project: TestProject): Promise<void> {
  const why = "none is installed; npm run test:rest fetches one";
  announceMissing(project, {
    ...(installedChromium() === undefined && { chromium: why }),
    ...missingPrograms(),
  });
  project.provide("program", await buildBundledProgram());
}
