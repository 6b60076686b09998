/** What the end of a stream means: an answer, an answer cut off by the output limit, or a fault. */
import {
  type VendorFault,
  type VendorFaultContext,
  createCutShortFault,
  classifyVendorError,
} from "./vendor-fault.ts";
import type { VendorStreamEnd } from "./vendor-stream.ts";

export type VendorTryResult =
  | { readonly type: "answered" }
  | { readonly type: "cut-off" }
  | { readonly type: "fault"; readonly fault: VendorFault };

export function classifyStreamEnd(
  ended: VendorStreamEnd,
  setting: VendorFaultContext,
): VendorTryResult {
  const { text, finish, rawFinish, error } = ended;
  if (error !== undefined) {
    const fault = classifyVendorError(error, setting);
    // a complete JSON object shows its own end, whatever happened to the line after it
    return fault.transient && isCompleteJson(text)
      ? { type: "answered" }
      : { type: "fault", fault };
  }
  if (finish === "content-filter")
    return { type: "fault", fault: createRefusalFault(ended, setting) };
  if (finish === "stop")
    return text.trim() === "" ? classifySilentStream(ended, setting) : { type: "answered" };
  if (isCompleteJson(text)) return { type: "answered" };
  if (finish === "length") return { type: "cut-off" };
  if (finish === "tool-calls") {
    return classifyUnreadableStream("it called a tool, but has no tools", setting);
  }
  // an end that has a name of its own is an end; none at all is a connection that broke
  if (finish === "other" && rawFinish !== undefined) {
    return text.trim() === "" ? classifySilentStream(ended, setting) : { type: "answered" };
  }
  return { type: "fault", fault: createCutShortFault(setting.endpoint) };
}

function createRefusalFault(
  { text }: VendorStreamEnd,
  { endpoint, clean }: VendorFaultContext,
): VendorFault {
  const words = clean(text);
  const message = `${endpoint.name} declined to answer${words === "" ? "" : `: ${words}`}`;
  return { reason: "refused", message, transient: false, retryAfterMs: null, unhealthy: false };
}

function classifySilentStream(
  { thought }: VendorStreamEnd,
  setting: VendorFaultContext,
): VendorTryResult {
  return classifyUnreadableStream(
    thought ? "it thought and then said nothing" : "the answer is empty",
    setting,
  );
}

function classifyUnreadableStream(
  what: string,
  { endpoint, modelId }: VendorFaultContext,
): VendorTryResult {
  const message = `${endpoint.name}, ${modelId}: ${what}`;
  const fault = { message, transient: false, retryAfterMs: null, unhealthy: false };
  return { type: "fault", fault: { ...fault, reason: "unreadable" } };
}

function isCompleteJson(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
