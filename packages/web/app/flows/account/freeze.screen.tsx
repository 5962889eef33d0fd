import { Link } from "react-router";
import { Button, ButtonLink } from "../../design/button.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { Route } from "./+types/freeze.route";
import { accountPagePath } from "./account-path.table.ts";
import { ActivityWords } from "./activity.screen.tsx";

const consequences = ["everyone", "nobody", "agent", "insurance"] as const;

/** Explains the effect of a freeze before the person confirms it. */
export function FreezeScreen({ denied, zone, isRefused, hasPasskeys = false }: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  return (
    <>
      {isRefused ? (
        <PageOpening title={t("security:refused.title")}>{t("security:refused.lead")}</PageOpening>
      ) : (
        <PageOpening title={t("security:freeze.title")}>{t("security:freeze.lead")}</PageOpening>
      )}
      {denied === undefined ? null : (
        <section className="stack stack-tight" aria-labelledby="denied">
          <h2 className="heading" id="denied">
            {t("security:freeze.denied")}
          </h2>
          <div className="account-card">
            <ActivityWords {...denied} />
          </div>
          {zone === undefined ? null : <p className="small quiet">{t("security:zone", { zone })}</p>}
        </section>
      )}
      {isRefused ? <SaferSignIn hasPasskeys={hasPasskeys} /> : null}
      <ul className="account-points">
        {consequences.map((point) => (
          <li key={point}>{t(`security:freeze.${point}`)}</li>
        ))}
      </ul>
      <ScreenForm rules={{}}>
        {denied === undefined ? null : <input type="hidden" name="denied" value={denied.id} />}
        <Button kind={isRefused ? "quiet" : "danger"} busyText={t("common:sending")}>
          {t("security:freeze.do")}
        </Button>
      </ScreenForm>
      <p>
        <Link to={accountPagePath("activity")}>{t("security:freeze.cancel")}</Link>
      </p>
    </>
  );
}

/** What protects against guesses, before the freeze, which would lock the owner out. */
function SaferSignIn({ hasPasskeys }: { hasPasskeys: boolean }) {
  const t = useTranslate();
  return (
    <>
      {hasPasskeys ? (
        <ButtonLink to={accountPagePath("new-passkey")}>{t("security:refused.passkey")}</ButtonLink>
      ) : null}
      <ButtonLink kind={hasPasskeys ? "quiet" : "primary"} to={accountPagePath("password")}>
        {t("security:refused.password")}
      </ButtonLink>
      <h2 className="heading">{t("security:refused.freeze")}</h2>
    </>
  );
}
