/** Pages sent without a script: the frame of the page, and what strangers see instead. */
import type { Context } from "hono";

import { escapeHtmlText } from "../page/html-report.ts";
import type { PageName } from "../page/page-bundle.ts";
import type { RequestRefusal } from "./refusal.ts";

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
