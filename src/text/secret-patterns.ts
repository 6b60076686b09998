/**
 * What secrets look like: vendor keys, private keys, web tokens, passwords in URLs, webhook URLs.
 *
 * Briefs are scanned for these before they are sent, and they are removed from models' answers. Nothing here depends
 * on the machine, so anyone who reads a journal later gets the same result.
 */

/** Replaces a removed secret. */
export const REDACTED = "[redacted]";

// each pattern can start only once in a run of word characters: a long line costs linear time
const PATTERNS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["private key", /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY-----/],
  ["AWS access key", /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/],
  [
    "AWS secret key",
    /(?<=secret[-_ ]?access[-_ ]?key["'\\\s:=]{1,8})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/i,
  ],
  ["API key", /(?<![\w-])sk-(?=[A-Za-z_-]*\d)[\w-]{20,}/],
  ["API key", /(?<![\w-])(?:xai-|gsk_|pplx-|hf_|npm_|glpat-|[rs]k_(?:live|test)_)[\w-]{20,}/],
  ["Google API key", /(?<![\w-])AIza[\w-]{35}(?![\w-])/],
  ["Google access token", /(?<![\w-])ya29\.[\w-]{20,}/],
  ["GitHub token", /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,})/],
  ["Dissent token", /(?<![\w-])dissent_[a-z0-9]{8}_[\w-]{43}/],
  ["Slack token", /(?<![\w-])xox[abeoprs]-[\w-]{10,}/],
  ["JSON web token", /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
  ["bearer token", /(?<=\bBearer\s{1,4})(?=[\w.~+/-]*\d)[\w.~+/-]{16,}={0,2}/i],
  ["webhook address", /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{16,}/],
  ["webhook address", /(?<=discord(?:app)?\.com\/api\/webhooks\/\d{5,24}\/)[\w-]{20,}/],
  ["webhook address", /(?<=\.webhook\.office\.com\/)[\w@/-]{20,}/],
  ["webhook address", /(?<=api\.telegram\.org\/bot)\d{5,12}:[\w-]{20,}/],
  // neither `user:password@` in an example nor a user whose password is the same word
  [
    "password in an address",
    /(?<=:\/\/([^\s/?#@:"'<>\\]{0,100}):)(?!\1@|(?:pass(?:word|wd)?|pwd|secret|changeme|x+)@)[^\s/@"'\\<>${}*]{5,200}(?=@[\w[])/i,
  ],
  [
    "password",
    /(?<=(?:passw(?:or)?d|passphrase|secret|api[-_]?key|token)\\?["']?\s{0,8}[:=]\s{0,8}\\?["'])[^\s"'\\${}<>]{12,}(?=\\?["'])/i,
  ],
];

/**
 * Something of each pattern above that no match can lack. Almost no text has any of it, and one look costs far less
 * than nineteen. `secret-patterns.test.ts` holds it to that.
 */
const NEEDED =
  /-----BEGIN|AKIA|ASIA|secret|sk-|xai-|gsk_|pplx-|hf_|npm_|glpat-|[rs]k_|AIza|ya29|gh[pousr]_|github_pat_|dissent_|xox|eyJ|Bearer|slack\.com|api\/webhooks|webhook\.office|telegram|:\/\/|passw|passphrase|api[-_]?key|token/i;

export function mayHoldSecret(text: string): boolean {
  return NEEDED.test(text);
}

/** What kind of secret a line contains; undefined if it contains none of a known form. */
export function detectSecretKind(line: string): string | undefined {
  if (!mayHoldSecret(line)) return undefined;
  return PATTERNS.find(([, pattern]) => pattern.test(line))?.[0];
}

/** The text with a mark in place of everything in it that looks like a secret. */
export function redactSecretPatterns(text: string): string {
  if (!mayHoldSecret(text)) return text;
  return REPLACED.reduce((clean, pattern) => clean.replace(pattern, REDACTED), text);
}

// as lines of a file, or as JSON writes them into one line
const BREAK = String.raw`(?:\s|\\[rn])`;
const KEY_BLOCK = String.raw`-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY-----(?:${BREAK}{1,8}(?:[A-Za-z0-9+/]{16,}={0,2}|(?:Proc-Type|DEK-Info): [\w,-]+))*`;
const KEY_END = String.raw`(?:(?:${BREAK}{1,8}[A-Za-z0-9+/=]{1,76})?${BREAK}{0,8}-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY-----)?`;

const REPLACED: readonly RegExp[] = [
  new RegExp(KEY_BLOCK + KEY_END, "g"),
  ...PATTERNS.slice(1).map(([, { source, flags }]) => new RegExp(source, `${flags}g`)),
];

/**
 * Where the end of a text that is still coming may be the first part of a secret: the last run of printable
 * characters, with the name of a password before it, or a private key that has not ended.
 */
export function findUnfinishedSecretStart(text: string): number {
  const starts = UNFINISHED.map((pattern) => pattern.exec(text)?.index ?? text.length);
  return Math.min(...starts);
}

const UNFINISHED: readonly RegExp[] = [
  /(?<![\x21-\x7e])[\x21-\x7e]+$/,
  /(?:passw(?:or)?d|passphrase|secret|key|token|bearer)\\?["']?\s{0,8}(?:[:=]\s{0,8})?\\?["']?[\x21-\x7e]*$/i,
  /secret[-_ ]?(?:access[-_ ]?(?:key)?)?["'\\\s:=]{0,8}[\x21-\x7e]*$/i,
  /-----BEGIN [A-Z0-9 ]{0,40}-{0,5}$/,
  new RegExp(
    String.raw`${KEY_BLOCK}(?:${BREAK}{1,8}[A-Za-z0-9+/=:,\\-]+){0,3}${BREAK}{0,8}-{0,5}(?:END [A-Z0-9 ]{0,40}-{0,5})?$`,
  ),
];
