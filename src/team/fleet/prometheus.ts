/** Figures in the text format that Prometheus reads. */

type MetricLabels = Readonly<Record<string, string>>;

export interface MetricFamily {
  readonly name: string;
  readonly help?: string;
  readonly type: "counter" | "gauge";
  readonly values: readonly (readonly [labels: MetricLabels, value: number])[];
}

export function formatMetricFamily({ name, help, type, values }: MetricFamily): string {
  const head = help === undefined ? "" : `# HELP ${name} ${help}\n`;
  const lines = values.map(([labels, value]) => `${formatMetricName(name, labels)} ${value}\n`);
  return `${head}# TYPE ${name} ${type}\n${lines.join("")}`;
}

/** Values come from configurations and must not end a label or a line. */
export function formatMetricName(name: string, labels: MetricLabels): string {
  const pairs = Object.entries(labels).map(
    ([label, value]) => `${label}="${escapeLabelValue(value)}"`,
  );
  return pairs.length === 0 ? name : `${name}{${pairs.join(",")}}`;
}

function escapeLabelValue(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
