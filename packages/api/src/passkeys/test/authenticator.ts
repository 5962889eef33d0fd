import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString("base64url");
const flags = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, credential: 0x40 } as const;

export interface DeviceOptions {
  /** Origin that the browser reports; the relying party is its host. */
  origin: string;
  rpId?: string;
  signCount?: number;
  isUserVerified?: boolean;
  isBackedUp?: boolean;
  isBackupEligible?: boolean;
  crossOrigin?: boolean;
}

/** One passkey on a device, which answers as a browser passes it on. */
export class Authenticator {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly id = base64url(randomBytes(16));
  #userHandle = base64url(randomBytes(16));

  /** Creates the result of `navigator.credentials.create`. */
  create(challenge: string, userHandle: string, options: DeviceOptions) {
    this.#userHandle = userHandle;
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey()]);
    const authData = Buffer.concat([authenticatorData(options, flags.credential), credential]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData("webauthn.create", challenge, options),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ["internal"],
      },
    };
  }

  /** Creates the result of `navigator.credentials.get`. */
  respond(challenge: string, options: DeviceOptions) {
    const clientDataJSON = clientData("webauthn.get", challenge, options);
    const data = authenticatorData(options);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(sign("sha256", signed, this.#keys.privateKey)),
        userHandle: this.#userHandle,
      },
    };
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: "public-key" as const, clientExtensionResults: {} };
  }

  #publicKey(): Uint8Array {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const coordinate = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]);
    return isoCBOR.encode(key as never);
  }
}

function clientData(type: string, challenge: string, { origin, crossOrigin = false }: DeviceOptions): string {
  return base64url(JSON.stringify({ type, challenge, origin, crossOrigin }));
}

function authenticatorData(options: DeviceOptions, more = 0): Buffer {
  const { origin, signCount = 0, isUserVerified = true, isBackedUp = false } = options;
  const { isBackupEligible = isBackedUp } = options;
  const { hostname } = new URL(origin);
  const set =
    flags.present |
    (isUserVerified ? flags.verified : 0) |
    (isBackupEligible ? flags.backupEligible : 0) |
    (isBackedUp ? flags.backedUp : 0) |
    more;
  const count = Buffer.alloc(4);
  count.writeUInt32BE(signCount);
  return Buffer.concat([sha256(options.rpId ?? hostname), Buffer.from([set]), count]);
}
