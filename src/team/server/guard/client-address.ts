/** Where a request comes from, as far as that can be trusted. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** A proxy adds what it saw as the last one; all before it may have been made up by the client. */
export function readClientAddress(
  {
    socket,
    headers,
  }: Pick<IncomingMessage, "headers"> & {
    readonly socket: { readonly remoteAddress?: string | undefined };
  },
  isBehindProxy: boolean,
): string {
  const own = unwrapMappedIpv4(socket.remoteAddress ?? "unknown");
  if (!isBehindProxy) return own;
  const last = [headers["x-forwarded-for"]].flat().join(",").split(",").at(-1)?.trim() ?? "";
  return isIP(last) === 0 ? own : unwrapMappedIpv4(last);
}

/** An IPv4 address that was written as an IPv6 one is itself. */
function unwrapMappedIpv4(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Who is counted as one: a household of IPv6 has as many addresses as it likes under its first 64 bits. */
export function computeAddressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("%")[0]?.toLowerCase().split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const all = [...before, ...Array.from({ length: gap }, () => "0"), ...after];
  return all
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ""))
    .join(":");
}
