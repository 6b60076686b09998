/** The routes of the page itself. Files are served from memory by name, so no path from a client is looked up. */
import { findListedDebate } from "../debates/find-debate.ts";
import {
  PAGE_NAMES,
  type PageBundle,
  type PageBundleSource,
  findPageName,
} from "../page/page-bundle.ts";
import type { RouteCall, RouteHandlers } from "./bind-routes.ts";
import { isValidDebateId } from "./read-request.ts";
import type { ServerRoute, ServerRoutes } from "./route.ts";
import type { RenderPageFrame } from "./static-pages.ts";

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
  bundleOf: PageBundleSource,
  frameOf: RenderPageFrame,
): RouteHandlers<ServerRoutes> {
  const sent =
    (name: (typeof PAGE_NAMES)[number], part: keyof PageBundle) =>
    async ({ c }: RouteCall): Promise<Response> => {
      const type = part === "script" ? "text/javascript" : "text/css";
      const headers = { "Content-Type": `${type}; charset=utf-8` };
      return c.body((await bundleOf(name))[part], 200, headers);
    };
  return {
    "home page": ({ c }) => c.html(frameOf("home", c)),
    async "debate page"({ c, server: place }) {
      const id = c.req.param("debate") ?? "";
      // one that is not there says so by itself; none is read whole for its name
      const found = isValidDebateId(id) ? await findListedDebate(place.app, id) : undefined;
      return c.html(frameOf(found ? findPageName(found.protocol) : "other", c));
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
