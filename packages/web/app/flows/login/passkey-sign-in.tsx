import { useEffect, useState } from "react";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { signalUnknownPasskey } from "./tried-passkey.ts";

const signsOfUse = ["pointermove", "pointerdown", "keydown", "focusin"];

/**
 * Button and browser autofill that sign in with a passkey. The module and the challenge are loaded once the person uses
 * the page. Without a script, and in a browser without passkeys, nothing is shown.
 */
export function PasskeySignIn({
  clientLoginAction,
  interaction,
  isUnknown,
  inAutofill,
}: {
  clientLoginAction: string | undefined;
  interaction: string | undefined;
  /** Whether the passkey that was just tried is of no account. */
  isUnknown: boolean;
  /** Whether the browser's autofill offers passkeys too: not right after one was refused, which it would offer again. */
  inAutofill: boolean;
}) {
  const t = useTranslate();
  /** Undefined until hydrated, null in a browser without passkeys. */
  const [ask, setAsk] = useState<(() => void) | null>();

  useEffect(() => {
    if (isUnknown) signalUnknownPasskey();
  }, [isUnknown]);

  useEffect(() => {
    if (globalThis.PublicKeyCredential === undefined) return setAsk(null);
    const leaving = new AbortController();
    let offered: Promise<{ now?: () => void }> | undefined;
    const offer = () => {
      offered ??= import("./ask-passkey.ts").then(({ offerPasskeys }) =>
        offerPasskeys(leaving.signal, { clientLoginAction, interaction, inAutofill }),
      );
      return offered.catch(() => {
        // The next click loads it again.
        offered = undefined;
      });
    };
    for (const event of signsOfUse) addEventListener(event, offer, { once: true, signal: leaving.signal });
    // A field can have the focus before the scripts are loaded.
    if (document.activeElement !== document.body) void offer();
    setAsk(() => () => offer().then((asking) => asking?.now?.()));
    return () => leaving.abort();
  }, [clientLoginAction, interaction, inAutofill]);

  return (
    <div className="passkey" data-shown={ask === undefined ? undefined : ask !== null}>
      <Button kind="quiet" type="button" onClick={ask ?? undefined}>
        <Icon name="key" />
        {t("login:passkey")}
      </Button>
      <p className="quiet small">{t("login:passkey.how")}</p>
    </div>
  );
}
