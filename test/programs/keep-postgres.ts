/** Finds or starts the PostgreSQL of a directory, says where it is, and keeps it until standard input ends. */
import { once } from "node:events";

import { DissentError } from "../../src/errors.ts";
import { openLocalPostgres } from "../../src/team/postgres/local/local-postgres.ts";

const [directory = ""] = process.argv.slice(2);
// as `dissent serve` does, which has to finish first
process.on("SIGINT", () => {});
try {
  const postgres = await openLocalPostgres({
    directory,
    onNotice: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(`${JSON.stringify(postgres)}\n`);
  process.stdin.resume();
  await once(process.stdin, "end");
  await postgres.stop();
} catch (error) {
  if (!(error instanceof DissentError)) throw error;
  process.stderr.write(`${error.message}\n${error.hint}\n[${error.code}]\n`);
  process.exitCode = 2;
}
