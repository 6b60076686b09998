/** A form in the person's own editor. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { SetupError } from "../../errors.ts";
import { PromptInterruptedError } from "./interrupted-by-person.ts";

/** Opens the person's editor on a private copy and waits until it is closed. */
export async function editFormInEditor(text: string, editor: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "dissent-"));
  const file = join(dir, "answer.yaml");
  try {
    await writeFile(file, text, { mode: 0o600 });
    await waitForEditor(editor, file);
    return await readFile(file, "utf8");
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function waitForEditor(editor: string, file: string): Promise<void> {
  const [command = "", ...args] = editor.split(/\s+/);
  return new Promise((resolve, reject) => {
    // Ctrl-C reaches the editor as well; how it ends says whether the person gave up
    let interrupted = false;
    const interrupt = (): void => {
      interrupted = true;
    };
    process.on("SIGINT", interrupt);
    const child = spawn(command, [...args, file], { stdio: "inherit" });
    const failed = (why: string): void => {
      reject(
        new SetupError("usage", `The editor "${editor}" ${why}.`, {
          hint: "Set EDITOR, or answer with a file: dissent answer <id> --file answer.yaml",
        }),
      );
    };
    child.on("error", () => {
      process.off("SIGINT", interrupt);
      failed("cannot be started");
    });
    child.on("exit", (code, signal) => {
      process.off("SIGINT", interrupt);
      if (code === 0) resolve();
      else if (interrupted || signal === "SIGINT") reject(new PromptInterruptedError());
      else failed(`ended with ${code}`);
    });
  });
}
