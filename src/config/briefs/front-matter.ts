/** Splits a Markdown brief into its front matter and its body. */
import { SetupError } from "../../errors.ts";

interface FrontMatter {
  /** Opening line included, so that lines count as in the file; null when there is none. */
  readonly head: string | null;
  readonly body: string;
  /** The line of the file on which the body begins. */
  readonly bodyLine: number;
}

/** Expects line feeds only. */
export function splitFrontMatter(text: string, file: string): FrontMatter {
  const lines = text.split("\n");
  if (!/^---[ \t]*$/.test(lines[0] ?? "")) return { head: null, ...extractBodyText(lines, 0) };
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
  if (end < 0) {
    throw new SetupError("bad-brief", `${file}:1:1 The front matter has no end.`, {
      hint: "Close it with a line of three hyphens.",
    });
  }
  return { head: `${lines.slice(0, end).join("\n")}\n`, ...extractBodyText(lines, end + 1) };
}

/** The first top heading outside of code. */
export function findFirstHeading(body: string): string | undefined {
  let fence = "";
  for (const line of body.split("\n")) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === "" || mark.startsWith(fence))) {
      fence = fence === "" ? mark : "";
    } else if (fence === "") {
      const heading = /^ {0,3}#[ \t]+(\S.*)$/.exec(line)?.[1];
      if (heading !== undefined) return heading.replace(/[ \t]+#+[ \t]*$/, "").trim();
    }
  }
  return undefined;
}

function extractBodyText(lines: readonly string[], from: number): Omit<FrontMatter, "head"> {
  const first = lines.findIndex((line, index) => index >= from && line.trim() !== "");
  if (first < 0) return { body: "", bodyLine: from + 1 };
  return { body: lines.slice(first).join("\n").trimEnd(), bodyLine: first + 1 };
}
