import { expect, test } from "vitest";

import { NO_TRAFFIC_LIMITS } from "./endpoint.ts";
import { createTrafficSource, processTraffic } from "./traffic-source.ts";

const SETTING = {
  name: "a-vendor-of-this-test",
  limits: { ...NO_TRAFFIC_LIMITS, concurrency: 1 },
  warming: false,
};

test("what has a name is the same for all who ask one source", async () => {
  const trafficFor = createTrafficSource();

  expect(await trafficFor(SETTING)).toBe(await trafficFor(SETTING));
  expect(await processTraffic(SETTING)).toBe(await processTraffic(SETTING));
});

test("two sources share nothing", async () => {
  expect(await createTrafficSource()(SETTING)).not.toBe(await createTrafficSource()(SETTING));
  expect(await createTrafficSource()(SETTING)).not.toBe(await processTraffic(SETTING));
});
