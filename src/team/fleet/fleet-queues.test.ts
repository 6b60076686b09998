import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  formatCallId,
  formatCallQueueName,
  formatAssignmentId,
  formatDebateQueueName,
  parseProviderName,
  formatProtocolVersion,
} from "./fleet-queues.ts";

test("FN1 a call has the name of its step, and every later time one of its own", () => {
  expect(formatCallId("deb-1/openings/risk", 1, 1)).toBe("deb-1/openings/risk#1");
  expect(formatCallId("deb-1/openings/risk", 2, 1)).toBe("deb-1/openings/risk#2");
  expect(formatCallId("deb-1/openings/risk", 1, 3)).toBe("deb-1/openings/risk#1~3");
});

test("FN1 no two calls or holdings have one name", () => {
  const slug = fc.stringMatching(/^[a-z0-9]{1,4}(-[a-z0-9]{1,4})?$/);
  const number = fc.integer({ min: 1, max: 30 });
  const named = fc.oneof(
    fc.tuple(slug, number).map(([debate, time]) => ["holding", debate, time] as const),
    fc.tuple(slug, slug, slug, number, number).map(([debate, step, seat, attempt, time]) => {
      return ["call", `${debate}/${step}/${seat}`, attempt, time] as const;
    }),
  );
  const formatAssignmentName = (one: readonly (string | number)[]): string =>
    one[0] === "holding"
      ? formatAssignmentId(String(one[1]), Number(one[2]))
      : formatCallId(String(one[1]), Number(one[2]), Number(one[3]));

  fc.assert(
    fc.property(named, named, (one, other) => {
      expect(formatAssignmentName(one) === formatAssignmentName(other)).toBe(
        JSON.stringify(one) === JSON.stringify(other),
      );
    }),
    { numRuns: 1_000 },
  );
});

test("FN2 debates wait by their rules, calls by their provider", () => {
  expect(
    formatDebateQueueName(formatProtocolVersion({ protocol: "judges", protocolVersion: 2 })),
  ).toBe("hold:judges@2");
  expect(formatCallQueueName(parseProviderName("anthropic/claude/x"))).toBe("call:anthropic");
  expect(parseProviderName("offline")).toBe("offline");
});
