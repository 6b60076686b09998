/** The page of a debate that this terminal holds: served while it runs, and on a terminal until Ctrl-C. */
import type { Dissent } from "../../dissent.ts";
import { settlement } from "../../domain/event.ts";
import type { Joined } from "../../server/holder.ts";
import { pathOf } from "../../server/page-server.ts";
import { projectPlace } from "../../server/places.ts";
import { EXIT } from "../exit-codes.ts";
import type { Session } from "../session.ts";
import { finish, type HoldFlags } from "./finish.ts";
import { openPath, servePage, tellDefect, untilInterrupted } from "./serve-page.ts";

export interface OpenPage {
  readonly url: string;
  /** Lets the page look on and steer while the terminal holds the debate. */
  join(steer: { readonly pause: () => void; readonly drop: () => void }): Joined;
}

type Holding = HoldFlags & { readonly debate: string };

export async function withPage(
  session: Session,
  app: Dissent,
  { request, hold }: { request: Holding; hold: (page: OpenPage) => Promise<number> },
): Promise<number> {
  const { debate } = request;
  const onTrouble = (_: string, error: unknown): void => tellDefect(session, error);
  const place = projectPlace(session, app, { onTrouble });
  const server = await servePage(session, { place });
  const url = server.urlOf(pathOf(debate));
  let pausedThere = false;
  try {
    if (!session.flags.json) session.stderr.write(`Page        ${url}\n`);
    openPath(session, server, pathOf(debate));
    const exit = await hold({
      url,
      join: ({ pause, drop }) =>
        place.holder.join(debate, {
          drop,
          pause() {
            pausedThere = true;
            pause();
          },
        }),
    });
    // whoever pressed Ctrl-C wants to leave
    const stays = exit !== EXIT.interrupted || pausedThere;
    if (!stays || session.stderr.isTTY !== true) return exit;
    const before = settlement((await app.read(debate)).events);
    session.stderr.write(`The page stays open until Ctrl-C: ${url}\n`);
    await untilInterrupted(session, server);
    return before ? exit : await laterExit(session, app, { request, exit });
  } finally {
    await server.close();
  }
}

/** What waited or was paused may have ended on the page; then it ends here as it would have. */
async function laterExit(
  session: Session,
  app: Dissent,
  { request: { debate, ...flags }, exit }: { request: Holding; exit: number },
): Promise<number> {
  const settled = settlement((await app.read(debate)).events);
  if (!settled) return exit;
  const holding = { status: "settled", outcome: settled.outcome } as const;
  return finish(session, app, { holding, debate, flags });
}
