/** Serves the page from this process, until Ctrl-C. */
import { redactorFor } from "../../app/desk.ts";
import { preparedFolder } from "../../app/project/own-files.ts";
import { pageBundles } from "../../page/bundle.ts";
import { type PageServer, pageServer } from "../../server/page-server.ts";
import type { Place } from "../../server/place.ts";
import { freshToken, keptToken } from "../../server/token.ts";
import { describeError, EXIT } from "../exit-codes.ts";
import type { Session } from "../session.ts";
import { hasBrowser, openBrowser } from "../terminal/browser.ts";

export interface Serving {
  readonly place: Place;
  readonly port?: number | undefined;
}

/** What is shown from memory leaves nothing behind; a project keeps its token, so that pages outlive a restart. */
export async function servePage(session: Session, { place, port }: Serving): Promise<PageServer> {
  const token = place.desk === null ? freshToken() : keptToken(preparedFolder(session.root));
  const bundleOf = pageBundles();
  // a page that cannot be made is told here, before anyone opens it
  await bundleOf("home");
  return pageServer({
    place,
    bundleOf,
    token,
    port,
    onDefect: (error) => tellDefect(session, error),
  });
}

/** What a page is only told to look up here (K17). */
export function tellDefect(session: Session, error: unknown): void {
  session.stderr.write(redactorFor(session)(describeError(error)));
}

export function openPath(session: Session, server: PageServer, path: string): void {
  if (hasBrowser(session)) openBrowser(server.openingUrl(path));
}

/** Resolves at Ctrl-C. The debates held for the page pause first; another Ctrl-C drops their turns in flight. */
export async function untilInterrupted(session: Session, server: PageServer): Promise<void> {
  const over = Promise.withResolvers<void>();
  let times = 0;
  const interrupt = (): void => {
    times++;
    if (times === 3) process.exit(EXIT.interrupted);
    if (times === 1 && server.isHolding()) {
      session.stderr.write("Pausing after the turns in flight. Ctrl-C again drops them.\n");
    }
    server.close().then(over.resolve, over.reject);
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    await over.promise;
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}
