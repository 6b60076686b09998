/** The documentation as a site: pages from docs/, the order of docs/index.md, search on the machine of the reader. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const DOCS = join(ROOT, "docs");
const { repository, version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const SOURCE = `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/main`;

/** The sections of docs/index.md, each with its pages, become the sidebar. */
function readSidebar() {
  const index = readFileSync(join(DOCS, "index.md"), "utf8");
  return index
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: section.slice(0, section.indexOf("\n")),
      items: [...section.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\.md\)/gm)].map(([, text, link]) => ({
        text,
        link: `/${link}`,
      })),
    }));
}

/** A link to a file of the repository that is no page leads to the repository. */
function linkFilesToRepository(md) {
  md.core.ruler.push("files-of-the-repository", ({ tokens, env }) => {
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        const href = token.type === "link_open" ? token.attrGet("href") : null;
        if (href === null || /^(?:[a-z]+:|#|\/)/.test(href)) continue;
        const [path] = href.split("#");
        const file = posix.join("docs", posix.dirname(env.relativePath), decodeURIComponent(path));
        const isPage =
          file.startsWith("docs/") && (file.endsWith(".md") || /\.(?:png|svg)$/.test(file));
        if (!isPage && existsSync(join(ROOT, file))) token.attrSet("href", `${SOURCE}/${file}`);
      }
    }
  });
}

export default {
  title: "Dissent",
  description: "Several AI models debate your question; code computes the result.",
  // a copy of docs/ made by build.mjs: pages outside of this folder would not find vue
  srcDir: "pages",
  outDir: "dist",
  cacheDir: join(ROOT, ".cache", "site"),
  base: process.env.SITE_BASE ?? "/",
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    html: false,
    config: linkFilesToRepository,
    // the usual light theme has too little contrast on the grey of code
    theme: { light: "github-light-high-contrast", dark: "github-dark" },
  },
  // the gallery is written beside the pages after they are built
  ignoreDeadLinks: [/^\/gallery\//],
  themeConfig: {
    search: { provider: "local" },
    sidebar: readSidebar(),
    nav: [
      { text: "Start", link: "/getting-started" },
      { text: "Gallery", link: "/gallery/index.html", target: "_self" },
      { text: `Version ${version}`, link: `${SOURCE}/CHANGELOG.md` },
    ],
    outline: { level: [2, 3] },
    footer: { message: "MIT licence" },
  },
  vite: { server: { fs: { allow: [ROOT] } } },
};
