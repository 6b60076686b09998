/** What a person is asked to do, by the name of the step. */

/** By the longest beginning of the step's name: `response` is `response-2`, and `cross` is `cross-3`, too. */
export function findStepTask(tasks: Readonly<Record<string, string>>, step: string): string | null {
  const fits = Object.keys(tasks)
    .filter((name) => step === name || step.startsWith(`${name}-`))
    .toSorted((one, other) => other.length - one.length);
  return tasks[fits[0] ?? ""] ?? null;
}
