/** A character on the screen, with the codes of its colours, such as "1" or "2;31". */
export interface ScreenCell {
  readonly character: string;
  readonly colours: string;
}

const BLANK: ScreenCell = { character: " ", colours: "" };

/** What a person sees in the end: cursor movements, erasures and carriage returns carried out. */
export function renderColouredScreen(output: string): ScreenCell[][] {
  const rows: ScreenCell[][] = [[]];
  let row = 0;
  let column = 0;
  let colours = "";
  const put = (character: string): void => {
    const line = (rows[row] ??= []);
    while (line.length < column) line.push(BLANK);
    line[column] = { character, colours };
    column += 1;
  };
  const steps = output.matchAll(/\u001b\[([?\d;]*)([A-Za-z])|\u001b\][^\u0007]*\u0007|[^]/gu);
  for (const [text, given = "", verb] of steps) {
    const count = Number(given || 1);
    if (verb === "A") row = Math.max(0, row - count);
    else if (verb === "J") rows.splice(row, rows.length, (rows[row] ?? []).slice(0, column));
    else if (verb === "K") rows[row] = (rows[row] ?? []).slice(0, column);
    else if (verb === "m") colours = addColours(colours, given);
    else if (verb !== undefined || text.startsWith("\u001b")) continue;
    else if (text === "\r") column = 0;
    else if (text === "\n") {
      row += 1;
      rows[row] ??= [];
    } else put(text);
  }
  return rows;
}

function addColours(above: string, given: string): string {
  const codes = `${above};${given || "0"}`.split(";").filter((code) => code !== "");
  return codes.slice(codes.lastIndexOf("0") + 1).join(";");
}

/** The same as text, colours left out. */
export function renderTerminalScreen(output: string): string[] {
  return renderColouredScreen(output).map((line) =>
    line
      .map(({ character }) => character)
      .join("")
      .trimEnd(),
  );
}
