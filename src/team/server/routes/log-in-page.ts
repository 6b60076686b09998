/** The page that asks a person for their token once. It has no script. */
import type { Context } from "hono";

import { escapeHtmlText } from "../../../page/markdown-html.ts";

export interface LogInForm {
  /** Where the person wanted to go. */
  readonly next: string;
  /** What is wrong, in words; empty at first. */
  readonly problem: string;
}

function renderLogInPage({ next, problem }: LogInForm): string {
  const alert =
    problem === "" ? "" : `\n<p class="alert" role="alert">${escapeHtmlText(problem)}</p>`;
  return `${renderPageHead("Log in · Dissent")}
<body>
<main>
<h1>Dissent</h1>
<p>This server is for a team. Log in with the token that you were given.</p>${alert}
<form method="post" action="/log-in">
<input type="hidden" name="next" value="${escapeHtmlText(next)}" />
<label for="token">Token</label>
<input id="token" name="token" type="password" required autofocus autocomplete="current-password"
  maxlength="200" spellcheck="false" autocapitalize="none" />
<button type="submit">Log in</button>
</form>
<p class="sub">No token? The person who runs the server makes one: <code>dissent team tokens create</code></p>
</main>
</body>
</html>
`;
}

/** A browser keeps a strict cookie back when a link elsewhere leads here; asked again from here, it sends it. */
export function renderReloadPage(): string {
  return `${renderPageHead("Dissent", '\n<meta http-equiv="refresh" content="0" />')}
<body>
<main><p>One moment.</p></main>
</body>
</html>
`;
}

function renderPageHead(title: string, more = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />${more}
<title>${escapeHtmlText(title)}</title>
<link rel="stylesheet" href="/log-in.css" />
</head>`;
}

const LOG_IN_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** A form says where it is sent from only to pages of its own origin, and only where that is allowed. */
export function respondWithLogInPage(
  c: Context,
  page: LogInForm | string,
  status: 401 | 403 | 429,
): Response {
  const html = typeof page === "string" ? page : renderLogInPage(page);
  return c.html(html, status, {
    "Content-Security-Policy": LOG_IN_POLICY,
    "Referrer-Policy": "same-origin",
  });
}

/** A path on this server and nowhere else. */
export function sanitizeRedirectPath(path: string): string {
  return /^\/(?![/\\])[\x21-\x7e]{0,2000}$/.test(path) && !path.includes("\\") ? path : "/";
}

/** The style of the log-in page: the colours and letters of the page behind it. */
export const LOG_IN_STYLE = `:root {
  color-scheme: light dark;
  --paper: light-dark(#f7f6f2, #141517);
  --card: light-dark(#fffefb, #1b1d20);
  --ink: light-dark(#1c1b19, #eeece6);
  --ink2: light-dark(#55524b, #b9b5ab);
  --rule: light-dark(#8b877c, #777a80);
  --mark: light-dark(#c0341d, #ff8067);
  --mark-t: light-dark(#fbe7e2, #3a1f1a);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-block-size: 100vh;
  display: grid;
  place-items: center;
  padding: 24px;
  background: var(--paper);
  color: var(--ink);
  font: 15px/1.5 Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, sans-serif;
}
main {
  inline-size: min(26rem, 100%);
  padding: 28px;
  background: var(--card);
  border: 1px solid light-dark(#dedad0, #33363b);
  border-radius: 10px;
}
h1 { margin: 0 0 4px; font-size: 26px; font-weight: 600; letter-spacing: -0.015em; }
p { margin: 0 0 18px; color: var(--ink2); }
.sub { margin: 18px 0 0; font-size: 13.5px; }
.alert { padding: 8px 12px; border-radius: 7px; background: var(--mark-t); color: var(--mark); }
form { display: grid; gap: 8px; }
label { font-weight: 600; }
input {
  font: 14px/1.8 ui-monospace, "SF Mono", Menlo, Consolas, monospace;
  inline-size: 100%;
  padding: 6px 11px;
  color: var(--ink);
  background: var(--paper);
  border: 1px solid var(--rule);
  border-radius: 7px;
}
button {
  justify-self: start;
  margin-block-start: 6px;
  min-block-size: 40px;
  padding: 4px 18px;
  font: inherit;
  font-weight: 550;
  color: var(--paper);
  background: var(--ink);
  border: 1px solid var(--ink);
  border-radius: 7px;
  cursor: pointer;
}
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
code { font: 12.5px ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
`;
