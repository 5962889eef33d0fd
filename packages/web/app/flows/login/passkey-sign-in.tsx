import { useEffect, useState } from "react";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { useTranslate } from "../../i18n/translate.tsx";

/**
 * Button and browser autofill that sign in with a passkey. The place is kept while the scripts load; without a script,
 * and in a browser without passkeys, nothing is shown.
 */
export function PasskeySignIn({ clientLoginAction }: { clientLoginAction: string | undefined }) {
  const t = useTranslate();
  const [ask, setAsk] = useState<{ now?: () => void }>();

  useEffect(() => {
    const leaving = new AbortController();
    // The older browsers lack what is imported too.
    const offered =
      "parseRequestOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {})
        ? import("./ask-passkey.ts").then(({ offerPasskeys }) => offerPasskeys(leaving.signal, clientLoginAction))
        : Promise.reject();
    offered.then(setAsk, () => setAsk({}));
    return () => leaving.abort();
  }, [clientLoginAction]);

  return (
    <div className="passkey" data-shown={ask && ask.now !== undefined}>
      <Button kind="quiet" type="button" onClick={ask?.now}>
        <Icon name="key" />
        {t("login:passkey")}
      </Button>
      <p className="quiet small">{t("login:passkey.how")}</p>
    </div>
  );
}
