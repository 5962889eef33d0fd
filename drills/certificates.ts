import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerCertificate } from "./drill-postgres.ts";

/** Two certificates of 127.0.0.1 with the same key, one of them expired, and the settings by which servers know both. */
export function issueCertificates(): {
  expired: ServerCertificate;
  valid: ServerCertificate;
  settings: Record<string, string>;
} {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-drill-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const [keyFile, request, both] = [join(folder, "key"), join(folder, "request"), join(folder, "both")];
  const openssl = (...args: string[]) => execFileSync("openssl", args, { encoding: "utf8", stdio: "pipe" });
  const subject = ["-subj", "/CN=drill", "-addext", "subjectAltName=IP:127.0.0.1"];
  openssl("req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", keyFile, "-out", request, ...subject);
  const issue = (days: number) =>
    openssl("x509", "-req", "-in", request, "-signkey", keyFile, "-days", String(days), "-copy_extensions", "copy");
  const [expired, valid] = [issue(-1), issue(1)];
  writeFileSync(both, expired + valid);
  const key = readFileSync(keyFile, "utf8");
  return {
    expired: { key, cert: expired },
    valid: { key, cert: valid },
    settings: { NODE_EXTRA_CA_CERTS: both },
  };
}
