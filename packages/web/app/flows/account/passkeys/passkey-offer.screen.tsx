import { PostButton } from "../../../form/post-button.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { LogOut } from "../account-nav.tsx";
import type { Route } from "./+types/passkey-offer.route";
import { PasskeyCreation } from "./passkey-creation.tsx";

/** Offers a passkey to a person who has typed a code again. */
export function PasskeyOfferScreen(creation: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  return (
    <>
      <PasskeyCreation
        {...creation}
        title={t("account:passkeyAfterCode.title")}
        lead={t("account:passkeyAfterCode.lead")}
      />
      <PostButton kind="link" sends={{ answer: "declined" }}>
        {t("account:passkeyAfterCode.notNow")}
      </PostButton>
      <p className="quiet">{t("account:passkeyAfterCode.later")}</p>
      <LogOut />
    </>
  );
}
