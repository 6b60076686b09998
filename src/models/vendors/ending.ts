import type { Ended } from "./exchange.ts";
/** What the end of a stream means: an answer, an answer that was cut off for want of room, or a fault. */
import { type Fault, type FaultSetting, cutShort, faultOf } from "./fault.ts";

export type Ending =
  | { readonly type: "answered" }
  | { readonly type: "cut-off" }
  | { readonly type: "fault"; readonly fault: Fault };

export function endingOf(ended: Ended, setting: FaultSetting): Ending {
  const { text, finish, rawFinish, error } = ended;
  if (error !== undefined) {
    const fault = faultOf(error, setting);
    // a whole JSON object says itself where it ends, whatever became of the line after it
    return fault.passing && isWhole(text) ? { type: "answered" } : { type: "fault", fault };
  }
  if (finish === "content-filter") return { type: "fault", fault: refusal(ended, setting) };
  if (finish === "stop") return text.trim() === "" ? silent(ended, setting) : { type: "answered" };
  if (isWhole(text)) return { type: "answered" };
  if (finish === "length") return { type: "cut-off" };
  if (finish === "tool-calls") {
    return unreadable("it called a tool, and there is none to call", setting);
  }
  // an end that has a name of its own is an end; none at all is a connection that broke
  if (finish === "other" && rawFinish !== undefined) {
    return text.trim() === "" ? silent(ended, setting) : { type: "answered" };
  }
  return { type: "fault", fault: cutShort(setting.endpoint) };
}

function refusal({ text }: Ended, { endpoint, clean }: FaultSetting): Fault {
  const words = clean(text);
  const message = `${endpoint.name} declined to answer${words === "" ? "" : `: ${words}`}`;
  return { reason: "refused", message, passing: false, retryAfterMs: null, ill: false };
}

function silent({ thought }: Ended, setting: FaultSetting): Ending {
  return unreadable(thought ? "it thought and then said nothing" : "the answer is empty", setting);
}

function unreadable(what: string, { endpoint, modelId }: FaultSetting): Ending {
  const message = `${endpoint.name}, ${modelId}: ${what}`;
  const fault = { message, passing: false, retryAfterMs: null, ill: false };
  return { type: "fault", fault: { ...fault, reason: "unreadable" } };
}

function isWhole(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
