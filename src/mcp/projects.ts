/** The project's debates for as long as one call needs them. */
import { existingApp } from "../app/desk.ts";
import type { Dissent } from "../dissent.ts";
import type { Station } from "./station.ts";

/** Looking never makes a database; where there is none, that is said. */
export async function withDebates<Result>(
  { desk }: Station,
  use: (app: Dissent) => Promise<Result>,
): Promise<Result> {
  const app = existingApp(desk);
  try {
    return await use(app);
  } finally {
    await app.close();
  }
}
