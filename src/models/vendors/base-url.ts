/** The address of an endpoint. It is always passed explicitly, so that the SDKs read no variable of their own. */
import { formatAddressHost } from "../address-host.ts";
import type { VendorApi, Endpoint } from "../endpoint.ts";

const DEFAULT_BASE_URLS: Readonly<Record<VendorApi, string>> = {
  anthropic: "https://api.anthropic.com/v1",
  responses: "https://api.openai.com/v1",
  openai: "https://api.openai.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
};

export function resolveBaseUrl({ baseUrl, api }: Pick<Endpoint, "baseUrl" | "api">): string {
  return (baseUrl ?? DEFAULT_BASE_URLS[api]).replace(/\/+$/, "");
}

/** `name`, or `name:port` where the port is not 443. */
export function formatEndpointHost(endpoint: Pick<Endpoint, "baseUrl" | "api">): string {
  return formatAddressHost(resolveBaseUrl(endpoint));
}
