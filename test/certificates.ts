import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

export interface TestCertificate {
  certificate: string;
  key: string;
  /** Paths of the same, for settings. */
  files: { certificate: string; key: string };
}

/** A new self-signed certificate for 127.0.0.1, which is its own issuer, until the last test of the file. */
export function testCertificate(name: string): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-certificate-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const files = { certificate: join(folder, "certificate.pem"), key: join(folder, "key.pem") };
  const subject = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1", "-days", "1"];
  const keyType = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const paths = ["-keyout", files.key, "-out", files.certificate];
  execFileSync("openssl", ["req", "-x509", ...keyType, ...paths, ...subject], { stdio: "pipe" });
  return { certificate: readFileSync(files.certificate, "utf8"), key: readFileSync(files.key, "utf8"), files };
}
