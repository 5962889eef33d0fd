import { ButtonLink } from "../../../design/button.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";

/** Card on the first page of the account. Once declined, it stays hidden in this browser session. */
export function PasskeyOffer() {
  const t = useTranslate();
  return (
    <section className="account-card" aria-labelledby="passkey-offer">
      <h2 className="heading" id="passkey-offer">
        {t("account:passkeyOffer.title")}
      </h2>
      <p>{t("account:passkeyOffer.what")}</p>
      <div className="cluster">
        <ButtonLink kind="quiet" to="/account/new-passkey">
          {t("account:passkeyOffer.create")}
        </ButtonLink>
        <PostButton sends={{ passkeyOffer: "declined" }}>{t("account:passkeyOffer.notNow")}</PostButton>
      </div>
    </section>
  );
}
