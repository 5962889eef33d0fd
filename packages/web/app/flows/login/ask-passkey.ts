import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { challengeMilliseconds } from "../../gateway/passkey-challenge.rule.ts";
import { keepTriedPasskey } from "./tried-passkey.ts";

/**
 * Offers passkeys in the autofill of the e-mail field, unless `inAutofill` is false. `now` of the result asks for a
 * passkey in a dialog; it is absent if the gateway issues no challenge. The device's answer is posted to the gateway.
 */
export async function offerPasskeys(
  leaving: AbortSignal,
  {
    clientLoginAction = "",
    interaction = "",
    inAutofill,
  }: { clientLoginAction?: string | undefined; interaction?: string | undefined; inAutofill: boolean },
): Promise<{ now?: () => void }> {
  let challenge = await fetchChallenge();
  if (challenge === undefined) return {};
  leaving.addEventListener("abort", () => WebAuthnAbortService.cancelCeremony());

  /** Asks the browser for a passkey. That ends an earlier request, because a browser handles one at a time. */
  async function ask(useBrowserAutofill: boolean): Promise<void> {
    const isFresh = challenge !== undefined && performance.now() - challenge.fetchedAt < challengeMilliseconds;
    if (!isFresh) challenge = await fetchChallenge();
    if (challenge === undefined || leaving.aborted) return;
    const { options } = challenge;
    const passkey = await startAuthentication({ optionsJSON: options, useBrowserAutofill });
    keepTriedPasskey({ rpId: options.rpId ?? location.hostname, credentialId: passkey.id });
    post({ passkey: JSON.stringify(passkey), client_login_action: clientLoginAction, interaction });
  }

  /** Waits for autofill without a time limit, so it starts again with a new challenge before the old one expires. */
  async function waitForAutofill(): Promise<void> {
    if (!inAutofill || leaving.aborted || !(await browserSupportsWebAuthnAutofill())) return;
    const renewal = setTimeout(() => void waitForAutofill(), challengeMilliseconds);
    await ask(true).catch(() => {});
    clearTimeout(renewal);
  }

  void waitForAutofill();
  return {
    now() {
      // Rejects when the person closes the browser's dialog; autofill is then offered again.
      ask(false).catch(() => void waitForAutofill());
    },
  };
}

interface Challenge {
  options: PublicKeyCredentialRequestOptionsJSON;
  fetchedAt: number;
}

async function fetchChallenge(): Promise<Challenge | undefined> {
  const response = await fetch("/pkmspasskey.options");
  return response.ok ? { options: await response.json(), fetchedAt: performance.now() } : undefined;
}

function post(values: Readonly<Record<string, string>>): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/pkmspasskey.form";
  form.hidden = true;
  for (const [name, value] of Object.entries(values)) {
    const field = document.createElement("input");
    Object.assign(field, { name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
