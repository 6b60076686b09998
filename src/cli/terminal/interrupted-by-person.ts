/** Thrown where Ctrl-C ends a question; `main` turns it into exit code 130 and prints nothing more. */
export class PromptInterruptedError extends Error {}
