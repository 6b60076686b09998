/** Writes schema/dissent.schema.json from the configuration's own schema. */
import { mkdirSync, writeFileSync } from "node:fs";

import { formatSettingsSchema } from "../src/config/config-schema.ts";

const directory = new URL("../schema/", import.meta.url);

mkdirSync(directory, { recursive: true });
writeFileSync(new URL("dissent.schema.json", directory), formatSettingsSchema());
