/** The passkey whose sign-in is under way: `UnknownCredentialOptions` of WebAuthn, kept while the gateway answers. */
const storageKey = "triedPasskey";

export function keepTriedPasskey(tried: UnknownCredentialOptions): void {
  sessionStorage.setItem(storageKey, JSON.stringify(tried));
}

/** Tells the device that the tried passkey was removed, so that it stops offering it. */
export function signalUnknownPasskey(): void {
  const tried = sessionStorage.getItem(storageKey);
  if (tried === null) return;
  sessionStorage.removeItem(storageKey);
  // Not every browser has it; it rejects for a host that is not its own.
  globalThis.PublicKeyCredential?.signalUnknownCredential?.(JSON.parse(tried)).catch(() => {});
}
