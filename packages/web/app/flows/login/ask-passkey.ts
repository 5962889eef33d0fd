/** Shorter than the lifetime of a challenge. */
const freshMilliseconds = 4 * 60_000;

/**
 * Offers passkeys in the autofill of the e-mail field, and returns what asks for one now; nothing where the gateway has no
 * challenge. An answer is posted to the gateway.
 */
export async function offerPasskeys(leaving: AbortSignal, clientLoginAction = ""): Promise<{ now?: () => void }> {
  let options = await fetchOptions();
  let fetchedAt = performance.now();
  let waiting = new AbortController();
  if (options === undefined) return {};

  async function ask(mediation: CredentialMediationRequirement, signal: AbortSignal): Promise<void> {
    if (performance.now() - fetchedAt > freshMilliseconds) {
      options = await fetchOptions();
      fetchedAt = performance.now();
    }
    if (options === undefined) return;
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const credential = (await navigator.credentials.get({
      publicKey,
      mediation,
      signal,
    })) as PublicKeyCredential | null;
    if (credential !== null)
      post({ passkey: JSON.stringify(credential.toJSON()), client_login_action: clientLoginAction });
  }

  /** A browser answers one request at a time, and for this one never gives up by itself. */
  async function waitForAutofill(): Promise<void> {
    if (leaving.aborted || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    waiting = new AbortController();
    const late = AbortSignal.timeout(freshMilliseconds);
    await ask("conditional", AbortSignal.any([leaving, waiting.signal, late])).catch(() => {});
    if (late.aborted) void waitForAutofill();
  }

  void waitForAutofill();
  return {
    now() {
      waiting.abort();
      // Also rejects where the person closes the browser's dialog: the page stays as it is.
      ask("optional", leaving).catch(() => void waitForAutofill());
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
