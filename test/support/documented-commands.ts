/** Commands that pages show, as words that a shell would pass on: to see whether the program knows them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface DocumentedCommand {
  readonly path: string;
  readonly line: number;
  /** As it stands on the page. */
  readonly text: string;
  readonly words: readonly string[];
  /** A line to type; commands inside a sentence may leave out their arguments. */
  readonly isWhole: boolean;
}

const ROOT = join(import.meta.dirname, "..", "..");
const SHELLS = new Set(["", "sh", "bash", "shell", "console"]);
const CALL = /^(?:\$ )?(?:[A-Z_]+=\S+ )*(?:npx )?dissent(?= |$)/;

export function listDocumentedCommands(path: string): DocumentedCommand[] {
  const found: DocumentedCommand[] = [];
  let fence: string | null = null;
  for (const [index, line] of readFileSync(join(ROOT, path), "utf8").split("\n").entries()) {
    const mark = /^\s*(`{3,})(\w*)/.exec(line);
    if (mark !== null) {
      fence = fence === null ? (mark[2] ?? "") : null;
      continue;
    }
    const texts =
      fence === null
        ? [...line.matchAll(/`((?:npx )?dissent [^`]+)`/g)].map(([, text = ""]) => text)
        : SHELLS.has(fence)
          ? splitShellLine(line)
          : [];
    for (const text of texts) {
      if (!CALL.test(text)) continue;
      const words = splitWords(text.replace(CALL, "")).filter(
        (word) => !/^(?:…|\.\.\.)$/.test(word),
      );
      found.push({ path, line: index + 1, text, words, isWhole: fence !== null });
    }
  }
  return found.flatMap(splitAtOperators);
}

/** A line of a block, and what it calls inside `$(…)`. */
function splitShellLine(line: string): string[] {
  const inner = [...line.matchAll(/\$\((dissent [^)]*)\)/g)].map(([, text = ""]) => text);
  return [line.trim(), ...inner];
}

/** `a && b`, `a | b`, `a > file`: what is called first; the rest is the shell's. */
function splitAtOperators(command: DocumentedCommand): DocumentedCommand[] {
  const end = command.words.findIndex((word) => /^(?:&&|\|\|?|;|>>?|<|2>)$/.test(word));
  return [end === -1 ? command : { ...command, words: command.words.slice(0, end) }];
}

/** Words as a shell splits them: quotes and `<what to fill in>` hold together, a comment ends the line. */
function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/(?:<[^>]+>|"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/g)) {
    if (word.startsWith("#")) break;
    if (word === "\\") continue;
    words.push(word.replaceAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g, "$1$2"));
  }
  return words;
}
