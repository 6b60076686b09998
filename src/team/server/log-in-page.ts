/** The page that asks a person for their token, once. It has no script. */
import type { Context } from "hono";

import { escapeHtmlText } from "../../page/html-report.ts";

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
<p class="sub">No token? Whoever runs the server makes one: <code>dissent tokens create</code></p>
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
