/**
 * The only way requests reach a vendor.
 *
 * VN1. Redirects are not followed: they would take the key elsewhere.
 * VN2. A web page or plain JSON in place of a stream is reported as such, with its first words.
 * VN3. Reading is bounded: a little of an error, and of an answer far more than any answer has.
 */
import { outgoingFetch } from "../../network/outgoing-fetch.ts";
import type { Endpoint } from "../endpoint.ts";
import { UnexpectedResponseError } from "./vendor-fault.ts";

export function createGuardedFetch({ name: provider, api }: Endpoint): typeof fetch {
  return async (input, init) => {
    const response = await outgoingFetch(input, { ...init, redirect: "manual" });
    if (!response.ok) {
      return new Response(await readResponseBeginning(response), {
        status: response.status,
        statusText: response.statusText,
        headers: response.headers,
      });
    }
    const type = response.headers.get("content-type") ?? "";
    if (/\b(?:html|json)\b/i.test(type)) {
      const words = (await readResponseBeginning(response)).replaceAll(/<[^>]*>/g, " ").trim();
      const shown = words === "" ? "" : `: ${words}`;
      throw new UnexpectedResponseError(
        `${provider} answered with ${type.split(";", 1)[0]} in place of a stream, check its base URL${shown}`,
      );
    }
    // the others pass on everything at once, and the listener stops a flood
    if (api !== "anthropic") return response;
    const { status, headers, body } = response;
    return new Response(body?.pipeThrough(createByteLimiter(provider)) ?? null, {
      status,
      headers,
    });
  };
}

// a token takes some hundred bytes of a stream; for older models the SDK keeps the text until the end
const MOST_BYTES = 32 * 1024 * 1024;

function createByteLimiter(provider: string): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= MOST_BYTES) controller.enqueue(chunk);
      else
        controller.error(
          new UnexpectedResponseError(`${provider} sent more than ${MOST_BYTES} bytes`),
        );
    },
  });
}

const MOST_READ = 64 * 1024;

async function readResponseBeginning({ body }: Response): Promise<string> {
  if (!body) return "";
  const decoder = new TextDecoder();
  let text = "";
  // leaving the loop early cancels the rest
  for await (const chunk of body) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MOST_READ) break;
  }
  return text.slice(0, MOST_READ);
}
