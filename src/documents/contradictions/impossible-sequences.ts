/** A12: steps that must each come before the other: cycles in the dependency graph. */
import type { LocatedStatement } from "../claims/document-statements.ts";
import type { ScheduledDate, StepDependency } from "../claims/step-dependencies.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type FoundContradiction, createFoundContradiction } from "./found-contradiction.ts";

type LocatedDependency = LocatedStatement<StepDependency>;

/** Steps of a cycle that are followed and shown. */
const LONGEST_CYCLE = 12;
const MOST_CYCLES = 50;

/** Of one document: every set of things that wait for each other once, by its shortest way round. */
export async function findCyclesWithin(
  dependencies: readonly LocatedDependency[],
  breathe: YieldToEventLoop,
): Promise<FoundContradiction[]> {
  const graph = buildDependencyGraph(dependencies);
  const knotted = findNodesInCycles(graph);
  const seen = new Set<string>();
  const found: FoundContradiction[] = [];
  for (const node of knotted) {
    if (seen.has(node) || found.length >= MOST_CYCLES) continue;
    await breathe();
    const cycle = findShortestPath(graph, node, node);
    if (cycle === undefined) continue;
    for (const { said } of cycle) seen.add(said.later);
    found.push(describeDependencyCycle(cycle, ({ at }) => `line ${at.line}`));
  }
  return found;
}

/** What one variant puts in one order and another in the opposite, directly or by several steps. */
export async function findCyclesBetween(
  dependencies: readonly LocatedDependency[],
  breathe: YieldToEventLoop,
): Promise<FoundContradiction[]> {
  const variants = [...new Set(dependencies.map(({ at }) => at.document))];
  const graphs: { variant: number; graph: DependencyGraph; waitedFor: ReadonlySet<string> }[] = [];
  for (const document of variants) {
    const own = dependencies.filter(({ at }) => at.document === document);
    const waitedFor = new Set(own.map(({ said }) => said.earlier));
    graphs.push({ variant: document.variant, graph: buildDependencyGraph(own), waitedFor });
    await breathe();
  }
  const tried = new Set<string>();
  const found: FoundContradiction[] = [];
  for (const one of dependencies) {
    const { later, earlier } = one.said;
    for (const { variant, graph, waitedFor } of graphs) {
      if (variant <= one.at.document.variant || found.length >= MOST_CYCLES) continue;
      const key = `${variant} ${later}|${earlier}`;
      if (!graph.has(earlier) || !waitedFor.has(later) || tried.has(key)) continue;
      tried.add(key);
      await breathe();
      const back = findShortestPath(graph, earlier, later);
      if (back === undefined) continue;
      for (const other of variants) tried.add(`${other.variant} ${later}|${earlier}`);
      found.push(describeDependencyCycle([one, ...back], ({ at }) => at.document.label));
    }
  }
  return found;
}

type DependencyGraph = ReadonlyMap<string, readonly LocatedDependency[]>;

function buildDependencyGraph(dependencies: readonly LocatedDependency[]): DependencyGraph {
  const graph = new Map<string, LocatedDependency[]>();
  for (const one of dependencies) {
    const edges = graph.get(one.said.later);
    if (edges === undefined) graph.set(one.said.later, [one]);
    else edges.push(one);
  }
  return graph;
}

/** Takes away what waits for nothing, again and again; what is left waits for itself. */
function findNodesInCycles(graph: DependencyGraph): string[] {
  const waiting = new Map([...graph].map(([node, edges]) => [node, edges.length]));
  const followers = new Map<string, string[]>();
  for (const [node, edges] of graph) {
    for (const {
      said: { earlier },
    } of edges) {
      const waitingFor = followers.get(earlier);
      if (waitingFor === undefined) followers.set(earlier, [node]);
      else waitingFor.push(node);
    }
  }
  const free = [...followers.keys()].filter((node) => !waiting.has(node));
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    for (const follower of followers.get(node) ?? []) {
      const left = (waiting.get(follower) ?? 0) - 1;
      waiting.set(follower, left);
      if (left === 0) free.push(follower);
    }
  }
  return [...graph.keys()].filter((node) => (waiting.get(node) ?? 0) > 0);
}

/** From one node to another by the fewest steps; from a node to itself, round a cycle. */
function findShortestPath(
  graph: DependencyGraph,
  from: string,
  to: string,
): LocatedDependency[] | undefined {
  const cameBy = new Map<string, LocatedDependency>();
  let frontier = [from];
  for (let steps = 0; steps < LONGEST_CYCLE && frontier.length > 0; steps++) {
    const next: string[] = [];
    for (const edge of frontier.flatMap((node) => graph.get(node) ?? [])) {
      if (cameBy.has(edge.said.earlier)) continue;
      cameBy.set(edge.said.earlier, edge);
      if (edge.said.earlier === to) return traceShortestPath(cameBy, from, to);
      next.push(edge.said.earlier);
    }
    frontier = next;
  }
  return undefined;
}

function traceShortestPath(
  cameBy: ReadonlyMap<string, LocatedDependency>,
  from: string,
  to: string,
): LocatedDependency[] {
  const way: LocatedDependency[] = [];
  for (let edge = cameBy.get(to); edge !== undefined; edge = cameBy.get(edge.said.later)) {
    way.unshift(edge);
    if (edge.said.later === from) break;
  }
  return way;
}

function describeDependencyCycle(
  cycle: readonly LocatedDependency[],
  attribution: (one: LocatedDependency) => string,
): FoundContradiction {
  const steps = cycle.map(
    (one) => `${one.said.laterAs} after ${one.said.earlierAs} (${attribution(one)})`,
  );
  return createFoundContradiction(cycle, {
    kind: "sequence",
    severity: "High",
    topic: cycle[0]?.said.laterAs ?? null,
    summary: `No order is possible: ${steps.join(", ")}.`,
  });
}

// Things that are to begin before what they wait for has ended.

const MOST_FOUND = 50;

/** Of one document: each dependency is compared with the first dates given for both ends. */
export async function findImpossibleDates(
  dependencies: readonly LocatedStatement<StepDependency>[],
  dates: readonly LocatedStatement<ScheduledDate>[],
  breathe: YieldToEventLoop,
): Promise<FoundContradiction[]> {
  const given = new Map<string, LocatedStatement<ScheduledDate>>();
  for (const date of dates) {
    const key = `${date.said.edge} ${date.said.node}`;
    if (!given.has(key)) given.set(key, date);
  }
  const found = listReversedDates(given);
  for (const dependency of dependencies) {
    const begins = given.get(`begins ${dependency.said.later}`);
    if (begins === undefined || found.length >= MOST_FOUND) continue;
    await breathe();
    const { earlier } = dependency.said;
    const before = given.get(`ends ${earlier}`) ?? given.get(`begins ${earlier}`);
    if (before !== undefined && begins.said.days.to < before.said.days.from) {
      found.push(describeImpossibleDate(dependency, begins, before));
    }
  }
  return found;
}

/** What one draft lets begin after another lets it end; a draft that gives both has its own difference. */
export function findReversedBetween(
  dates: readonly LocatedStatement<ScheduledDate>[],
): FoundContradiction[] {
  const given = new Map<string, LocatedStatement<ScheduledDate>[]>();
  for (const date of dates) {
    const known = given.get(date.said.node);
    if (known === undefined) given.set(date.said.node, [date]);
    else known.push(date);
  }
  return [...given.values()].flatMap((group) => {
    const only = (edge: ScheduledDate["edge"]): LocatedStatement<ScheduledDate>[] =>
      group.filter(
        ({ said, at }) =>
          said.edge === edge &&
          group.every((other) => other.at.document !== at.document || other.said.edge === edge),
      );
    const [begins, ends] = [only("begins")[0], only("ends")[0]];
    if (begins === undefined || ends === undefined || begins.at.scope !== ends.at.scope) return [];
    if (ends.said.days.to >= begins.said.days.from) return [];
    const topic = begins.said.node;
    return [
      createFoundContradiction([begins, ends], {
        kind: "sequence",
        severity: "High",
        topic,
        summary:
          `${topic} begins on ${begins.said.date} (${begins.at.document.label}), ` +
          `but ends on ${ends.said.date} (${ends.at.document.label}).`,
      }),
    ];
  });
}

/** What ends before it begins. */
function listReversedDates(
  given: ReadonlyMap<string, LocatedStatement<ScheduledDate>>,
): FoundContradiction[] {
  return [...given.values()].flatMap((begins) => {
    const ends = given.get(`ends ${begins.said.node}`);
    if (begins.said.edge !== "begins" || ends === undefined) return [];
    if (begins.at.scope !== ends.at.scope || ends.said.days.to >= begins.said.days.from) return [];
    const topic = begins.said.node;
    const summary =
      `${topic} begins on ${begins.said.date} (line ${begins.at.line}), ` +
      `but ends on ${ends.said.date} (line ${ends.at.line}).`;
    return [
      createFoundContradiction([begins, ends], {
        kind: "sequence",
        severity: "High",
        topic,
        summary,
      }),
    ];
  });
}

function describeImpossibleDate(
  dependency: LocatedStatement<StepDependency>,
  begins: LocatedStatement<ScheduledDate>,
  before: LocatedStatement<ScheduledDate>,
): FoundContradiction {
  const { laterAs, earlierAs } = dependency.said;
  const lines = [begins, dependency, before].map(({ at }) => `line ${at.line}`);
  return createFoundContradiction([begins, before, dependency], {
    kind: "sequence",
    severity: "High",
    topic: laterAs,
    summary:
      `${laterAs} begins on ${begins.said.date} (${lines[0]}), but waits for ${earlierAs} (${lines[1]}), ` +
      `which ${before.said.edge} on ${before.said.date} (${lines[2]}).`,
  });
}
