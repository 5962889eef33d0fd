import { Notice } from "../../design/notice.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { Route } from "./+types/sign-in.route";
import { LinkRow } from "./account-row.tsx";

/** Lists the sign-in methods, each with a link to the page that changes it. */
export function AccountSignInScreen({ email, hasPasskeys, flash }: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  return (
    <>
      <PageOpening title={t("account:sign-in.title")} />
      {flash === undefined ? null : (
        <Notice tone={flash === "emailNotChanged" ? "caution" : "success"} takesFocus>
          {t(`account:sign-in.${flash}`)}
        </Notice>
      )}
      <ul className="tiles">
        <LinkRow page="email" icon="envelope" note={<span className="email">{email}</span>} />
        <LinkRow page="password" icon="password" note={t("account:password.note")} />
        <LinkRow page="second-factors" icon="confirmation" note={t("account:second-factors.note")} />
        {hasPasskeys ? <LinkRow page="passkeys" icon="key" note={t("account:passkeys.note")} /> : null}
        <LinkRow page="freeze" icon="stop" note={t("account:freeze.note")} />
      </ul>
    </>
  );
}
