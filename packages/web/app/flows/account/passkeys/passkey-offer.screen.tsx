import { PostButton } from "../../../form/post-button.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { ViewOf } from "../account-page.ts";
import { PasskeyCreation } from "./passkey-creation.tsx";
import type { passkeyOfferPage } from "./passkey-offer.server.ts";

/** Offers a passkey to a person who has typed a code again. */
export function PasskeyOfferScreen(view: ViewOf<typeof passkeyOfferPage>) {
  const t = useTranslate();
  return (
    <>
      <PasskeyCreation
        {...view}
        title={t("account:passkeyAfterCode.title")}
        lead={t("account:passkeyAfterCode.lead")}
      />
      <PostButton kind="link" sends={{ answer: "declined" }}>
        {t("account:passkeyAfterCode.notNow")}
      </PostButton>
      <p className="quiet">{t("account:passkeyAfterCode.later")}</p>
    </>
  );
}
