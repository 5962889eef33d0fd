import { browserSupportsWebAuthn, startAuthentication } from "@simplewebauthn/browser";
import type { PasskeyRequestOptions } from "@vestibule/contract/account/passkey.schema.ts";
import { useEffect, useRef, useState } from "react";
import { useActionData, useRevalidator, useSubmit } from "react-router";
import { Button } from "../../../design/button.tsx";
import { Icon } from "../../../design/icon.tsx";
import { Notice } from "../../../design/notice.tsx";
import { useReady } from "../../../design/ready.ts";
import type { FormError } from "../../../form/form-answer.ts";
import { useTranslate } from "../../../i18n/translate.tsx";

/** Shorter than the lifetime of a challenge. */
const freshMilliseconds = 4 * 60_000;

/** Button for a proof by passkey. It is absent without a script and in a browser without passkeys. */
export function PasskeyProof({ options }: { options: PasskeyRequestOptions }) {
  const t = useTranslate();
  const { prove, isUnused } = useProof(options);
  return (
    <>
      {isUnused ? (
        <Notice tone="calm" title={t("account:proof.unused.title")} takesFocus>
          {t("account:proof.unused")}
        </Notice>
      ) : null}
      <div className="passkey" data-shown={useReady() ? browserSupportsWebAuthn() : undefined}>
        <Button kind="quiet" type="button" onClick={prove}>
          <Icon name="key" />
          {t("account:proof.passkey")}
        </Button>
      </div>
    </>
  );
}

function useProof(options: PasskeyRequestOptions) {
  const answer = useActionData<FormError>();
  const submit = useSubmit();
  const { revalidate } = useRevalidator();
  const latest = useRef({ options, loadedAt: 0 });
  const isRefused = answer?.alert === "passkeyRefused";
  const [isUnused, setUnused] = useState(isRefused);
  useEffect(() => {
    latest.current = { options, loadedAt: performance.now() };
  }, [options]);
  useEffect(() => setUnused(isRefused), [isRefused]);

  async function prove() {
    setUnused(false);
    try {
      if (performance.now() - latest.current.loadedAt > freshMilliseconds) await revalidate();
      const passkey = await startAuthentication({ optionsJSON: latest.current.options });
      await submit({ passkey: JSON.stringify(passkey) }, { method: "post" });
    } catch {
      // Rejects if the person closes the browser's dialog, and if the device has none of these passkeys.
      setUnused(true);
    }
  }

  return { prove: () => void prove(), isUnused };
}
