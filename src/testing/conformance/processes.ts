/** Finds the processes that carry a mark in their environment, wherever they have gone since they were started. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

export interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
  /** `NAME=value`, as it was when the process began. */
  readonly environment: readonly string[];
}

/** Undefined where the system does not show its processes. */
export function listMarkedProcesses(mark: string, proc = "/proc"): MarkedProcess[] | undefined {
  if (!existsSync(`${proc}/self/environ`)) return undefined;
  return readdirSync(proc)
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): MarkedProcess[] => {
      const environment = readProcessFile(`${proc}/${name}/environ`).split("\0");
      if (!environment.some((line) => line.endsWith(`=${mark}`))) return [];
      const command = readProcessFile(`${proc}/${name}/cmdline`).split("\0").join(" ").trim();
      // one that has ended and waits for its parent to notice has no command and holds nothing
      return command === "" ? [] : [{ pid: Number(name), command, environment }];
    });
}

function readProcessFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // it ended while we looked, or is somebody else's
    return "";
  }
}
