import type { Portal } from "./portal.ts";

/** The key of an app that is being set up, as the page shows it to a person who cannot scan the QR code. */
export async function readKey(portal: Portal): Promise<string> {
  await portal.main.getByText(portal.words("account:newAuthenticator.key.question"), { exact: true }).click();
  return (await portal.main.locator(".secret-key").innerText()).replaceAll(/\s/g, "");
}

/** Types a code; with JavaScript the last digit submits the form. */
export async function typeCode(portal: Portal, code: string): Promise<void> {
  await portal.fill({ securityCode: code });
  if (portal.isPlain) await portal.send("securityCode");
}
