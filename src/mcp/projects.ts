/** The project's debates for as long as one call needs them. */
import { openExistingApp } from "../app/app-context.ts";
import type { Dissent } from "../dissent.ts";
import type { McpContext } from "./mcp-context.ts";

/** Looking never makes a database; where there is none, that is said. */
export async function useProjectDebates<Result>(
  { desk }: McpContext,
  use: (app: Dissent) => Promise<Result>,
): Promise<Result> {
  const app = openExistingApp(desk);
  try {
    return await use(app);
  } finally {
    await app.close();
  }
}
