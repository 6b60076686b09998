/** What a failed request means: why the seat is silent, whether it passes, and words that hold no key. */
import type { AbsenceReason } from "../../domain/round.ts";
import { ProxyFailure } from "../../network/outgoing-fetch.ts";
import { AUTHORITY_CURE, isUnknownAuthority } from "../../network/trusted-authorities.ts";
import type { Redact } from "../../text/redact.ts";
import type { Endpoint } from "../endpoint.ts";
import { errorWordsWithoutSecrets } from "../error-words.ts";
import { retryAfterIn } from "../traffic/retry.ts";
import { hostOf } from "./base-url.ts";

export interface Fault {
  readonly reason: AbsenceReason;
  readonly message: string;
  /** It may pass by itself: the same request is worth another try. */
  readonly passing: boolean;
  readonly retryAfterMs: number | null;
  /** The provider is at fault, not this one request. */
  readonly ill: boolean;
  /** The provider did not accept the key. */
  readonly keyRefused?: true;
}

export interface FaultSetting {
  readonly endpoint: Endpoint;
  readonly modelId: string;
  readonly nowMs: number;
  readonly clean: (text: string) => string;
}

/** Thrown by our own fetch where the answer is not what the API gives; its message is meant for people. */
export class NotTheApi extends Error {}

/** What errors of the SDK and of fetch carry, as far as it is read. */
interface Raised {
  readonly name: string;
  readonly message: string;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly body: string;
  /** Of the first cause that has one, such as ECONNRESET. */
  readonly code: string | undefined;
}

export function faultOf(error: unknown, setting: FaultSetting): Fault {
  const own = causes(error).find((cause) => cause instanceof NotTheApi);
  if (own) return lasting(setting.clean(own.message), { ill: true });
  const proxy = causes(error).find((cause) => cause instanceof ProxyFailure);
  if (proxy) return proxy.passing ? passing(proxy.message) : lasting(proxy.message, { ill: true });
  const raised = raisedIn(error);
  const { status, code, name } = raised;
  const provider = setting.endpoint.name;
  if (code !== undefined) return networkFault(code, setting);
  if (status !== undefined && status >= 300) return statusFault(status, raised, setting);
  if (CUT_SHORT.has(name) || status !== undefined) {
    return passing(`${provider} broke off before its answer was whole`);
  }
  if (MISREAD.has(name)) {
    const message = `${provider} did not answer as its API does; check its base URL`;
    return lasting(message, { ill: true });
  }
  return lasting(`${provider} failed: ${wordsOf(raised, setting)}`, { ill: true });
}

const CUT_SHORT = new Set(["AI_InvalidResponseDataError", "AI_NoOutputGeneratedError"]);
const MISREAD = new Set(["AI_JSONParseError", "AI_TypeValidationError"]);

/** The connection ended, and with it the answer, before the end was said. */
export function cutShort({ name }: Endpoint): Fault {
  return passing(`${name} broke off before its answer was whole`);
}

function statusFault(status: number, raised: Raised, setting: FaultSetting): Fault {
  const { name, keyName } = setting.endpoint;
  const words = wordsOf(raised, setting);
  if (status < 400) {
    const elsewhere =
      "answered with a redirect, which is not followed, for it would take the key along";
    return lasting(`${name} ${elsewhere} (${status}); check its base URL`, { ill: true });
  }
  if (status === 401 || status === 403) {
    const next =
      keyName === null ? "see dissent doctor" : `change ${keyName} or run dissent keys set ${name}`;
    const fault = lasting(`${name} refused the key (${status}): ${words}; ${next}`, { ill: true });
    return { ...fault, keyRefused: true };
  }
  if (status === 402 || raised.body.includes("insufficient_quota")) {
    return lasting(`${name} has no credit left (${status}): ${words}`, { ill: true });
  }
  if (status === 404) {
    return lasting(`${name} has no model ${setting.modelId} (404): ${words}`, { ill: false });
  }
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    const retryAfterMs = retryAfterIn(raised.headers, setting.nowMs);
    return { ...passing(`${name} answered ${status}: ${words}`), retryAfterMs };
  }
  return lasting(`${name} did not take the request (${status}): ${words}`, { ill: false });
}

function networkFault(code: string, { endpoint }: FaultSetting): Fault {
  const host = hostOf(endpoint);
  switch (code) {
    case "ECONNREFUSED":
      return lasting(`nothing listens at ${host}; is ${endpoint.name} running?`, { ill: true });
    case "ENOTFOUND":
      return lasting(`the host ${host} is not known; check the base URL`, { ill: true });
    case "UND_ERR_SOCKET":
    case "ECONNRESET":
    case "EPIPE":
      return passing(`the connection to ${host} was torn down (${code})`);
    default:
      return CERTIFICATE.test(code) || isUnknownAuthority(code)
        ? lasting(`the certificate of ${host} is not trusted (${code})${cureFor(code)}`, {
            ill: true,
          })
        : passing(`${host} cannot be reached (${code})`);
  }
}

function cureFor(code: string): string {
  return isUnknownAuthority(code) ? `; ${AUTHORITY_CURE}` : "";
}

const CERTIFICATE = /CERT|SELF_SIGNED|ALTNAME|ERR_TLS|ERR_SSL/;

function passing(message: string): Fault {
  return { reason: "unavailable", message, passing: true, retryAfterMs: null, ill: true };
}

function lasting(message: string, { ill }: { ill: boolean }): Fault {
  return { reason: "unavailable", message, passing: false, retryAfterMs: null, ill };
}

function wordsOf({ message, body }: Raised, { clean }: FaultSetting): string {
  const words = message === "" ? body.replaceAll(/<[^>]*>/g, " ") : message;
  return clean(words).replace(/[.\s]+$/, "") || "no reason given";
}

// enough to see what went wrong; a page of HTML is not
const LONGEST_WORDS = 300;
/** One harmless line; secrets are taken out before it is cut. */
export function oneCleanLine(redact: Redact): (text: string) => string {
  return (text) => {
    const words = errorWordsWithoutSecrets(text, redact);
    const line = words.replaceAll(/[\p{C}\s]+/gu, " ").trim();
    return line.length > LONGEST_WORDS ? `${line.slice(0, LONGEST_WORDS)}…` : line;
  };
}

function raisedIn(error: unknown): Raised {
  const fields = fieldsOf(error);
  const { name, message, statusCode, code, responseHeaders, responseBody } = fields;
  // some servers put the status of a broken stream into its code
  const status = [statusCode, Number(code)].find((one) => isStatus(one));
  return {
    name: typeof name === "string" ? name : "",
    message: typeof message === "string" ? message : typeof error === "string" ? error : "",
    status: status as number | undefined,
    headers: responseHeaders as Record<string, string> | undefined,
    body: typeof responseBody === "string" ? responseBody : "",
    code: networkCodeIn(error),
  };
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
}

function networkCodeIn(error: unknown): string | undefined {
  const codes = causes(error).map((cause) => (cause as { code?: unknown }).code);
  return codes.find((code) => typeof code === "string" && /^[A-Z][A-Z_0-9]+$/.test(code)) as
    | string
    | undefined;
}

/** The error, its cause, the cause of that; a ring is left after a few. */
function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < 5; one = one.cause) found.push(one);
  return found;
}

function fieldsOf(error: unknown): Readonly<Record<string, unknown>> {
  return typeof error === "object" && error !== null ? (error as Record<string, unknown>) : {};
}
