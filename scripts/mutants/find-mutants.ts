/** Every mutant of a source file: one change each, in the order of the file, without those that no test could notice. */
import { parseSync } from "vite";

import {
  findChanges,
  isProse,
  isSyntaxNode,
  readTemplateTexts,
  type SyntaxNode,
  type TextChange,
} from "./mutation-operators.ts";

export interface Mutant extends TextChange {
  /** From the root of the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly original: string;
  /** The changed line before and after, for people. */
  readonly before: string;
  readonly after: string;
}

/** A list of at least this many texts is a vocabulary: one word less is seldom anybody's behaviour. */
const VOCABULARY_LENGTH = 4;

/** TypeScript's wrappers around an expression that runs. */
const WRAPPED_EXPRESSIONS: ReadonlySet<string> = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSInstantiationExpression",
]);

export function findMutants(file: string, source: string): readonly Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} has a syntax error: ${errors[0]?.message}`);
  const changes: TextChange[] = [];
  visit(program as unknown as SyntaxNode, false);
  return changes
    .toSorted((one, other) => one.start - other.start)
    .map((change) => describeMutant(file, source, change));

  function visit(node: SyntaxNode, isInSentence: boolean): void {
    const found = findChanges(node, source);
    changes.push(...found.filter(({ operator }) => !isInSentence || operator !== "text"));
    const holdsWords = isInSentence || isSentence(node);
    for (const child of childrenThatRun(node, source)) visit(child, holdsWords);
  }
}

export function applyMutant(source: string, { start, end, replacement }: TextChange): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

export function isValidSyntax(file: string, source: string): boolean {
  return parseSync(file, source).errors.length === 0;
}

function describeMutant(file: string, source: string, change: TextChange): Mutant {
  const lineStart = source.lastIndexOf("\n", change.start - 1) + 1;
  const lineEnd = source.indexOf("\n", change.end);
  const before = source.slice(lineStart, lineEnd === -1 ? source.length : lineEnd);
  const from = change.start - lineStart;
  const after = applyMutant(before, {
    ...change,
    start: from,
    end: from + change.end - change.start,
  });
  return {
    ...change,
    file,
    line: source.slice(0, change.start).split("\n").length,
    original: source.slice(change.start, change.end),
    before: onOneLine(before),
    after: onOneLine(after),
  };
}

function onOneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/gu, " ");
}

function childrenThatRun(node: SyntaxNode, source: string): readonly SyntaxNode[] {
  if (isLeftAlone(node, source)) return [];
  const children: SyntaxNode[] = [];
  for (const [field, value] of Object.entries(node)) {
    if (field === "key" && node["computed"] !== true) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isSyntaxNode(child) && runsAt(child)) children.push(child);
    }
  }
  return children;
}

/** A text inside a sentence, such as the plural of a word, is part of the sentence. */
function isSentence(node: SyntaxNode): boolean {
  return node.type === "TemplateLiteral" && readTemplateTexts(node).some(isProse);
}

function runsAt(child: SyntaxNode): boolean {
  return !child.type.startsWith("TS") || WRAPPED_EXPRESSIONS.has(child.type);
}

/** Names of modules, the words of an error or a log line, vocabularies, signs. */
function isLeftAlone(node: SyntaxNode, source: string): boolean {
  switch (node.type) {
    case "ImportDeclaration":
    case "ImportExpression":
    case "ExportAllDeclaration":
    case "ThrowStatement":
      return true;
    case "ExportNamedDeclaration":
      return isSyntaxNode(node["source"]);
    case "VariableDeclaration":
      return node["declare"] === true;
    case "NewExpression":
      return /(?:Error|RegExp)$/u.test(calledName(node, source));
    case "CallExpression":
      return /^console\.|\.describe$|^assertNever$/u.test(calledName(node, source));
    case "ArrayExpression":
      return isVocabulary(node["elements"]);
    case "ConditionalExpression":
      return isSignOfComparison(node, source);
    default:
      return false;
  }
}

/** `a < b ? -1 : 1`: what counts is the sign, and the order of equal ones does not show. */
function isSignOfComparison({ consequent, alternate }: SyntaxNode, source: string): boolean {
  const isMinusOne = (branch: unknown): boolean =>
    isSyntaxNode(branch) && source.slice(branch.start, branch.end) === "-1";
  return isMinusOne(consequent) || isMinusOne(alternate);
}

function calledName({ callee }: SyntaxNode, source: string): string {
  return isSyntaxNode(callee) ? source.slice(callee.start, callee.end) : "";
}

function isVocabulary(elements: unknown): boolean {
  if (!Array.isArray(elements) || elements.length < VOCABULARY_LENGTH) return false;
  return elements.every(
    (element) =>
      isSyntaxNode(element) && element.type === "Literal" && typeof element["value"] === "string",
  );
}
