/** The routes of the page itself. Files are served from memory by name, so no path from a client is looked up. */
import type { Context } from "hono";

import { findListedDebate } from "../debates/find-debate.ts";
import { escapeHtmlText } from "../page/markdown-html.ts";
import {
  PAGE_NAMES,
  type PageBundle,
  type PageBundleSource,
  findPageName,
  type PageName,
} from "../page/page-bundle.ts";
import { isValidDebateId } from "./read-request.ts";
import type { RequestRefusal } from "./refusal.ts";
import type { RouteCall, RouteHandlers, ServerRoute, ServerRoutes } from "./route.ts";

function createPageRoute(path: string, media: string, summary: string): ServerRoute {
  return { method: "get", path, access: "read", summary, answer: { media, says: summary } };
}

const ASSET_ROUTES = Object.fromEntries(
  PAGE_NAMES.flatMap((name) => [
    [`${name}.js`, createPageRoute(`/${name}.js`, "text/javascript", "The script of a page")],
    [`${name}.css`, createPageRoute(`/${name}.css`, "text/css", "The style of a page")],
  ]),
);

export const PAGE_ROUTES: ServerRoutes = {
  "home page": createPageRoute("/", "text/html", "The page with all debates"),
  "debate page": createPageRoute("/debates/:debate", "text/html", "The page of a debate"),
  favicon: createPageRoute("/favicon.ico", "image/x-icon", "Nothing"),
  ...ASSET_ROUTES,
};

export function createPageHandlers(
  loadBundle: PageBundleSource,
  renderFrame: RenderPageFrame,
): RouteHandlers<ServerRoutes> {
  const sent =
    (name: (typeof PAGE_NAMES)[number], part: keyof PageBundle) =>
    async ({ c }: RouteCall): Promise<Response> => {
      const type = part === "script" ? "text/javascript" : "text/css";
      const headers = { "Content-Type": `${type}; charset=utf-8` };
      return c.body((await loadBundle(name))[part], 200, headers);
    };
  return {
    "home page": ({ c }) => c.html(renderFrame("home", c)),
    async "debate page"({ c, server: place }) {
      const id = c.req.param("debate") ?? "";
      // one that is not there says so by itself; none is read whole for its name
      const found = isValidDebateId(id) ? await findListedDebate(place.app, id) : undefined;
      return c.html(renderFrame(found ? findPageName(found.protocol) : "other", c));
    },
    favicon: ({ c }) => c.body(null, 204),
    ...Object.fromEntries(
      PAGE_NAMES.flatMap((name) => [
        [`${name}.js`, sent(name, "script")],
        [`${name}.css`, sent(name, "style")],
      ]),
    ),
  };
}

// The pages that are sent without a script: the frame of the page, and what stands in its place for strangers.

/** The frame for the requester. */
export type RenderPageFrame = (page: PageName, c: Context) => string;

/** Script and style come from the same server, and everything else is asked for by the script. */
export function renderPageFrame(page: PageName, head = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>Dissent</title>${head}
<link rel="stylesheet" href="/${page}.css" />
</head>
<body>
<div id="page"></div>
<noscript>This page needs JavaScript. Without it: dissent show, or dissent report.</noscript>
<script type="module" src="/${page}.js"></script>
</body>
</html>
`;
}

export function renderLockedPage({ message, hint = "" }: RequestRefusal): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>Dissent</title>
</head>
<body>
<h1>${escapeHtmlText(message)}</h1>
<p>${escapeHtmlText(hint)}</p>
</body>
</html>
`;
}
