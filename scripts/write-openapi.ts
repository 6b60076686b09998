/** Writes docs/openapi.json from the routes of a team's server. */
import { writeFileSync } from "node:fs";

import { createOpenApiDocument } from "../src/team/server/routes/openapi.ts";

writeFileSync(
  new URL("../docs/openapi.json", import.meta.url),
  `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`,
);
