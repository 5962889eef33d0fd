import { readFile } from "node:fs/promises";
import type { ClientTls } from "@vestibule/api/platform/http-client.adapter.ts";
import type { TlsFiles } from "../settings/settings.rule.ts";
import { StartupError } from "./startup-error.ts";

/** Reads the PEM files of a connection, whose settings begin with `prefix`. */
export async function readTlsFiles(prefix: string, files: TlsFiles): Promise<ClientTls> {
  const read = async (path: string | undefined, name: string) =>
    path === undefined
      ? undefined
      : readFile(path, "utf8").catch(({ code }: NodeJS.ErrnoException) => {
          throw new StartupError([`${prefix}_${name} cannot be read (${code})`]);
        });
  return {
    certificate: await read(files.certificate, "CERT_FILE"),
    key: await read(files.key, "KEY_FILE"),
    authority: await read(files.authority, "CA_FILE"),
  };
}
