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
      : readFile(path, "utf8").catch(({ code }: NodeJS.ErrnoException) => {
          throw new StartupError([
            operatorText("fileUnreadable", { setting: `${prefix}_${name}`, code: String(code) }),
          ]);
        });
  return {
    certificate: await read(files.certificate, "CERT_FILE"),
    key: await read(files.key, "KEY_FILE"),
    authority: await read(files.authority, "CA_FILE"),
  };
}

/** Trusts the authorities of CA_FILE, in addition to those of Node, in every connection that sets no authorities. */
export function trustAuthorities({ caFile }: Pick<Settings, "caFile">): void {
  if (caFile === undefined) return;
  const text = readAuthorities(caFile);
  const certificates = text.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs);
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
