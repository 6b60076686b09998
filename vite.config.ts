import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { defineConfig } from "vite";

/** One page: a script and a style sheet, which a server sends and a report holds inside. */
const page = process.env["DISSENT_PAGE"] ?? "home";
/** A protocol brings a page of its own. */
const own = `web/protocols/${page}/page.tsx`;

export default defineConfig({
  root: "web",
  base: "./",
  resolve: {
    alias: {
      // the package's own writes to innerHTML, which the policy of the page forbids
      "decode-named-character-reference": fileURLToPath(
        new URL("web/kit/markdown/named-characters.ts", import.meta.url),
      ),
    },
  },
  build: {
    target: "es2023",
    // the first that know light-dark(), on which both themes rest
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    outDir: "../dist/web",
    emptyOutDir: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: existsSync(own) ? own : `web/pages/${page}.tsx`,
      // a module of the engine that is not used is left out, whatever it would do when it is loaded
      treeshake: {
        moduleSideEffects: [{ test: /\/src\/.*\.ts$/, sideEffects: false }],
        propertyReadSideEffects: false,
      },
      output: {
        codeSplitting: false,
        entryFileNames: `${page}.js`,
        assetFileNames: `${page}[extname]`,
      },
    },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
});
