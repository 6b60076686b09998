/** What a person sees in the end: cursor movements, erasures and carriage returns carried out, colours left out. */
export function renderTerminalScreen(output: string): string[] {
  const rows: string[] = [""];
  let row = 0;
  let column = 0;
  const put = (character: string): void => {
    const line = (rows[row] ?? "").padEnd(column);
    rows[row] = line.slice(0, column) + character + line.slice(column + 1);
    column += 1;
  };
  const steps = output.matchAll(/\u001b\[([?\d;]*)([A-Za-z])|\u001b\][^\u0007]*\u0007|[^]/gu);
  for (const [text, given = "", verb] of steps) {
    const count = Number(given || 1);
    if (verb === "A") row = Math.max(0, row - count);
    else if (verb === "J") rows.splice(row, rows.length, (rows[row] ?? "").slice(0, column));
    else if (verb === "K") rows[row] = (rows[row] ?? "").slice(0, column);
    else if (verb !== undefined || text.startsWith("\u001b")) continue;
    else if (text === "\r") column = 0;
    else if (text === "\n") {
      row += 1;
      rows[row] ??= "";
    } else put(text);
  }
  return rows.map((line) => line.trimEnd());
}
