/** Opens a store that may not exist yet and appends to it, once it is told to, while others do the same. */
import { readSync } from "node:fs";

import { sqliteStore } from "../../src/stores/sqlite.ts";
import { adds } from "../conformance/store-lines.ts";

const [path = "", name = "", lines = "0"] = process.argv.slice(2);
process.stdout.write("ready\n");
readSync(0, Buffer.alloc(5));
const store = sqliteStore(path);
let conflicts = 0;
for (let sequence = 0; sequence < Number(lines); sequence++) {
  await store.append(adds(`own-${name}`, sequence, `${name}-${sequence}`));
  // one debate belongs to nobody: each line of it goes to whoever comes first
  const next = (await store.read("common")).length;
  await store.append(adds("common", next, `${name}-${next}`)).catch((error: { code: string }) => {
    if (error.code !== "store-conflict") throw error;
    conflicts += 1;
  });
}
await store.close();
process.stdout.write(String(conflicts));
