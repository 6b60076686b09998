/** The addresses of the page itself, for browsers: from memory, by name, and no path a client sends is looked up. */
import { type Bundle, type BundleSource, pageFor, PAGES } from "../page/bundle.ts";
import type { Call, Handlers } from "./bind.ts";
import { isDebateId } from "./debate-id.ts";
import type { FrameOf } from "./locked-page.ts";
import type { Route, Routes } from "./route.ts";

function page(path: string, media: string, summary: string): Route {
  return { method: "get", path, access: "read", summary, answer: { media, says: summary } };
}

const ASSETS = Object.fromEntries(
  PAGES.flatMap((name) => [
    [`${name}.js`, page(`/${name}.js`, "text/javascript", "The script of a page")],
    [`${name}.css`, page(`/${name}.css`, "text/css", "The style of a page")],
  ]),
);

export const PAGE_ROUTES: Routes = {
  "home page": page("/", "text/html", "The page with all debates"),
  "debate page": page("/debates/:debate", "text/html", "The page of a debate"),
  favicon: page("/favicon.ico", "image/x-icon", "Nothing"),
  ...ASSETS,
};

export function pageHandlers(bundleOf: BundleSource, frameOf: FrameOf): Handlers<Routes> {
  const sent =
    (name: (typeof PAGES)[number], part: keyof Bundle) =>
    async ({ c }: Call): Promise<Response> => {
      const type = part === "script" ? "text/javascript" : "text/css";
      const headers = { "Content-Type": `${type}; charset=utf-8` };
      return c.body((await bundleOf(name))[part], 200, headers);
    };
  return {
    "home page": ({ c }) => c.html(frameOf("home", c)),
    async "debate page"({ c, place }) {
      const id = c.req.param("debate") ?? "";
      // one that is not there says so by itself; none is read whole for its name
      const listed = isDebateId(id) ? await place.app.list({ search: id }) : [];
      const found = listed.find((one) => one.id === id);
      return c.html(frameOf(found ? pageFor(found.protocol) : "other", c));
    },
    favicon: ({ c }) => c.body(null, 204),
    ...Object.fromEntries(
      PAGES.flatMap((name) => [
        [`${name}.js`, sent(name, "script")],
        [`${name}.css`, sent(name, "style")],
      ]),
    ),
  };
}
