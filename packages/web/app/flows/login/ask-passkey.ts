import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from "@simplewebauthn/browser";

/** Shorter than the lifetime of a challenge. */
const freshMilliseconds = 4 * 60_000;

/**
 * Offers passkeys in the autofill of the e-mail field, and returns what asks for one now; nothing where the gateway has no
 * challenge. An answer is posted to the gateway.
 */
export async function offerPasskeys(leaving: AbortSignal, clientLoginAction = ""): Promise<{ now?: () => void }> {
  let options = await fetchOptions();
  let fetchedAt = performance.now();
  if (options === undefined) return {};
  leaving.addEventListener("abort", () => WebAuthnAbortService.cancelCeremony());

  /** Ends an earlier request that is still waiting: a browser answers one at a time. */
  async function ask(useBrowserAutofill: boolean): Promise<void> {
    if (performance.now() - fetchedAt > freshMilliseconds) {
      options = await fetchOptions();
      fetchedAt = performance.now();
    }
    if (options === undefined || leaving.aborted) return;
    const passkey = await startAuthentication({ optionsJSON: options, useBrowserAutofill });
    post({ passkey: JSON.stringify(passkey), client_login_action: clientLoginAction });
  }

  /** Waits without end, so the challenge is renewed before it expires. */
  async function waitForAutofill(): Promise<void> {
    if (leaving.aborted || !(await browserSupportsWebAuthnAutofill())) return;
    const renewal = setTimeout(() => void waitForAutofill(), freshMilliseconds);
    await ask(true).catch(() => {});
    clearTimeout(renewal);
  }

  void waitForAutofill();
  return {
    now() {
      // Also rejects where the person closes the browser's dialog: the page stays as it is.
      ask(false).catch(() => void waitForAutofill());
    },
  };
}

async function fetchOptions(): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
  const answer = await fetch("/pkmspasskey.options");
  return answer.ok ? await answer.json() : undefined;
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
