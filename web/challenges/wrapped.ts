/** Words in lines of a width that letters of a picture have on average; the last is cut. */
export function wrapTextLines(text: string, most: number, lines: number): string[] {
  const words = text.trim().split(/\s+/);
  const found: string[] = [];
  let line = "";
  for (const word of words) {
    const next = line === "" ? word : `${line} ${word}`;
    if (next.length <= most || line === "") line = next;
    else {
      found.push(line);
      line = word;
    }
    if (found.length === lines) break;
  }
  if (found.length < lines && line !== "") found.push(line);
  const shown = found.join(" ").length;
  const isCut = shown < words.join(" ").length;
  return found.map((one, index) => {
    const last = index === found.length - 1;
    const whole = one.length <= most && !(last && isCut);
    return whole ? one : `${one.slice(0, most - 1).trimEnd()}…`;
  });
}
