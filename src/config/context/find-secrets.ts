/** Finds text that looks like a secret before it is sent to a model. The secret itself is never stored. */
import { detectSecretKind } from "../../text/secret-patterns.ts";

export interface SecretFinding {
  readonly source: string;
  readonly line: number;
  readonly kind: string;
}

/** The kinds of secrets in a text with their lines, counted from one. */
export function findSecretLines(
  text: string,
): readonly { readonly line: number; readonly kind: string }[] {
  return text.split("\n").flatMap((line, index) => {
    const kind = detectSecretKind(line);
    return kind === undefined ? [] : [{ line: index + 1, kind }];
  });
}

/** A key such as `apiKey` or `access_token`; `tokens`, as in a limit, is not one. */
export function isSecretKeyName(key: string): boolean {
  return /(?:api[-_]?key|secret|passw(?:or)?d|passphrase|credentials?|(?:private|access)[-_]?key|token)$/i.test(
    key,
  );
}
