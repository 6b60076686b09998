/** The host of an address, as shown to people. */

/** `name`, or `name:port` where the port is not 443. */
export function formatAddressHost(address: string): string {
  const url = URL.parse(address);
  if (url === null) return "an address that cannot be read";
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return port === "443" ? url.hostname : `${url.hostname}:${port}`;
}

/** Whether an address is on this machine, where no proxy goes. */
export function isLocalAddress(address: string): boolean {
  const { hostname } = URL.parse(address) ?? { hostname: "" };
  return /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname);
}
