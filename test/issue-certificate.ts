import { generate } from "selfsigned";

/** Key and certificate in PEM format. */
export interface IssuedCertificate {
  certificate: string;
  key: string;
}

const dayMillis = 24 * 60 * 60 * 1000;

/**
 * Issues a self-signed certificate of 127.0.0.1 and localhost. An expired one was valid until yesterday; a weak one has
 * a key that OpenSSL refuses; one for clients is not for servers.
 */
export async function issueCertificate(
  name: string,
  kind: "valid" | "expired" | "weak" | "forClients" = "valid",
): Promise<IssuedCertificate> {
  const notAfterDate = new Date(Date.now() + (kind === "expired" ? -dayMillis : dayMillis));
  const issued = await generate([{ name: "commonName", value: name }], {
    ...(kind === "weak" ? { keyType: "rsa", keySize: 1024 } : { keyType: "ec" }),
    algorithm: "sha256",
    notBeforeDate: new Date(notAfterDate.getTime() - 2 * dayMillis),
    notAfterDate,
    extensions: [
      { name: "basicConstraints", cA: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 7, ip: "127.0.0.1" },
          { type: 2, value: "localhost" },
        ],
      },
      ...(kind === "forClients" ? [{ name: "extKeyUsage" as const, clientAuth: true }] : []),
    ],
  });
  return { certificate: issued.cert, key: issued.private };
}
