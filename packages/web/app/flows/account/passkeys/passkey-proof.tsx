import { browserSupportsWebAuthn, startAuthentication } from "@simplewebauthn/browser";
import type { PasskeyRequestOptions } from "@vestibule/contract/account/passkey.schema.ts";
import { useActionData, useSubmit } from "react-router";
import { Button } from "../../../design/button.tsx";
import { Icon } from "../../../design/icon.tsx";
import { Notice } from "../../../design/notice.tsx";
import { useReady } from "../../../design/ready.ts";
import type { FormError } from "../../../form/form-error.ts";
import { useTranslate } from "../../../i18n/translate.tsx";
import { useAlert } from "./use-alert.ts";
import { useFreshOptions } from "./use-fresh-options.ts";

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
  const [alert, setAlert] = useAlert(useActionData<FormError>());
  const submit = useSubmit();
  const freshOptions = useFreshOptions(options);

  async function prove() {
    setAlert(undefined);
    try {
      const passkey = await startAuthentication({ optionsJSON: await freshOptions() });
      await submit({ passkey: JSON.stringify(passkey) }, { method: "post" });
    } catch {
      // Rejects if the person closes the browser's dialog, and if the device has none of these passkeys.
      setAlert("passkeyRefused");
    }
  }

  return { prove: () => void prove(), isUnused: alert === "passkeyRefused" };
}
