import { expect, test } from "vitest";

import { SCENARIOS } from "../../../test/support/protocols/judges-scenarios.ts";
import { holdJudges } from "../../../test/support/protocols/judges.ts";
import { PROTOCOLS } from "../../dissent.ts";
import { formatPriceNotice } from "../../domain/journal/price-notices.ts";
import { createTerminalStyle } from "../terminal/terminal-style.ts";
import { formatStatusLine } from "./format-status.ts";

test("J17 a vote that goes back counts where it went, as in the outcome", async () => {
  const { events } = await holdJudges(SCENARIOS["a vote that reverts"]!);
  const style = createTerminalStyle({ write: () => true }, {});

  const line = formatStatusLine(events, { style, nowMs: 0, protocols: PROTOCOLS });

  expect(line).toMatch(/^A 1 of 3 {3}B 1 of 3 {3}C 1 of 3 /);
});

test("K12 progress says what is left of each limit, and nothing of limits that there are not", async () => {
  const { events } = await holdJudges(SCENARIOS["a vote that reverts"]!);
  const style = createTerminalStyle({ write: () => true }, {});
  const lastMs = events.at(-1)?.atMs ?? 0;
  const limited = events.map((event) =>
    event.fact.type === "debate-opened"
      ? {
          ...event,
          fact: {
            ...event.fact,
            limits: { ...event.fact.limits, calls: 20, usd: 2, wallMs: 3_600_000 },
          },
        }
      : event,
  );
  const formatAt = (all: typeof events): string =>
    formatStatusLine(all, { style, nowMs: lastMs + 600_000, protocols: PROTOCOLS });

  expect(formatAt(limited)).toMatch(
    / 7 calls, 13 left {3}\$0\.00, \$2\.00 left {3}10m 00s, 50m 00s left$/,
  );
  expect(formatAt(events)).not.toContain("left");
});

test("K14 no amount is shown before the first call of models without a known price", async () => {
  const { events } = await holdJudges(SCENARIOS["a vote that reverts"]!);
  const style = createTerminalStyle({ write: () => true }, {});
  const [opened] = events.slice(0, 1).map((event) => ({
    ...event,
    fact: { ...event.fact, notices: [formatPriceNotice("x/a")] },
  }));
  const formatStart = (first: (typeof events)[0]): string =>
    formatStatusLine([first], { style, nowMs: first.atMs, protocols: PROTOCOLS });

  expect(formatStart(events[0]!)).toContain("0 calls   $0.00   0 ms");
  expect(formatStart(opened as (typeof events)[0])).toContain("0 calls   0 ms");
});
