/** Appends to debates of its own and to one that belongs to nobody, while others do the same. */
import { postgresStore } from "../../src/stores/postgres.ts";
import { adds } from "../conformance/store-lines.ts";

const [url = "", name = "", lines = "0"] = process.argv.slice(2);
const store = postgresStore(url);
let conflicts = 0;
for (let sequence = 0; sequence < Number(lines); sequence++) {
  await store.append(adds(`own-${name}`, sequence, `${name}-${sequence}`));
  const next = (await store.read("common")).length;
  await store.append(adds("common", next, `${name}-${next}`)).catch((error: { code: string }) => {
    if (error.code !== "store-conflict") throw error;
    conflicts += 1;
  });
}
await store.close();
process.stdout.write(String(conflicts));
