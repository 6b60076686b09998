/** Opens a store that may not exist yet and appends to it, while others do the same. */
import { sqliteStore } from "../../src/stores/sqlite.ts";
import { adds } from "../conformance/store-lines.ts";

const [path = "", name = "", lines = "0", startMs = "0"] = process.argv.slice(2);
// all begin at one instant, so that they meet while the tables are being made
while (Date.now() < Number(startMs));
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
