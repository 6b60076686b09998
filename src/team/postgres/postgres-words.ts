/** Words as the embedded store finds them: runs of letters and digits, without case and accents. */

/** The words of each field after a space, fields apart: ` in` finds ` index`, and not ` main`. */
export function searchable(...fields: readonly string[]): string {
  return fields
    .map((field) =>
      wordsIn(field)
        .map((word) => ` ${word}`)
        .join(""),
    )
    .join("\n");
}

/** One pattern for each word that is searched; `mid-index` is two words in a row. */
export function patternsFor(search: string): string[] {
  return search
    .split(/\s+/)
    .map(wordsIn)
    .filter((words) => words.length > 0)
    .map((words) => `% ${words.join(" ")}%`);
}

/** Nothing that means something in a pattern is left. */
function wordsIn(text: string): readonly string[] {
  const plain = text.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, "");
  return (
    plain
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []
  );
}
