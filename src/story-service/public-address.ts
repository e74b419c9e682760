import { BlockList, isIP } from "node:net";

/** The names of this machine that work everywhere, as hosts of URLs. */
export const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** What a `Host` header can name as well: no user, no path, no list. */
const plainHost = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/;

/**
 * The origin that a text names, in its canonical form: `https://stories.example.org`. Null for anything else, and for plain HTTP to another machine,
 * because anyone along the way could read the keys and passwords.
 */
export function publicOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, origin, href } = new URL(text);
  if (href !== `${origin}/` || !plainHost.test(hostname)) return null;
  return protocol === "https:" || (protocol === "http:" && loopbackNames.has(hostname)) ? origin : null;
}

/** Whether a text is an address, or a range in CIDR notation that does not cover every address: `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  return rangeOf(text) !== null;
}

interface Range {
  readonly address: string;
  readonly family: "ipv4" | "ipv6";
  readonly bits: number;
}

function rangeOf(text: string): Range | null {
  const [address = "", prefix, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || address.includes("%") || more.length > 0) return null;
  const most = version === 4 ? 32 : 128;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return null;
  const bits = prefix === undefined ? most : Number(prefix);
  return bits >= 1 && bits <= most ? { address, family: `ipv${version as 4 | 6}`, bits } : null;
}

export type AddressMatcher = (address: string | undefined) => boolean;

/**
 * Decides which addresses belong to these ranges. IPv4 addresses in IPv6 form, as reported by a socket that listens on both, count as IPv4 addresses.
 */
export function addressMatcher(ranges: readonly string[]): AddressMatcher {
  const list = new BlockList();
  for (const range of ranges) {
    const read = rangeOf(range);
    if (read !== null) list.addSubnet(read.address, read.bits, read.family);
  }
  return (address) => {
    // A connection that has ended has no address.
    const plain = address?.split("%")[0] ?? "";
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 4 ? "ipv4" : "ipv6");
  };
}
