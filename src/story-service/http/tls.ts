import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { unwatchFile, watchFile } from "node:fs";
import { stat } from "node:fs/promises";
import type { Server } from "node:https";
import { isIP } from "node:net";
import { createSecureContext } from "node:tls";
import { errorCode, Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { grantsOthers } from "../../shared/files/windows.ts";
import type { World } from "../../shared/world.ts";
import type { StartProblem } from "../start-problem.ts";

/** The paths of a private key and of its certificate with those that it depends on, both PEM. */
export interface TlsFiles {
  readonly key: string;
  readonly certificate: string;
}

/** What they hold, found to belong together. */
export interface TlsPair {
  readonly key: Buffer;
  readonly cert: Buffer;
}

export interface TlsNeeds {
  /** Of the public address. */
  readonly hostname: string;
  readonly world: Pick<World, "log" | "now">;
}

/** The rights of everybody else; the group's are left to the system, where one often holds the keys of all servers. */
const othersMayRead = 0o004;

/** How often the files are looked at for a new certificate: much shorter than the days that a renewal is early. */
const lookEveryMs = 5_000;

/**
 * Reads both files and checks that they belong together; warns of a key that others may read, and of a certificate for another name. Throws a Failure
 * with `tls_unusable`.
 */
export async function readTlsFiles(
  files: TlsFiles,
  { hostname, world: { log, now } }: TlsNeeds,
): Promise<TlsPair> {
  const key = await readPem(files.key);
  const cert = await readPem(files.certificate);
  const privateKey = parsed(() => createPrivateKey(key), files.key, "no_key");
  const certificate = parsed(() => new X509Certificate(cert), files.certificate, "no_certificate");
  check(privateKey, certificate, files);
  parsed(() => createSecureContext({ key, cert }), files.certificate, "no_certificate");
  if (grantsOthers((await stat(files.key)).mode, othersMayRead))
    log.warn(
      { path: files.key },
      "every user of this machine may read the key of the service: take that right away",
    );
  if (!isFor(certificate, hostname))
    log.warn({ hostname, path: files.certificate }, "the certificate is not for the name in publicUrl");
  if (Date.parse(certificate.validTo) < now())
    log.warn({ path: files.certificate, until: certificate.validTo }, "the certificate has expired");
  return { key, cert };
}

function check(key: KeyObject, certificate: X509Certificate, files: TlsFiles): void {
  if (!certificate.checkPrivateKey(key)) throw unusable(files.certificate, "mismatch");
}

/** `hostname` as in a URL: an IPv6 address stands in brackets. */
function isFor(certificate: X509Certificate, hostname: string): boolean {
  const plain = hostname.replace(/^\[|\]$/g, "");
  return (isIP(plain) === 0 ? certificate.checkHost(plain) : certificate.checkIP(plain)) !== undefined;
}

async function readPem(path: string): Promise<Buffer> {
  const pem = await realFiles.read(path).catch((error: unknown) => {
    throw unusable(path, errorCode(error), error);
  });
  if (pem === null) throw unusable(path, "ENOENT");
  return pem;
}

function parsed<Result>(read: () => Result, path: string, why: string): Result {
  try {
    return read();
  } catch (error) {
    throw unusable(path, why, error);
  }
}

function unusable(path: string, why: string, cause?: unknown): Failure<StartProblem> {
  return new Failure<StartProblem>({ code: "tls_unusable", path, why }, { cause });
}

/**
 * Takes a renewed certificate for all connections from then on, without a restart. What can't be used, such as a key whose certificate is still to be
 * written, is logged, and the earlier pair stays. Returns what ends it.
 */
export function followTlsFiles(server: Server, files: TlsFiles, needs: TlsNeeds): () => void {
  const renew = (): void => {
    readTlsFiles(files, needs).then(
      (pair) => {
        server.setSecureContext(pair);
        needs.world.log.info({ path: files.certificate }, "the certificate was read anew");
      },
      (error: unknown) => {
        const why = error instanceof Failure ? error.problem : { error: String(error) };
        needs.world.log.warn({ ...why }, "the changed certificate can't be used, so the earlier one stays");
      },
    );
  };
  const paths = [files.key, files.certificate];
  // By looking: the links that certificate programs replace give no events.
  for (const path of paths) watchFile(path, { interval: lookEveryMs, persistent: false }, renew);
  return () => {
    for (const path of paths) unwatchFile(path, renew);
  };
}
