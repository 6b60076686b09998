/** What tests fetch stays in the clone: nothing is put into the person's own caches. */
import { join } from "node:path";

const CACHE = join(import.meta.dirname, "..", "..", "..", ".cache");

export const OWN_CACHES = { XDG_CACHE_HOME: CACHE, npm_config_cache: join(CACHE, "npm") };
