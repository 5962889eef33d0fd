import { Secret, TOTP } from "otpauth";

/** Parameters of RFC 6238 that every authenticator app supports. */
const parameters = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const secretBytes = 20;
/** Steps before and after the present one whose code is accepted. */
const acceptedSteps = 1;
/** Steps in which a code shows that the clock of a device is wrong: five minutes. */
const nearSteps = 10;

/** A new secret in base32. */
export function generateTotpSecret({ token }: { token(bytes: number): string }): string {
  const bytes = Uint8Array.from(Buffer.from(token(secretBytes), "base64url"));
  return new Secret({ buffer: bytes.buffer }).base32;
}

/** The URI that an authenticator app reads from a QR code. */
export function totpUri({ secret, issuer, label }: { secret: string; issuer: string; label: string }): string {
  return new TOTP({ ...parameters, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step of a code that is valid now, or one step before or after; undefined for any other code. */
export function acceptedStep(secret: string, { code, now }: { code: string; now: Date }): number | undefined {
  return matchingStep(secret, { code, now, steps: acceptedSteps });
}

/** Whether a code that is not accepted is of a device whose clock is a few minutes wrong. For the secret's owner only. */
export function clockFault(secret: string, { code, now }: { code: string; now: Date }): "ahead" | "behind" | undefined {
  const step = matchingStep(secret, { code, now, steps: nearSteps });
  if (step === undefined) return undefined;
  return step > presentStep(now) ? "ahead" : "behind";
}

const presentStep = (now: Date) => Math.floor(now.getTime() / 1000 / parameters.period);

function matchingStep(secret: string, { code, now, steps }: { code: string; now: Date; steps: number }) {
  const delta = TOTP.validate({
    ...parameters,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: now.getTime(),
    window: steps,
  });
  return delta === null ? undefined : presentStep(now) + delta;
}
