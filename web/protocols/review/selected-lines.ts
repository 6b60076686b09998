/** Lines of the change that are selected beside the form, as a finding names them. */
import type { SelectedLines } from "../../act/form/quoting.ts";

/** The lines that are touched, on the side that all of them have. */
export function readSelectedLines(range: Range): SelectedLines | null {
  const file = findDiffLine(range.startContainer)?.closest<HTMLElement>("[data-path]");
  if (file == null || !file.contains(range.endContainer)) return null;
  const rows = [...file.querySelectorAll<HTMLElement>(".diff-line")].filter((row) =>
    range.intersectsNode(row),
  );
  const side = rows.some(({ dataset }) => dataset["new"] !== undefined) ? "new" : "old";
  const numbered = rows.flatMap((row) => {
    const number = Number(row.dataset[side] ?? 0);
    return number === 0 ? [] : [{ number, text: row.querySelector("code")?.textContent ?? "" }];
  });
  const [first] = numbered;
  const last = numbered.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    file: file.dataset["path"] ?? "",
    side,
    first_line: first.number,
    last_line: last.number,
    quote: numbered.map(({ text }) => text).join("\n"),
  };
}

function findDiffLine(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>(".diff-line") ?? null;
}
