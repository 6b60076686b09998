/** Paths as diffs write them: with `a/` and `b/` before them, quoted as in C where they have odd characters. */

/** The path after `---` or `+++`; null for `/dev/null`. */
export function readDiffPath(written: string): string | null {
  const [plain = ""] = written.startsWith('"') ? [unquotePath(written)] : written.split("\t", 1);
  if (plain === "/dev/null") return null;
  return plain.replace(/^[ab]\//, "");
}

/** The two paths of `diff --git`; where they cannot be told apart, the lines below say them. */
export function readGitHeaderPaths(rest: string): readonly [old: string, path: string] {
  if (rest.startsWith('"')) {
    const end = findClosingQuote(rest);
    const first = readDiffPath(rest.slice(0, end + 1)) ?? "";
    return [first, readDiffPath(rest.slice(end + 2)) ?? first];
  }
  // the same path twice, whatever spaces are in it
  const half = (rest.length - 1) / 2;
  const [left, right] = [rest.slice(0, half), rest.slice(half + 1)];
  if (Number.isInteger(half) && left.slice(2) === right.slice(2))
    return [readDiffPath(left) ?? "", readDiffPath(right) ?? ""];
  const at = rest.indexOf(" b/");
  const quoted = rest.indexOf(' "b/');
  const cut = at === -1 ? quoted : at;
  if (cut === -1) return [rest, rest];
  return [readDiffPath(rest.slice(0, cut)) ?? "", readDiffPath(rest.slice(cut + 1)) ?? ""];
}

function findClosingQuote(text: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length - 1;
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11 };

/** Octal escapes are bytes of UTF-8. */
function unquotePath(written: string): string {
  const inside = written.slice(1, findClosingQuote(written));
  const bytes: number[] = [];
  for (const [, octal, letter, plain] of inside.matchAll(/\\([0-3][0-7]{2})|\\(.)|([^\\]+)/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (letter !== undefined)
      bytes.push(...(ESCAPES[letter] === undefined ? encodePath(letter) : [ESCAPES[letter]]));
    else bytes.push(...encodePath(plain ?? ""));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function encodePath(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
