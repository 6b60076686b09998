/** Words as the embedded store finds them: runs of letters and digits, ignoring case and accents. */

/** The words of each field after a space, fields apart: ` in` finds ` index`, and not ` main`. */
export function formatSearchText(...fields: readonly string[]): string {
  return fields
    .map((field) =>
      splitSearchWords(field)
        .map((word) => ` ${word}`)
        .join(""),
    )
    .join("\n");
}

/** One term for each word that is searched; `mid-index` is two words in a row. */
export function splitSearchTerms(search: string): string[] {
  return search
    .split(/\s+/)
    .map(splitSearchWords)
    .filter((words) => words.length > 0)
    .map((words) => ` ${words.join(" ")}`);
}

/** Nothing that means something in a pattern is left. */
function splitSearchWords(text: string): readonly string[] {
  const plain = text.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, "");
  return (
    plain
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []
  );
}
