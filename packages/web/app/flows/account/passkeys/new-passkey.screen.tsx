import { ButtonLink } from "../../../design/button.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { ViewOf } from "../account-page.ts";
import type { newPasskeyPage } from "./new-passkey.server.ts";
import { PasskeyCreation } from "./passkey-creation.tsx";

/** Asks for a name, then the browser creates the passkey on the device. */
export function NewPasskeyScreen(view: ViewOf<typeof newPasskeyPage>) {
  const t = useTranslate();
  return (
    <>
      <PasskeyCreation {...view} title={t("account:newPasskey.title")} lead={t("account:newPasskey.lead")} />
      <ButtonLink kind="link" to="/account">
        {t("account:newPasskey.notNow")}
      </ButtonLink>
    </>
  );
}
