import { generateKeyPairSync, sign } from "node:crypto";
import { isIP } from "node:net";

export interface Certificate {
  /** PEM. */
  readonly key: string;
  /** PEM, signed by its own key: nobody trusts it who was not told to. */
  readonly cert: string;
}

const ecdsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const soon = "491231235959Z";
const longAgo = "240102000000Z";

/** A self-signed certificate for one host name or IPv4 address, made on the spot. */
export function selfSigned(host: string, { expired = false } = {}): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = sequence(
    element(0x31, sequence(objectId(0x55, 0x04, 0x03), element(0x0c, Buffer.from(host)))),
  );
  const certified = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(utcTime("240101000000Z"), utcTime(expired ? longAgo : soon)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(isItsOwnIssuer, speaksFor(host))),
  );
  const signature = sign("sha256", certified, privateKey);
  const der = sequence(certified, ecdsaWithSha256, element(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

const isItsOwnIssuer = sequence(
  objectId(0x55, 0x1d, 0x13),
  element(0x01, Buffer.from([0xff])),
  element(0x04, sequence(element(0x01, Buffer.from([0xff])))),
);

function speaksFor(host: string): Buffer {
  const name =
    isIP(host) === 4
      ? element(0x87, Buffer.from(host.split(".").map(Number)))
      : element(0x82, Buffer.from(host));
  return sequence(objectId(0x55, 0x1d, 0x11), element(0x04, sequence(name)));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, ...parts);
}

function objectId(...bytes: readonly number[]): Buffer {
  return element(0x06, Buffer.from(bytes));
}

function utcTime(text: string): Buffer {
  return element(0x17, Buffer.from(text));
}

/** One element of DER: its tag, its length, its content. */
function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const header = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), content]);
}
