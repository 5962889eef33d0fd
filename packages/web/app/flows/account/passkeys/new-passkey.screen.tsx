import { ButtonLink } from "../../../design/button.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { Route } from "./+types/new-passkey.route";
import { PasskeyCreation } from "./passkey-creation.tsx";

/** Asks for a name, then the browser creates the passkey on the device. */
export function NewPasskeyScreen(creation: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  return (
    <>
      <PasskeyCreation {...creation} title={t("account:newPasskey.title")} lead={t("account:newPasskey.lead")} />
      <ButtonLink kind="link" to="/account">
        {t("account:newPasskey.notNow")}
      </ButtonLink>
    </>
  );
}
