/** What a failed request means: why the seat did not answer, whether it will pass, and a message without keys. */
import { toJsonFields } from "../../domain/json.ts";
import type { AbsenceReason } from "../../domain/round.ts";
import { ProxyFailure } from "../../network/outgoing-fetch.ts";
import { AUTHORITY_CURE, isUnknownAuthority } from "../../network/trusted-authorities.ts";
import type { Redactor } from "../../text/redact.ts";
import type { Endpoint } from "../endpoint.ts";
import { redactErrorMessage } from "../redact-error-message.ts";
import { parseRetryAfter } from "../traffic/retry.ts";
import { formatEndpointHost } from "./base-url.ts";

export interface VendorFault {
  readonly reason: AbsenceReason;
  readonly message: string;
  /** It may pass by itself: the same request is worth another try. */
  readonly transient: boolean;
  readonly retryAfterMs: number | null;
  /** The provider is at fault, not this one request. */
  readonly unhealthy: boolean;
  /** The provider did not accept the key. */
  readonly keyRefused?: true;
}

export interface VendorFaultContext {
  readonly endpoint: Endpoint;
  readonly modelId: string;
  readonly nowMs: number;
  readonly clean: (text: string) => string;
}

/** Thrown by our own fetch where the answer is not what the API gives; its message is meant for people. */
export class UnexpectedResponseError extends Error {}

/** What errors of the SDK and of fetch carry, as far as it is read. */
interface RaisedError {
  readonly name: string;
  readonly message: string;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly body: string;
  /** Of the first cause that has one, such as ECONNRESET. */
  readonly code: string | undefined;
}

export function classifyVendorError(error: unknown, setting: VendorFaultContext): VendorFault {
  const own = listCauseChain(error).find((cause) => cause instanceof UnexpectedResponseError);
  if (own) return createLastingFault(setting.clean(own.message), { ill: true });
  const proxy = listCauseChain(error).find((cause) => cause instanceof ProxyFailure);
  if (proxy)
    return proxy.passing
      ? createPassingFault(proxy.message)
      : createLastingFault(proxy.message, { ill: true });
  const raised = readRaisedError(error);
  const { status, code, name } = raised;
  const provider = setting.endpoint.name;
  if (code !== undefined) return classifyNetworkError(code, setting);
  if (status !== undefined && status >= 300) return classifyStatusError(status, raised, setting);
  if (CUT_SHORT.has(name) || status !== undefined) {
    return createPassingFault(`${provider} broke off before its answer was whole`);
  }
  if (MISREAD.has(name)) {
    const message = `${provider} did not answer as its API does; check its base URL`;
    return createLastingFault(message, { ill: true });
  }
  return createLastingFault(`${provider} failed: ${formatVendorMessage(raised, setting)}`, {
    ill: true,
  });
}

const CUT_SHORT = new Set(["AI_InvalidResponseDataError", "AI_NoOutputGeneratedError"]);
const MISREAD = new Set(["AI_JSONParseError", "AI_TypeValidationError"]);

/** The connection ended, and with it the answer, before the end was said. */
export function createCutShortFault({ name }: Endpoint): VendorFault {
  return createPassingFault(`${name} broke off before its answer was whole`);
}

function classifyStatusError(
  status: number,
  raised: RaisedError,
  setting: VendorFaultContext,
): VendorFault {
  const { name, keyName } = setting.endpoint;
  const words = formatVendorMessage(raised, setting);
  if (status < 400) {
    const elsewhere =
      "answered with a redirect, which is not followed, for it would take the key along";
    return createLastingFault(`${name} ${elsewhere} (${status}); check its base URL`, {
      ill: true,
    });
  }
  if (status === 401 || status === 403) {
    const next =
      keyName === null
        ? "see dissent doctor"
        : `change ${keyName} or run dissent config keys set ${name}`;
    const fault = createLastingFault(`${name} refused the key (${status}): ${words}; ${next}`, {
      ill: true,
    });
    return { ...fault, keyRefused: true };
  }
  if (status === 402 || raised.body.includes("insufficient_quota")) {
    return createLastingFault(`${name} has no credit left (${status}): ${words}`, { ill: true });
  }
  if (status === 404) {
    return createLastingFault(`${name} has no model ${setting.modelId} (404): ${words}`, {
      ill: false,
    });
  }
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    const retryAfterMs = parseRetryAfter(raised.headers, setting.nowMs);
    return { ...createPassingFault(`${name} answered ${status}: ${words}`), retryAfterMs };
  }
  return createLastingFault(`${name} did not take the request (${status}): ${words}`, {
    ill: false,
  });
}

function classifyNetworkError(code: string, { endpoint }: VendorFaultContext): VendorFault {
  const host = formatEndpointHost(endpoint);
  switch (code) {
    case "ECONNREFUSED":
      return createLastingFault(`nothing listens at ${host}; is ${endpoint.name} running?`, {
        ill: true,
      });
    case "ENOTFOUND":
      return createLastingFault(`the host ${host} is not known; check the base URL`, { ill: true });
    case "UND_ERR_SOCKET":
    case "ECONNRESET":
    case "EPIPE":
      return createPassingFault(`the connection to ${host} was torn down (${code})`);
    default:
      return CERTIFICATE.test(code) || isUnknownAuthority(code)
        ? createLastingFault(
            `the certificate of ${host} is not trusted (${code})${suggestNetworkFix(code)}`,
            {
              ill: true,
            },
          )
        : createPassingFault(`${host} cannot be reached (${code})`);
  }
}

function suggestNetworkFix(code: string): string {
  return isUnknownAuthority(code) ? `; ${AUTHORITY_CURE}` : "";
}

const CERTIFICATE = /CERT|SELF_SIGNED|ALTNAME|ERR_TLS|ERR_SSL/;

function createPassingFault(message: string): VendorFault {
  return { reason: "unavailable", message, transient: true, retryAfterMs: null, unhealthy: true };
}

function createLastingFault(message: string, { ill }: { ill: boolean }): VendorFault {
  return { reason: "unavailable", message, transient: false, retryAfterMs: null, unhealthy: ill };
}

function formatVendorMessage(
  { message, body }: RaisedError,
  { clean }: VendorFaultContext,
): string {
  const words = message === "" ? body.replaceAll(/<[^>]*>/g, " ") : message;
  return clean(words).replace(/[.\s]+$/, "") || "no reason given";
}

// enough to see what went wrong; a page of HTML is not
const LONGEST_WORDS = 300;
/** One harmless line; secrets are taken out before it is cut. */
export function createLineCleaner(redact: Redactor): (text: string) => string {
  return (text) => {
    const words = redactErrorMessage(text, redact);
    const line = words.replaceAll(/[\p{C}\s]+/gu, " ").trim();
    return line.length > LONGEST_WORDS ? `${line.slice(0, LONGEST_WORDS)}…` : line;
  };
}

function readRaisedError(error: unknown): RaisedError {
  const fields = toJsonFields(error);
  const { name, message, statusCode, code, responseHeaders, responseBody } = fields;
  // some servers put the status of a broken stream into its code
  const status = [statusCode, Number(code)].find((one) => isHttpStatus(one));
  return {
    name: typeof name === "string" ? name : "",
    message: typeof message === "string" ? message : typeof error === "string" ? error : "",
    status: status as number | undefined,
    headers: responseHeaders as Record<string, string> | undefined,
    body: typeof responseBody === "string" ? responseBody : "",
    code: findNetworkCode(error),
  };
}

function isHttpStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
}

function findNetworkCode(error: unknown): string | undefined {
  const codes = listCauseChain(error).map((cause) => (cause as { code?: unknown }).code);
  return codes.find((code) => typeof code === "string" && /^[A-Z][A-Z_0-9]+$/.test(code)) as
    | string
    | undefined;
}

/** The error, its cause, the cause of that; a ring is left after a few. */
function listCauseChain(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < 5; one = one.cause) found.push(one);
  return found;
}
