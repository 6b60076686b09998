/** The small mistakes that the tests have to notice: which pieces of a syntax tree are changed, and into what. */

/** A node of the syntax tree, as far as the operators look at it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface TextChange {
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const SWAPPED_BINARY: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&&": ["||"],
  "||": ["&&"],
};

const SWAPPED_ASSIGNMENT: Readonly<Record<string, string>> = {
  "+=": "-=",
  "-=": "+=",
  "++": "--",
  "--": "++",
};

const SWAPPED_METHOD: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  startsWith: "endsWith",
  endsWith: "startsWith",
  find: "findLast",
  findLast: "find",
  push: "unshift",
  unshift: "push",
  indexOf: "lastIndexOf",
  lastIndexOf: "indexOf",
};

/** Methods whose result has the type of what they are called on, so the call can be left out. */
const DROPPED_METHODS: ReadonlySet<string> = new Set([
  "concat",
  "filter",
  "normalize",
  "replace",
  "replaceAll",
  "reverse",
  "slice",
  "sort",
  "toLowerCase",
  "toReversed",
  "toSorted",
  "trim",
  "trimEnd",
  "trimStart",
]);

/** Larger numbers are mostly sizes and limits, where one more changes nothing. */
const LARGEST_CHANGED_NUMBER = 9;

export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === "object" && value !== null && typeof Reflect.get(value, "type") === "string"
  );
}

/** Words for people: letters beside a space. Tests pin those in golden files, not one by one. */
export function isProse(text: string): boolean {
  return /\p{L}\s|\s\p{L}/u.test(text);
}

export function findChanges(node: SyntaxNode, source: string): readonly TextChange[] {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
      return changeBinary(node, source);
    case "IfStatement":
    case "ConditionalExpression":
      return changeCondition(node, ["true", "false"]);
    case "WhileStatement":
    case "ForStatement":
      return changeCondition(node, ["false"]);
    case "UnaryExpression":
      return changeUnary(node, source);
    case "UpdateExpression":
    case "AssignmentExpression":
      return changeAssignment(node, source);
    case "ExpressionStatement":
    case "ThrowStatement":
    case "ContinueStatement":
      return typeof node["directive"] === "string" ? [] : [replaceNode(node, "statement", ";")];
    case "Literal":
      return changeLiteral(node);
    case "TemplateLiteral":
      return changeTemplate(node);
    case "ArrayExpression":
      return toList(node["elements"]).length === 0 ? [] : [replaceNode(node, "list", "[]")];
    case "CallExpression":
      return changeCall(node, source);
    default:
      return [];
  }
}

function replaceNode(node: SyntaxNode, operator: string, replacement: string): TextChange {
  return { operator, start: node.start, end: node.end, replacement };
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function changeCondition(node: SyntaxNode, replacements: readonly string[]): readonly TextChange[] {
  const { test } = node;
  if (!isSyntaxNode(test)) return [];
  return replacements.map((replacement) => replaceNode(test, "condition", replacement));
}

function changeBinary(node: SyntaxNode, source: string): readonly TextChange[] {
  const { left, right, operator } = node;
  if (!isSyntaxNode(left) || !isSyntaxNode(right) || typeof operator !== "string") return [];
  if (operator === "??") {
    return [replaceNode(node, "default", `(${source.slice(right.start, right.end)})`)];
  }
  const start = source.indexOf(operator, left.end);
  const end = start + operator.length;
  return (SWAPPED_BINARY[operator] ?? []).map((replacement) => ({
    operator: "operator",
    start,
    end,
    replacement,
  }));
}

function changeUnary(node: SyntaxNode, source: string): readonly TextChange[] {
  const { argument, operator } = node;
  if (!isSyntaxNode(argument) || (operator !== "!" && operator !== "-")) return [];
  return [replaceNode(node, "negation", source.slice(argument.start, argument.end))];
}

function changeAssignment(node: SyntaxNode, source: string): readonly TextChange[] {
  const { operator } = node;
  const replacement = typeof operator === "string" ? SWAPPED_ASSIGNMENT[operator] : undefined;
  if (typeof operator !== "string" || replacement === undefined) return [];
  const target = isSyntaxNode(node["left"]) ? node["left"].end : node.start;
  const start = source.indexOf(operator, target);
  return [{ operator: "assignment", start, end: start + operator.length, replacement }];
}

function changeLiteral(node: SyntaxNode): readonly TextChange[] {
  const { value, regex, raw } = node;
  if (typeof value === "boolean") return [replaceNode(node, "boolean", String(!value))];
  if (typeof value === "number") {
    const isSmall = Number.isInteger(value) && value <= LARGEST_CHANGED_NUMBER;
    return isSmall ? [replaceNode(node, "number", String(value + 1))] : [];
  }
  if (typeof value === "string") {
    if (value === "") return [replaceNode(node, "text", '"changed"')];
    return isProse(value) ? [] : [replaceNode(node, "text", '""')];
  }
  return typeof regex === "object" && regex !== null && typeof raw === "string"
    ? changePattern(node, raw)
    : [];
}

/** A pattern without its first or last anchor, and one that heeds capitals. */
function changePattern(node: SyntaxNode, raw: string): readonly TextChange[] {
  const slash = raw.lastIndexOf("/");
  const [body, flags] = [raw.slice(1, slash), raw.slice(slash + 1)];
  const changed: string[] = [];
  if (/^\^./u.test(body)) changed.push(`/${body.slice(1)}/${flags}`);
  if (/[^\\]\$$/u.test(body)) changed.push(`/${body.slice(0, -1)}/${flags}`);
  if (flags.includes("i")) changed.push(`/${body}/${flags.replace("i", "")}`);
  return changed.map((replacement) => replaceNode(node, "pattern", replacement));
}

export function readTemplateTexts(node: SyntaxNode): readonly string[] {
  return toList(node["quasis"])
    .filter(isSyntaxNode)
    .map(({ value }) => String(Reflect.get(Object(value), "raw")));
}

function changeTemplate(node: SyntaxNode): readonly TextChange[] {
  const texts = readTemplateTexts(node);
  return texts.some(isProse) || texts.join("") === "" ? [] : [replaceNode(node, "text", '""')];
}

function changeCall(node: SyntaxNode, source: string): readonly TextChange[] {
  const { callee } = node;
  if (!isSyntaxNode(callee) || callee.type !== "MemberExpression" || callee["computed"] === true) {
    return [];
  }
  const { object, property } = callee;
  if (!isSyntaxNode(object) || !isSyntaxNode(property) || callee["optional"] === true) return [];
  const name = source.slice(property.start, property.end);
  const swapped = SWAPPED_METHOD[name];
  if (swapped !== undefined) return [replaceNode(property, "method", swapped)];
  if (!DROPPED_METHODS.has(name)) return [];
  return [replaceNode(node, "method", source.slice(object.start, object.end))];
}
