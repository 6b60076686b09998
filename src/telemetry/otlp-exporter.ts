/** Sends spans to an OpenTelemetry endpoint as OTLP/HTTP JSON. Spans that cannot be sent are reported once and lost. */
import { outgoingFetch, ProxyFailure } from "../network/outgoing-fetch.ts";
import type { NetworkEnvironment } from "../network/proxy-choice.ts";
import type { AttributeValue, TraceSpan } from "./debate-spans.ts";

export interface OtlpOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, AttributeValue>>;
  readonly timeoutMs: number;
  readonly version: string;
}

/** Null where no endpoint is configured, or telemetry is switched off. */
export function readOtlpOptions(env: NetworkEnvironment, version: string): OtlpOptions | null {
  if (env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return null;
  if (env["OTEL_TRACES_EXPORTER"] === "none") return null;
  const own = env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
  const base = env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  const url = own ? own : base ? `${base.replace(/\/+$/, "")}/v1/traces` : null;
  if (url === null || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return null;
  const timeout = Number(
    env["OTEL_EXPORTER_OTLP_TRACES_TIMEOUT"] ?? env["OTEL_EXPORTER_OTLP_TIMEOUT"],
  );
  return {
    url,
    headers: {
      ...parseHeaderPairs(env["OTEL_EXPORTER_OTLP_HEADERS"]),
      ...parseHeaderPairs(env["OTEL_EXPORTER_OTLP_TRACES_HEADERS"]),
    },
    resource: {
      ...parseHeaderPairs(env["OTEL_RESOURCE_ATTRIBUTES"]),
      "service.name": env["OTEL_SERVICE_NAME"] || "dissent",
      "service.version": version,
    },
    timeoutMs: Number.isFinite(timeout) && timeout > 0 ? timeout : DEFAULT_TIMEOUT_MS,
    version,
  };
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** `a=b,c=d`, percent-encoded, as the variables of the conventions have it. */
function parseHeaderPairs(text = ""): Record<string, string> {
  const pairs = text.split(",").flatMap((pair): [string, string][] => {
    const at = pair.indexOf("=");
    if (at < 1) return [];
    return [
      [decodePercentText(pair.slice(0, at).trim()), decodePercentText(pair.slice(at + 1).trim())],
    ];
  });
  return Object.fromEntries(pairs);
}

function decodePercentText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Resolves to what went wrong, in words without any address or key; null when all was taken. */
export async function sendSpans(
  spans: readonly TraceSpan[],
  setting: OtlpOptions,
): Promise<string | null> {
  if (spans.length === 0) return null;
  try {
    const response = await outgoingFetch(setting.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...setting.headers },
      body: JSON.stringify(createExportRequest(spans, setting)),
      signal: AbortSignal.timeout(setting.timeoutMs),
      redirect: "error",
    });
    await response.body?.cancel();
    return response.ok ? null : `the endpoint answered ${response.status}`;
  } catch (error) {
    if (error instanceof ProxyFailure) return error.message;
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return isLate ? "the endpoint did not answer in time" : "the endpoint could not be reached";
  }
}

export function createExportRequest(
  spans: readonly TraceSpan[],
  { resource, version }: OtlpOptions,
): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: convertAttributes(resource) },
        scopeSpans: [
          {
            scope: { name: "dissent", version },
            schemaUrl: OTEL_SCHEMA_URL,
            spans: spans.map(convertSpan),
          },
        ],
      },
    ],
  };
}

const OTEL_SCHEMA_URL = "https://opentelemetry.io/schemas/1.41.0";

function convertSpan(span: TraceSpan): object {
  const { traceId, spanId, parentSpanId, name, kind, startMs, endMs, attributes, error } = span;
  return {
    traceId,
    spanId,
    ...(parentSpanId !== null && { parentSpanId }),
    name,
    kind: kind === "client" ? 3 : 1,
    startTimeUnixNano: formatNanoseconds(startMs),
    endTimeUnixNano: formatNanoseconds(Math.max(startMs, endMs)),
    attributes: convertAttributes(attributes),
    status: error === null ? {} : { code: 2, message: error },
  };
}

function formatNanoseconds(ms: number): string {
  return `${BigInt(Math.round(ms)) * 1_000_000n}`;
}

function convertAttributes(attributes: Readonly<Record<string, AttributeValue>>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: convertAttributeValue(value),
  }));
}

function convertAttributeValue(value: AttributeValue): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") return { intValue: `${Math.round(value)}` };
  return { doubleValue: value.double };
}
