/** Finds what looks like a secret before it is sent to a model. The secret itself is never kept. */

export interface SecretFinding {
  readonly source: string;
  readonly line: number;
  readonly kind: string;
}

/** The kinds of secrets in a text with their lines, counted from one. */
export function secretsIn(
  text: string,
): readonly { readonly line: number; readonly kind: string }[] {
  return text.split("\n").flatMap((line, index) => {
    const kind = secretKind(line);
    return kind === undefined ? [] : [{ line: index + 1, kind }];
  });
}

export function secretKind(line: string): string | undefined {
  return PATTERNS.find(([, pattern]) => pattern.test(line))?.[0];
}

/** A key such as `apiKey` or `access_token`; `tokens`, as in a limit, is not one. */
export function namesSecret(key: string): boolean {
  return /(?:api[-_]?key|secret|passw(?:or)?d|passphrase|credentials?|(?:private|access)[-_]?key|token)$/i.test(
    key,
  );
}

// each pattern can start only once in a run of word characters: a long line costs linear time
const PATTERNS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["private key", /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY-----/],
  ["AWS access key", /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/],
  ["API key", /(?<![\w-])sk-(?=[A-Za-z_-]*\d)[\w-]{20,}/],
  ["Google API key", /(?<![\w-])AIza[\w-]{35}(?![\w-])/],
  ["GitHub token", /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,})/],
  ["Dissent token", /(?<![\w-])dissent_[a-z0-9]{8}_[\w-]{43}/],
  ["Slack token", /(?<![\w-])xox[abeoprs]-[\w-]{10,}/],
  ["JSON web token", /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
  [
    "password",
    /(?:passw(?:or)?d|passphrase|secret|api[-_]?key|token)["']?\s{0,8}[:=]\s{0,8}["'][^\s"'${}<>]{12,}["']/i,
  ],
];
