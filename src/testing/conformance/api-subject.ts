/** A model behind an API, put to the test. */
import { systemClock } from "../../clock.ts";
import { type Endpoint, NO_TRAFFIC_LIMITS } from "../../models/endpoint.ts";
import { createTraffic } from "../../models/traffic/traffic.ts";
import { createVendorModel } from "../../models/vendors/vendor-model.ts";
import { createRedactor } from "../../text/redact.ts";
import type { ConformanceSubject } from "./conformance-subject.ts";
import { listToolOrders } from "./tool-orders.ts";

interface ApiSubjectOptions {
  readonly reference: string;
  readonly modelId: string;
  readonly endpoint: Endpoint;
}

export function createApiSubject({
  reference,
  modelId,
  endpoint,
}: ApiSubjectOptions): ConformanceSubject {
  return {
    reference,
    kind: "api",
    version: null,
    at: ({ server }) =>
      createVendorModel({
        reference,
        modelId,
        endpoint: {
          ...endpoint,
          baseUrl: `${server.url}${endpoint.api === "google" ? "/v1beta" : "/v1"}`,
          key: () => server.key,
          headers: {},
          limits: NO_TRAFFIC_LIMITS,
        },
        // of its own, and one that never opens: what the cases do to it must not be held against the next one
        traffic: createTraffic({
          name: endpoint.name,
          limits: NO_TRAFFIC_LIMITS,
          warming: false,
          clock: systemClock,
          circuit: { failures: Number.POSITIVE_INFINITY },
        }),
        clock: systemClock,
        redact: createRedactor({}, [server.key]),
      }),
    asIs: undefined,
    gone: async () => {},
    orders: (target) => listToolOrders(endpoint.name, target).slice(0, 1),
  };
}
