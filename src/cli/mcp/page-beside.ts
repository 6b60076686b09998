/** The page beside the tools of an agent: for the person, so its token goes to the person alone. */
import { openProjectApp } from "../../app/app-context.ts";
import { formatDebatePath } from "../../server/page-server.ts";
import { createProjectContext } from "../../server/places.ts";
import type { CliContext } from "../cli-context.ts";
import { startPageServer, printPageDefect } from "../debates/serve-page.ts";

export interface CompanionPage {
  /** Without the token: whoever has it may decide, and an agent must not. */
  readonly pageOf: (debate: string) => string;
  close(): Promise<void>;
}

export async function serveCompanionPage(session: CliContext): Promise<CompanionPage> {
  const app = openProjectApp(session);
  const onTrouble = (_: string, error: unknown): void => printPageDefect(session, error);
  const server = await startPageServer(session, {
    place: createProjectContext(session, app, { onTrouble }),
  });
  session.stderr.write(`Page: ${server.formatPageUrl("/")}\n`);
  return {
    pageOf: (debate) => `http://127.0.0.1:${server.port}${formatDebatePath(debate)}`,
    async close() {
      await server.close();
      await app.close();
    },
  };
}
