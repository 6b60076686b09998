/** A model behind an HTTP API of your own: everything that the contract asks for, in one file. */
import { type Model, ModelError, type ModelRequest } from "dissent";

interface Answered {
  readonly text: string;
  readonly tokens: { readonly input: number; readonly output: number };
}

export function httpModel(id: string, url: string): Model {
  return {
    id,
    // seats of one family are not independent of each other, and the audit says so
    family: "in-house",
    // named before anything is sent: dissent doctor --network, --dry-run
    hosts: [new URL(url).host],
    // what one call can take at most is set aside before it starts
    worstCase: ({ prompt }) => ({
      tokens: prompt.reduce((sum, { text }) => sum + text.length / 3, 2_000),
      usd: 0,
    }),
    async *answer(request, signal) {
      const answered = await ask(url, request, signal);
      yield { type: "text-delta", text: answered.text };
      yield {
        type: "answer-given",
        text: answered.text,
        served: {
          provider: "in-house",
          model: id,
          version: null,
          inputTokens: answered.tokens.input,
          outputTokens: answered.tokens.output,
          costUsd: 0,
        },
      };
    },
  };
}

/** Every failure is a `ModelError` with a reason: the kernel makes an absence of it, and the debate goes on. */
async function ask(url: string, request: ModelRequest, signal: AbortSignal): Promise<Answered> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        prompt: request.prompt.map(({ text }) => text).join("\n\n"),
        // the reply is checked against this; one repair is asked for with the exact problem
        schema: request.schema(),
      }),
      signal,
    });
    if (!response.ok) throw new ModelError("unavailable", `the server answered ${response.status}`);
    return (await response.json()) as Answered;
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    if (signal.aborted) throw new ModelError("timed-out", "stopped before it answered", { cause });
    throw new ModelError("unavailable", "the server cannot be reached", { cause });
  }
}
