/** Asks every vendor once at the given loopback, gives up on one that hangs, and must then end by itself. */
import { VENDORS, hearAll, vendorOn } from "../support/agents/vendors.ts";

const [, , url = ""] = process.argv;
for (const vendor of VENDORS) {
  const { error } = await hearAll(vendorOn({ url }, vendor, "ok"));
  if (error !== undefined) throw error;
  const controller = new AbortController();
  const hanging = hearAll(vendorOn({ url }, vendor, "stall"), { signal: controller.signal });
  setImmediate(() => controller.abort());
  await hanging;
}
process.stdout.write("done\n");
