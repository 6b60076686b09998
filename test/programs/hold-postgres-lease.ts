/** Takes a lease, writes one line under it, says its token, and does nothing more until it is killed. */
import { postgresStore } from "../../src/stores/postgres.ts";
import { adds } from "../conformance/store-lines.ts";

const [url = "", debate = "", ttlMs = "0"] = process.argv.slice(2);
const store = postgresStore(url);
const lease = await store.lease(debate, Number(ttlMs));
await store.append({ ...adds(debate, 0, "before"), lease });
process.stdout.write(`${lease.token}\n`);
setInterval(() => {}, 1_000);
