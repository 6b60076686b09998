/** Sends spans to an OpenTelemetry endpoint, as OTLP over HTTP in JSON. What cannot be sent is told once and lost. */
import { outgoingFetch, ProxyFailure } from "../network/outgoing-fetch.ts";
import type { AttributeValue, Span } from "./spans.ts";

export interface OtlpSetting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, AttributeValue>>;
  readonly timeoutMs: number;
  readonly version: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Null where no endpoint is configured, or telemetry is switched off. */
export function otlpSetting(env: Environment, version: string): OtlpSetting | null {
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
      ...pairsIn(env["OTEL_EXPORTER_OTLP_HEADERS"]),
      ...pairsIn(env["OTEL_EXPORTER_OTLP_TRACES_HEADERS"]),
    },
    resource: {
      ...pairsIn(env["OTEL_RESOURCE_ATTRIBUTES"]),
      "service.name": env["OTEL_SERVICE_NAME"] || "dissent",
      "service.version": version,
    },
    timeoutMs: Number.isFinite(timeout) && timeout > 0 ? timeout : USUAL_TIMEOUT,
    version,
  };
}

const USUAL_TIMEOUT = 10_000;

/** `a=b,c=d`, percent-encoded, as the variables of the conventions have it. */
function pairsIn(text = ""): Record<string, string> {
  const pairs = text.split(",").flatMap((pair): [string, string][] => {
    const at = pair.indexOf("=");
    if (at < 1) return [];
    return [[decoded(pair.slice(0, at).trim()), decoded(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Resolves to what went wrong, in words without any address or key; null when all was taken. */
export async function send(spans: readonly Span[], setting: OtlpSetting): Promise<string | null> {
  if (spans.length === 0) return null;
  try {
    const response = await outgoingFetch(setting.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...setting.headers },
      body: JSON.stringify(requestOf(spans, setting)),
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

export function requestOf(spans: readonly Span[], { resource, version }: OtlpSetting): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [
          {
            scope: { name: "dissent", version },
            schemaUrl: SCHEMA,
            spans: spans.map(spanOf),
          },
        ],
      },
    ],
  };
}

const SCHEMA = "https://opentelemetry.io/schemas/1.41.0";

function spanOf(span: Span): object {
  const { traceId, spanId, parentSpanId, name, kind, startMs, endMs, attributes, error } = span;
  return {
    traceId,
    spanId,
    ...(parentSpanId !== null && { parentSpanId }),
    name,
    kind: kind === "client" ? 3 : 1,
    startTimeUnixNano: nanos(startMs),
    endTimeUnixNano: nanos(Math.max(startMs, endMs)),
    attributes: attributesOf(attributes),
    status: error === null ? {} : { code: 2, message: error },
  };
}

function nanos(ms: number): string {
  return `${BigInt(Math.round(ms)) * 1_000_000n}`;
}

function attributesOf(attributes: Readonly<Record<string, AttributeValue>>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));
}

function valueOf(value: AttributeValue): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") return { intValue: `${Math.round(value)}` };
  return { doubleValue: value.double };
}
