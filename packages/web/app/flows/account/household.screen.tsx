import { ButtonLink } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { ScreenReaderText } from "../../design/screen-reader-text.tsx";
import { PostButton } from "../../form/post-button.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { CustomerTelephone } from "../../frame/telephone.tsx";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import type { Route } from "./+types/household.route";
import { accountPagePath } from "./account-path.table.ts";

/** The requests of drivers that wait for the policyholder's answer. */
export function HouseholdScreen({ requests, pausedUntil, flash }: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  const parts = { number: <CustomerTelephone /> };
  return (
    <>
      <PageOpening title={t("household:account.title")}>
        {t(requests.length === 0 ? "household:account.none" : "household:account.lead")}
      </PageOpening>
      {flash === undefined ? null : (
        <Notice tone={flash === "ended" ? "calm" : "success"} title={t(`household:${flash}.title`)} takesFocus>
          <p>
            <RichText text={`household:${flash}`} parts={parts} />
          </p>
        </Notice>
      )}
      {requests.length > 0 && pausedUntil !== undefined ? (
        <Notice tone="caution" title={t("household:paused.title")}>
          <p>{t("household:paused.until", pausedUntil)}</p>
        </Notice>
      ) : null}
      <ul className="tiles">
        {requests.map(({ id, driver, until }) => (
          <li className="account-entry" key={id}>
            <div>
              <p className="tile-title">{t("household:open.title", { driver })}</p>
              <p className="tile-note">{t("household:open.separate", { driver })}</p>
              <p className="tile-note figures">{t("household:open.until", until)}</p>
            </div>
            <div className="cluster">
              {pausedUntil === undefined ? (
                <PostButton kind="primary" sends={{ id, answer: "approve" }}>
                  <ScreenReaderText
                    visible={t("household:open.approve")}
                    spoken={t("household:account.approve", { driver })}
                  />
                </PostButton>
              ) : null}
              <PostButton kind="quiet" sends={{ id, answer: "refuse" }}>
                <ScreenReaderText
                  visible={t("household:open.refuse")}
                  spoken={t("household:account.refuse", { driver })}
                />
              </PostButton>
            </div>
          </li>
        ))}
      </ul>
      {requests.length > 0 ? (
        <>
          <p>{t("household:open.yours")}</p>
          <p className="quiet">
            <RichText text="household:open.unknownPerson" parts={parts} />
          </p>
        </>
      ) : null}
    </>
  );
}

/** Leads to the requests that wait, from another page of the account. */
export function HouseholdNotice() {
  const t = useTranslate();
  return (
    <Notice tone="calm" title={t("household:overview.title")}>
      <ButtonLink kind="link" to={accountPagePath("household")}>
        {t("household:overview.answer")}
      </ButtonLink>
    </Notice>
  );
}
