/** Reports debates to an OpenTelemetry endpoint if one is configured. Nothing else leaves the machine. */
import type { Dissent } from "../dissent.ts";
import type { Event } from "../domain/journal/event.ts";
import type { RunRequest } from "../engine.ts";
import type { NetworkEnvironment } from "../network/proxy-choice.ts";
import { createDebateSpans, type SpanOptions } from "./debate-spans.ts";
import { type OtlpOptions, readOtlpOptions, sendSpans } from "./otlp-exporter.ts";

export interface TelemetrySetting {
  readonly env: NetworkEnvironment;
  readonly version: string;
  /** Called at most once per debate: what was not sent, and why. A debate never fails because of it. */
  readonly onTrouble?: (words: string) => void;
}

/** The same app where no endpoint is configured. */
export function withTelemetry(app: Dissent, setting: TelemetrySetting): Dissent {
  const otlp = readOtlpOptions(setting.env, setting.version);
  if (otlp === null) return app;
  const spans = readSpanOptions(setting.env);
  return {
    ...app,
    async run(request) {
      const before = (await app.read(request.debate)).events;
      const added: Event[] = [];
      try {
        return await app.run(recordAddedEvents(request, added));
      } finally {
        await reportTelemetry({ before, added }, { otlp, spans, setting });
      }
    },
  };
}

/** Headers of an endpoint are keys; they must be redacted. */
export function listTelemetrySecrets(env: NetworkEnvironment): readonly string[] {
  return Object.values(readOtlpOptions(env, "")?.headers ?? {}).filter(
    (value) => value.length >= 8,
  );
}

/** Where spans would go; null where nothing is configured. */
export function readTelemetryHost(env: NetworkEnvironment): string | null {
  const otlp = readOtlpOptions(env, "");
  return otlp === null ? null : new URL(otlp.url).host;
}

function recordAddedEvents(request: RunRequest, added: Event[]): RunRequest {
  return {
    ...request,
    onEvent(event) {
      added.push(event);
      request.onEvent?.(event);
    },
  };
}

interface TelemetryTarget {
  readonly otlp: OtlpOptions;
  readonly spans: SpanOptions;
  readonly setting: TelemetrySetting;
}

async function reportTelemetry(
  { before, added }: { before: readonly Event[]; added: readonly Event[] },
  { otlp, spans, setting }: TelemetryTarget,
): Promise<void> {
  const [first] = added;
  if (!first) return;
  // the event that opened the debate belongs to the process that ran it first
  const from = before.length === 1 ? 0 : first.sequence;
  const trouble = await sendSpans(
    createDebateSpans({ events: [...before, ...added], from }, spans),
    otlp,
  );
  if (trouble !== null) setting.onTrouble?.(`Telemetry was not sent: ${trouble}.`);
}

function readSpanOptions(env: NetworkEnvironment): SpanOptions {
  const parent = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}/.exec(
    env["TRACEPARENT"] ?? "",
  );
  const content = env["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] ?? "";
  return {
    parent: parent?.[1] && parent[2] ? { traceId: parent[1], spanId: parent[2] } : null,
    content: /^(?:true|1|span_only|span_and_event)$/i.test(content),
  };
}
