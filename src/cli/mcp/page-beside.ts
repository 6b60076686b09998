/** The page beside the tools of an agent: for the person, so its token goes to the person alone. */
import { openApp } from "../../app/desk.ts";
import { pathOf } from "../../server/page-server.ts";
import { projectPlace } from "../../server/places.ts";
import { servePage, tellDefect } from "../debates/serve-page.ts";
import type { Session } from "../session.ts";

export interface PageBeside {
  /** Without the token: whoever has it may decide, and an agent must not. */
  readonly pageOf: (debate: string) => string;
  close(): Promise<void>;
}

export async function pageBeside(session: Session): Promise<PageBeside> {
  const app = openApp(session);
  const onTrouble = (_: string, error: unknown): void => tellDefect(session, error);
  const server = await servePage(session, { place: projectPlace(session, app, { onTrouble }) });
  session.stderr.write(`Page: ${server.urlOf("/")}\n`);
  return {
    pageOf: (debate) => `http://127.0.0.1:${server.port}${pathOf(debate)}`,
    async close() {
      await server.close();
      await app.close();
    },
  };
}
