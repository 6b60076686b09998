/** Where an endpoint is: always said by us, so that the SDKs look for no variable of their own. */
import type { Api, Endpoint } from "../endpoint.ts";

const VENDORS_OWN: Readonly<Record<Api, string>> = {
  anthropic: "https://api.anthropic.com/v1",
  responses: "https://api.openai.com/v1",
  openai: "https://api.openai.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
};

export function baseUrlOf({ baseUrl, api }: Pick<Endpoint, "baseUrl" | "api">): string {
  return (baseUrl ?? VENDORS_OWN[api]).replace(/\/+$/, "");
}

/** `name`, or `name:port` where the port is not 443. */
export function hostOf(endpoint: Pick<Endpoint, "baseUrl" | "api">): string {
  const { hostname, port, protocol } = new URL(baseUrlOf(endpoint));
  const own = port === "" ? (protocol === "https:" ? "443" : "80") : port;
  return own === "443" ? hostname : `${hostname}:${own}`;
}
