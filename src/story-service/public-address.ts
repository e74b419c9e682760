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

export type AddressMatcher = (address: string | undefined) => boolean;

/**
 * Decides which addresses are among these addresses and ranges in CIDR notation. IPv4 addresses in IPv6 form, as reported by a socket that listens on
 * both, count as IPv4 addresses.
 */
export function addressMatcher(ranges: readonly string[]): AddressMatcher {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits = null] = range.split("/");
    const family = familyOf(address);
    if (bits === null) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    // A connection that has ended has no address.
    const plain = address?.split("%")[0] ?? "";
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
  };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}
