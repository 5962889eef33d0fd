import { ButtonLink } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { Heading } from "../../design/text.tsx";
import { PageTitle } from "../../i18n/page-title.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { Route } from "./+types/overview.route";
import { LogOut, sectionIcons } from "./account-nav.tsx";
import { accountPagePath, accountSections } from "./account-path.table.ts";
import { LinkRow } from "./account-row.tsx";
import { HouseholdNotice } from "./household.screen.tsx";
import { PasskeyOffer } from "./passkeys/passkey-offer.tsx";

/** Greets the person and lists the sections of the account. */
export function OverviewScreen({
  name,
  lastSignIn,
  lastDevice,
  failedSignIns,
  offersPasskey,
  settling,
  hasHouseholdRequest,
}: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  return (
    <>
      <PageTitle>{t("account:title")}</PageTitle>
      <div className="opening">
        <Heading>
          {name.wide === "" ? (
            t("account:title")
          ) : (
            <>
              <span className="name-wide">{t("account:greeting", { name: name.wide })}</span>
              <span className="name-narrow">{t("account:greeting", { name: name.narrow })}</span>
            </>
          )}
        </Heading>
        {name.wide === "" ? null : <p className="lead">{t("account:title")}.</p>}
        {lastSignIn === undefined ? null : (
          <p className="quiet figures">
            {lastDevice === undefined
              ? t("account:lastSignIn", lastSignIn)
              : t("account:lastSignIn.withDevice", { ...lastSignIn, device: lastDevice })}
          </p>
        )}
      </div>
      {failedSignIns === undefined ? null : (
        <Notice
          tone="calm"
          title={t(lastSignIn ? "account:failedSignIns.title" : "account:failedSignIns.title.firstTime", failedSignIns)}
        >
          <p>{t("account:failedSignIns", failedSignIns)}</p>
          <ButtonLink kind="link" to="/forgot">
            {t("account:failedSignIns.newPassword")}
          </ButtonLink>
        </Notice>
      )}
      {settling === undefined ? null : (
        <Notice
          tone={settling.isRefused ? "caution" : "calm"}
          title={t("account:settling.title")}
          takesFocus={settling.isRefused}
        >
          <p>{t("account:settling", settling.until)}</p>
          <ButtonLink kind="link" to={accountPagePath("activity")}>
            {t("account:settling.activity")}
          </ButtonLink>
        </Notice>
      )}
      {hasHouseholdRequest ? <HouseholdNotice /> : null}
      {offersPasskey ? <PasskeyOffer /> : null}
      <nav aria-label={t("account:sections")}>
        <ul className="tiles account-tiles">
          {accountSections.map((section) => (
            <LinkRow key={section} page={section} icon={sectionIcons[section]} note={t(`account:${section}.note`)} />
          ))}
        </ul>
      </nav>
      <LogOut kind="quiet" />
    </>
  );
}
