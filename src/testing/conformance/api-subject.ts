/** A model behind an API, put to the test. */
import { systemClock } from "../../clock.ts";
import { type Endpoint, NO_TRAFFIC_LIMITS } from "../../models/endpoint.ts";
import { trafficOf } from "../../models/traffic/traffic.ts";
import { vendorModel } from "../../models/vendors/vendor-model.ts";
import { redactor } from "../../text/redact.ts";
import { ordersFor } from "./orders.ts";
import type { Subject } from "./subject.ts";

interface ApiSubject {
  readonly reference: string;
  readonly modelId: string;
  readonly endpoint: Endpoint;
}

export function apiSubject({ reference, modelId, endpoint }: ApiSubject): Subject {
  return {
    reference,
    kind: "api",
    version: null,
    at: ({ server }) =>
      vendorModel({
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
        traffic: trafficOf({
          name: endpoint.name,
          limits: NO_TRAFFIC_LIMITS,
          warming: false,
          clock: systemClock,
          circuit: { failures: Number.POSITIVE_INFINITY },
        }),
        clock: systemClock,
        redact: redactor({}, [server.key]),
      }),
    asIs: undefined,
    gone: async () => {},
    orders: (target) => ordersFor(endpoint.name, target).slice(0, 1),
  };
}
