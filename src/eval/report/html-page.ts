/** The report as one HTML page without scripts: plots first, the tables they were drawn from below. */
import { escapeXml } from "../../text/xml.ts";
import type { EvalReport } from "./build-report.ts";
import type { ArmReport } from "./report-arm.ts";
import { drawBars, drawCorrelations, drawForest, drawPlot, type PlotPoint } from "./svg-plots.ts";

/** `markdown` is the report's own: its tables are shown as they are there. */
export function formatEvalPage(report: EvalReport, markdown: string): string {
  const plots = listPlots(report).filter((plot) => plot !== "");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>Evaluation: ${escapeXml(report.suite)}</title>
<style>${STYLE}</style></head>
<body><main>
${renderBlocks(markdown, `<section class="plots">${plots.map((plot) => `<figure>${plot}</figure>`).join("\n")}</section>`)}
</main></body></html>
`;
}

const STYLE =
  ":root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:0;background:Canvas;color:CanvasText}" +
  "main{max-width:1100px;margin:auto;padding:24px 16px}h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}" +
  ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:13px}th,td{border:1px solid #8884;padding:4px 8px;text-align:left;vertical-align:top}" +
  ".plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(320px,1fr));gap:16px;align-items:start;margin:20px 0}.wide+.wide{margin-top:12px}figure{margin:0}" +
  "svg{width:100%;height:auto;background:#fff;border:1px solid #8884;border-radius:4px}svg text{font:11px system-ui,sans-serif;fill:#222}" +
  "svg .title{font-weight:600;font-size:12px}svg .grid{stroke:#eee}svg .mark{stroke:#888;stroke-dasharray:4 3}";

function listPlots(report: EvalReport): string[] {
  const { arms, comparisons } = report;
  const blind = arms.find(({ kind }) => kind === "vote1");
  const points = arms.flatMap((arm): PlotPoint[] => {
    const { share, interval } = arm.accuracy;
    return share === null
      ? []
      : [{ name: arm.name, x: countArmTokens(arm), y: share, ...interval }];
  });
  return [
    drawPlot(points, {
      title: "Right answers by price, 95 % intervals",
      x: "tokens per item",
      y: "share right",
      ...(blind && { mark: { x: countArmTokens(blind), name: "blind vote" } }),
    }),
    drawForest(
      comparisons.map(({ first, second, result }) => ({
        name: `${first} - ${second}`,
        x: result.difference,
        y: 0,
        ...result.interval,
      })),
      "Paired differences in points, 95 % intervals",
    ),
    drawPlot(listRoundPoints(arms), {
      title: "Mean seat and vote by round",
      x: "round",
      y: "share right",
      joined: true,
    }),
    ...listLaterPlots(report),
  ];
}

function listLaterPlots(report: EvalReport): string[] {
  const { arms } = report;
  const lead = arms.find(({ kind }) => kind === "debate" || kind === "free");
  return [
    lead?.flips ? drawBars(listFlipBars(arms), "Changes of mind, per seat and round") : "",
    drawPlot(
      arms.flatMap(({ name, calibration }) =>
        (calibration?.bins ?? []).map(({ stated, observed }) => ({ name, x: stated, y: observed })),
      ),
      {
        title: "What was stated, and how often it was right",
        x: "stated confidence",
        y: "share right",
        diagonal: true,
      },
    ),
    drawBars(listConfidenceBars(arms), "Statements by confidence"),
    drawPlot(
      arms.flatMap(({ name, byMargin }) =>
        byMargin.flatMap(({ name: margin, right }) =>
          right.share === null
            ? []
            : [{ name, x: Number(margin), y: right.share, ...right.interval }],
        ),
      ),
      {
        title: "Right answers by margin of the vote",
        x: "margin, share of seats",
        y: "share right",
      },
    ),
    lead?.panel
      ? drawCorrelations(
          lead.panel.pairs,
          `Errors of two seats, correlated${lead.panel.effectiveVotes === null ? "" : `: worth ${lead.panel.effectiveVotes.toFixed(1)} votes`}`,
        )
      : "",
    drawPlot(listCanaryPoints(report), {
      title: "Misled by voices that agree",
      x: "voices",
      y: "share misled",
      joined: true,
    }),
    drawBars(
      arms.map(({ name, rounds }) => ({
        name,
        parts: rounds.map(({ name: count, right }) => ({
          name: `${count} ${count === "1" ? "round" : "rounds"}`,
          value: right.of,
        })),
      })),
      "Items by rounds",
    ),
    drawBars(
      arms.flatMap(({ name, tokensPerRight }) =>
        tokensPerRight === null
          ? []
          : [{ name, parts: [{ name: "tokens", value: tokensPerRight }] }],
      ),
      "Tokens per right answer",
    ),
  ];
}

function countArmTokens({ inputTokens, outputTokens, items }: ArmReport): number {
  return items === 0 ? 0 : (inputTokens + outputTokens) / items;
}

function listRoundPoints(arms: readonly ArmReport[]): PlotPoint[] {
  return arms
    .filter(({ byRound }) => byRound.length > 1)
    .flatMap(({ name, byRound }) =>
      byRound.flatMap(({ round, mean, vote }) => [
        ...(mean.share === null
          ? []
          : [{ name: `${name}, seat`, x: round, y: mean.share, ...mean.interval }]),
        ...(vote.share === null
          ? []
          : [{ name: `${name}, vote`, x: round, y: vote.share, ...vote.interval }]),
      ]),
    );
}

function listFlipBars(arms: readonly ArmReport[]) {
  return arms.flatMap(({ name, flips }) =>
    flips
      ? [
          {
            name,
            parts: [
              { name: "stays right", value: flips.rightToWrong.of - flips.rightToWrong.count },
              { name: "right to wrong", value: flips.rightToWrong.count },
              { name: "wrong to right", value: flips.wrongToRight.count },
              { name: "stays wrong", value: flips.wrongToRight.of - flips.wrongToRight.count },
            ],
          },
        ]
      : [],
  );
}

function listConfidenceBars(arms: readonly ArmReport[]) {
  const bins = arms.flatMap(({ calibration }) => calibration?.bins ?? []);
  const groups = Map.groupBy(bins, ({ stated }) => Math.min(90, Math.floor(stated * 10) * 10));
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([from, all]) => ({
      name: `${from} to ${from + 10} %`,
      parts: [{ name: "statements", value: all.reduce((sum, { cases }) => sum + cases, 0) }],
    }));
}

function listCanaryPoints({ canaries }: EvalReport): PlotPoint[] {
  const kinds = [
    ["named", canaries?.spoken],
    ["without a named speaker", canaries?.speakerless],
  ] as const;
  return kinds.flatMap(([name, found]) =>
    (found?.byVoices ?? []).flatMap(({ voices, misled }) =>
      misled.share === null ? [] : [{ name, x: voices, y: misled.share, ...misled.interval }],
    ),
  );
}

/** The few forms that the Markdown report has; plots follow the first section. */
function renderBlocks(markdown: string, plots: string): string {
  const blocks = markdown
    .trim()
    .split(/\n{2,}/)
    .map(renderBlock);
  const second = blocks.findIndex(
    (block, index) =>
      index > 0 &&
      block.startsWith("<h2>") &&
      blocks.slice(0, index).some((one) => one.startsWith("<h2>")),
  );
  const at = second === -1 ? blocks.length : second;
  return [...blocks.slice(0, at), plots, ...blocks.slice(at)].join("\n");
}

function renderBlock(block: string): string {
  const [, hashes, title] = /^(#{1,3}) (.*)$/.exec(block) ?? [];
  if (hashes !== undefined && title !== undefined)
    return `<h${hashes.length}>${renderWords(title)}</h${hashes.length}>`;
  const lines = block.split("\n");
  if (block.startsWith("| ")) {
    const [head = "", , ...rows] = lines;
    return `<div class="wide"><table><thead>${renderRow(head, "th")}</thead><tbody>${rows.map((row) => renderRow(row, "td")).join("")}</tbody></table></div>`;
  }
  if (block.startsWith("- "))
    return `<ul>${lines.map((line) => `<li>${renderWords(line.slice(2))}</li>`).join("")}</ul>`;
  return `<p>${lines.map(renderWords).join("<br>")}</p>`;
}

function renderRow(row: string, tag: "th" | "td"): string {
  const cells = row.replace(/^\| | \|$/g, "").split(/(?<!\\) \| /);
  return `<tr>${cells.map((cell) => `<${tag}>${renderWords(cell)}</${tag}>`).join("")}</tr>`;
}

/** Markdown's escapes are undone before HTML's are made. */
function renderWords(words: string): string {
  const plain = words
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~&])/g, "$1")
    .replace(/&(?:lt|#60);/g, "<")
    .replace(/&(?:gt|#62);/g, ">")
    .replace(/&(?:amp|#38);/g, "&");
  return escapeXml(plain).replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>");
}
