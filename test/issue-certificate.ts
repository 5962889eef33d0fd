import { generate } from "selfsigned";

/** Key and certificate in PEM format. */
export interface IssuedCertificate {
  certificate: string;
  key: string;
}

const dayMillis = 24 * 60 * 60 * 1000;

/** Issues a self-signed certificate of 127.0.0.1 and localhost. An expired one was valid until yesterday. */
export async function issueCertificate(name: string, state: "valid" | "expired" = "valid"): Promise<IssuedCertificate> {
  const notAfterDate = new Date(Date.now() + (state === "valid" ? dayMillis : -dayMillis));
  const issued = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
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
    ],
  });
  return { certificate: issued.cert, key: issued.private };
}
