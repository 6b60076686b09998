/** Debates that tell an OpenTelemetry endpoint what they did, where one is configured. Nothing else leaves the machine. */
import type { Dissent } from "../dissent.ts";
import type { Event } from "../domain/event.ts";
import type { HoldRequest } from "../engine.ts";
import { type OtlpSetting, otlpSetting, send } from "./otlp.ts";
import { spansOf, type SpanSetting } from "./spans.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface TelemetrySetting {
  readonly env: Environment;
  readonly version: string;
  /** Told at most once per debate: what was not sent, and why. A debate never fails on it. */
  readonly onTrouble?: (words: string) => void;
}

/** The same app where no endpoint is configured. */
export function withTelemetry(app: Dissent, setting: TelemetrySetting): Dissent {
  const otlp = otlpSetting(setting.env, setting.version);
  if (otlp === null) return app;
  const spans = spanSetting(setting.env);
  return {
    ...app,
    async hold(request) {
      const before = (await app.read(request.debate)).events;
      const added: Event[] = [];
      try {
        return await app.hold(listening(request, added));
      } finally {
        await tell({ before, added }, { otlp, spans, setting });
      }
    },
  };
}

/** Headers of an endpoint are keys; whoever redacts must know them. */
export function telemetrySecrets(env: Environment): readonly string[] {
  return Object.values(otlpSetting(env, "")?.headers ?? {}).filter((value) => value.length >= 8);
}

/** Where spans would go; null where nothing is configured. */
export function telemetryHost(env: Environment): string | null {
  const otlp = otlpSetting(env, "");
  return otlp === null ? null : new URL(otlp.url).host;
}

function listening(request: HoldRequest, added: Event[]): HoldRequest {
  return {
    ...request,
    onEvent(event) {
      added.push(event);
      request.onEvent?.(event);
    },
  };
}

interface Telling {
  readonly otlp: OtlpSetting;
  readonly spans: SpanSetting;
  readonly setting: TelemetrySetting;
}

async function tell(
  { before, added }: { before: readonly Event[]; added: readonly Event[] },
  { otlp, spans, setting }: Telling,
): Promise<void> {
  const [first] = added;
  if (!first) return;
  // the event that opened the debate belongs to the share that held it first
  const from = before.length === 1 ? 0 : first.sequence;
  const trouble = await send(spansOf({ events: [...before, ...added], from }, spans), otlp);
  if (trouble !== null) setting.onTrouble?.(`Telemetry was not sent: ${trouble}.`);
}

function spanSetting(env: Environment): SpanSetting {
  const parent = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}/.exec(
    env["TRACEPARENT"] ?? "",
  );
  const content = env["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] ?? "";
  return {
    parent: parent?.[1] && parent[2] ? { traceId: parent[1], spanId: parent[2] } : null,
    content: /^(?:true|1|span_only|span_and_event)$/i.test(content),
  };
}
