/** Runs a person's check: no shell, its own process group, a deadline, and only the end of what it printed is kept. */
import { type Clock, systemClock } from "../../clock.ts";
import { ModelError } from "../../model.ts";
import { startChild } from "../../models/agents/child.ts";
import { plain } from "../terminal.ts";

export interface Tested {
  readonly state: "holds" | "lost";
  readonly detail: string;
}

const DEADLINE_MS = 60_000;
const LONGEST_DETAIL = 200;

export async function tested(
  [file = "", ...args]: readonly string[],
  setting: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    /** Takes keys out of what is kept. */
    readonly redact: (text: string) => string;
    readonly clock?: Clock;
  },
): Promise<Tested> {
  const { cwd, redact, clock = systemClock } = setting;
  const env = Object.fromEntries(
    Object.entries(setting.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  const controller = new AbortController();
  const cancel = clock.after(DEADLINE_MS, () => {
    controller.abort(new ModelError("timed-out", `no end within ${DEADLINE_MS / 1000} s`));
  });
  const running = startChild(
    { file, args, env, cwd, input: "" },
    { signal: controller.signal, clock },
  );
  try {
    const { code, stdout, stderr } = await running.printed;
    const said = lastLine(redact(code === 0 ? stdout : stderr || stdout));
    const detail =
      code === 0 ? said : `ended with ${code ?? "a signal"}${said === "" ? "" : `: ${said}`}`;
    return { state: code === 0 ? "holds" : "lost", detail };
  } catch (error) {
    return { state: "lost", detail: error instanceof Error ? plain(error.message) : String(error) };
  } finally {
    cancel();
    await running.gone;
  }
}

function lastLine(text: string): string {
  return plain(text.trim().split("\n").at(-1) ?? "").slice(0, LONGEST_DETAIL);
}
