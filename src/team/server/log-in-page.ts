/** The page that asks a person for their token, once. It has no script. */
import type { Context } from "hono";

import { asHtml } from "../../page/report.ts";

export interface LogIn {
  /** Where the person wanted to go. */
  readonly next: string;
  /** What is wrong, in words; empty at first. */
  readonly problem: string;
}

function logInPage({ next, problem }: LogIn): string {
  const alert = problem === "" ? "" : `\n<p class="alert" role="alert">${asHtml(problem)}</p>`;
  return `${head("Log in · Dissent")}
<body>
<main>
<h1>Dissent</h1>
<p>This server is for a team. Log in with the token that you were given.</p>${alert}
<form method="post" action="/log-in">
<input type="hidden" name="next" value="${asHtml(next)}" />
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
export function onceAgainPage(): string {
  return `${head("Dissent", '\n<meta http-equiv="refresh" content="0" />')}
<body>
<main><p>One moment.</p></main>
</body>
</html>
`;
}

function head(title: string, more = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />${more}
<title>${asHtml(title)}</title>
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
export function logInAnswer(c: Context, page: LogIn | string, status: 401 | 403 | 429): Response {
  const html = typeof page === "string" ? page : logInPage(page);
  return c.html(html, status, {
    "Content-Security-Policy": LOG_IN_POLICY,
    "Referrer-Policy": "same-origin",
  });
}

/** A path on this server and nowhere else. */
export function safePath(path: string): string {
  return /^\/(?![/\\])[\x21-\x7e]{0,2000}$/.test(path) && !path.includes("\\") ? path : "/";
}
