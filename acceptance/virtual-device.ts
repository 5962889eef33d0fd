import type { CDPSession } from "@playwright/test";
import type { Portal } from "./portal.ts";

/** A virtual device with a fingerprint reader, which is touched only when the story asks for it. */
export interface Device {
  touch(isTouched: boolean): Promise<void>;
  /** Sets whether the fingerprint is that of the owner. */
  recognize(isRecognized: boolean): Promise<void>;
  /** Ids of the passkeys on the device. */
  credentials(): Promise<string[]>;
}

export async function connectDevice({ page }: Portal): Promise<Device> {
  const browser: CDPSession = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  return {
    touch: async (enabled) => {
      await browser.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    recognize: async (isUserVerified) => {
      await browser.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    credentials: async () => {
      const { credentials } = await browser.send("WebAuthn.getCredentials", { authenticatorId });
      return credentials.map(({ credentialId }) => credentialId);
    },
  };
}
