import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import type { ClientTls } from "@vestibule/api/platform/http-client.adapter.ts";
import { operatorText } from "@vestibule/wording/operator-text.rule.ts";
import type { Settings, TlsFiles } from "../settings/settings.rule.ts";
import { StartupError } from "./startup-error.ts";

/** Reads the PEM files of a connection, whose settings begin with `prefix`. */
export async function readTlsFiles(prefix: string, files: TlsFiles): Promise<ClientTls> {
  const read = async (path: string | undefined, name: string) =>
    path === undefined
      ? undefined
      : readFile(path, "utf8").then(withoutByteOrderMark, ({ code }: NodeJS.ErrnoException) => {
          throw new StartupError([
            operatorText("fileUnreadable", { setting: `${prefix}_${name}`, code: String(code) }),
          ]);
        });
  const tls = {
    certificate: await read(files.certificate, "CERT_FILE"),
    key: await read(files.key, "KEY_FILE"),
    authority: await read(files.authority, "CA_FILE"),
  };
  refuseUnusable(prefix, tls);
  return tls;
}

/** OpenSSL finds no certificate on a line that begins with one, as editors on Windows write it. */
const withoutByteOrderMark = (text: string) => text.replace(/^\uFEFF/, "");

/** Node ignores certificates and empty files that it cannot read, and every connection would fail. */
function refuseUnusable(prefix: string, { certificate, key, authority }: ClientTls): void {
  const authorities = authority === undefined ? [] : certificatesIn(authority);
  if (authorities === null)
    throw new StartupError([operatorText("fileWithoutCertificate", { setting: `${prefix}_CA_FILE` })]);
  if (!authorities.every(isCertificate))
    throw new StartupError([operatorText("fileUnusable", { setting: `${prefix}_CA_FILE` })]);
  if (certificate !== undefined && key !== undefined && !belongTogether(certificate, key))
    throw new StartupError([
      operatorText("keyUnusable", { setting: `${prefix}_KEY_FILE`, certificate: `${prefix}_CERT_FILE` }),
    ]);
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}

/** Whether both can be read and the key is that of the certificate. */
function belongTogether(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

const certificatesIn = (text: string) => text.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs);

/** Trusts the authorities of CA_FILE, in addition to those of Node, in every connection that sets no authorities. */
export function trustAuthorities({ caFile }: Pick<Settings, "caFile">): void {
  if (caFile === undefined) return;
  const text = readAuthorities(caFile);
  const certificates = certificatesIn(text);
  if (certificates === null) throw new StartupError(["CA_FILE contains no certificate (PEM)"]);
  try {
    setDefaultCACertificates([...getCACertificates("default"), ...certificates]);
  } catch {
    throw new StartupError(["CA_FILE contains a certificate that cannot be read (PEM)"]);
  }
}

function readAuthorities(caFile: string): string {
  try {
    return readFileSync(caFile, "utf8");
  } catch (fault) {
    throw new StartupError([`CA_FILE cannot be read (${faultCode(fault)})`]);
  }
}
