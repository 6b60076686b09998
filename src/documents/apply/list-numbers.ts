/**
 * A38: items of a numbered list that a merge put in or took out: those behind them count on. Only numbers change, and
 * only in a list that counted one by one before.
 */
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../document.ts";
import type { FittedEdit } from "./fit-changes.ts";
import { type OutputFragment, createGlueFragment } from "./output-fragment.ts";

/** A number of the base that becomes another one. */
export interface NumberEdit {
  readonly block: DocumentBlock;
  readonly span: TextSpan;
  readonly fragments: readonly OutputFragment[];
}

export interface RenumberedLists {
  readonly edits: ReadonlyMap<number, FittedEdit>;
  readonly numbers: readonly NumberEdit[];
}

export function renumberLists(
  base: ParsedDocument,
  edits: ReadonlyMap<number, FittedEdit>,
): RenumberedLists {
  const renumbered = new Map(edits);
  const numbers: NumberEdit[] = [];
  const lists = new Set([...edits.values()].map(({ block }) => block));
  for (const block of lists) {
    const first = findFirstNumber(base, block);
    if (first === null) continue;
    const own = [...edits].filter(([, edit]) => edit.block === block);
    renumberList(base, { block, first, own, renumbered, numbers });
  }
  return { edits: renumbered, numbers };
}

const NUMBER = /^([ \t]*)(\d{1,9})(?=[.)])/;

/** Null for bullets, and for a list that does not count one by one. */
function findFirstNumber(base: ParsedDocument, { kind, parts }: DocumentBlock): number | null {
  if (kind !== "list") return null;
  const numbers = parts.map((at) => Number(NUMBER.exec(readSpanText(base, at))?.[2] ?? Number.NaN));
  const [first] = numbers;
  const counts = first !== undefined && numbers.every((number, at) => number === first + at);
  // a single item may be one of a list whose items all say "1."
  return counts && numbers.length > 1 ? first : null;
}

interface Renumbering {
  readonly block: DocumentBlock;
  readonly first: number;
  readonly own: readonly (readonly [number, FittedEdit])[];
  readonly renumbered: Map<number, FittedEdit>;
  readonly numbers: NumberEdit[];
}

function renumberList(base: ParsedDocument, list: Renumbering): void {
  const { block, first, renumbered, numbers } = list;
  const inOrder = list.own.toSorted(([, a], [, b]) => a.span.start - b.span.start);
  let [part, next] = [0, first];
  const count = (beyond: number): void => {
    for (; part < beyond; part++, next++)
      numbers.push(...renumberPart(base, { block, part, number: next }));
  };
  for (const [change, edit] of inOrder) {
    const { at } = edit.taking;
    if (at.kind !== "parts") continue;
    count(at.first);
    const isInserted = at.first === at.beyond;
    if (isInserted || edit.fragments.length === 0) {
      const from = next;
      const fragments = edit.fragments.map((fragment) => {
        if (fragment.from === null || !NUMBER.test(fragment.text)) return fragment;
        return { ...fragment, text: fragment.text.replace(NUMBER, `$1${next++}`) };
      });
      const remarks =
        next === from && isInserted
          ? edit.remarks
          : [...edit.remarks, "items of the list are numbered anew"];
      renumbered.set(change, { ...edit, fragments, remarks });
    } else {
      // the mark of the first item is the base's own
      numbers.push(...renumberPart(base, { block, part: at.first, number: next++ }));
      const fragments = edit.fragments.map((fragment) => {
        if (fragment.from !== null || !GLUED_MARK.test(fragment.text)) return fragment;
        return createGlueFragment(fragment.text.replace(GLUED_MARK, `$1${next++}$2`));
      });
      renumbered.set(change, { ...edit, fragments });
    }
    part = at.beyond;
  }
  count(block.parts.length);
}

const GLUED_MARK = /([\r\n][ \t]*)\d{1,9}([.)][ \t]*)$/;

function renumberPart(
  base: ParsedDocument,
  { block, part, number }: { block: DocumentBlock; part: number; number: number },
): NumberEdit[] {
  const at = block.parts[part];
  const found = at && NUMBER.exec(readSpanText(base, at));
  if (!at || !found || Number(found[2]) === number) return [];
  const start = at.start + (found[1]?.length ?? 0);
  const span = { start, end: start + (found[2]?.length ?? 0) };
  return [{ block, span, fragments: [createGlueFragment(String(number))] }];
}
