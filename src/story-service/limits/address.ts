import { isIPv4, isIPv6 } from "node:net";

/** What a proxy reported instead of an address: all such clients count as one. */
const noAddress = "no address";

/** The rate-limit key of an address: an IPv4 address itself, or the /64 of an IPv6 address, the usual size of one assignment. */
export function addressName(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1] !== undefined) return mapped[1];
  const plain = ip.split("%")[0] ?? ip;
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : noAddress;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array.from({ length: missing }, () => "0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
