import { Disclosure } from "../../design/disclosure.tsx";
import { Icon } from "../../design/icon.tsx";
import { Notice } from "../../design/notice.tsx";
import { useChangeCount } from "../../design/use-change-count.ts";
import { PostButton } from "../../form/post-button.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { Route } from "./+types/applications.route";

type ApplicationsView = Route.ComponentProps["loaderData"];

/** Lists the applications that the person signed in to, and ends the access of each. */
export function ApplicationsScreen({ applications, tokenMinutes, zone, ended }: ApplicationsView) {
  const t = useTranslate();
  const changeCount = useChangeCount(applications);
  return (
    <>
      <PageOpening title={t("account:applications.title")}>
        {applications.length === 0 ? null : t("account:applications.lead")}
      </PageOpening>
      {ended === undefined ? null : (
        <Notice
          key={changeCount}
          tone={ended === "ended" ? "success" : "calm"}
          title={t(`account:applications.done.${ended}`)}
          takesFocus
        />
      )}
      {applications.length === 0 ? (
        <p>{t("account:applications.none")}</p>
      ) : (
        <ul className="tiles">
          {applications.map((application) => (
            <ApplicationItem key={application.id} application={application} tokenMinutes={tokenMinutes} />
          ))}
        </ul>
      )}
      {applications.length === 0 ? null : <p className="small quiet">{t("security:zone", { zone })}</p>}
    </>
  );
}

interface ApplicationItemProps {
  application: ApplicationsView["applications"][number];
  /** How long an access token that an API checks by itself is valid. */
  tokenMinutes: number;
}

function ApplicationItem({ application, tokenMinutes }: ApplicationItemProps) {
  const t = useTranslate();
  const { id, name, since, signedIn, scopes, usesApis, isThirdParty } = application;
  return (
    <li className="account-card">
      <h2 className="tile-title cluster">
        <Icon name="apps" />
        {name}
      </h2>
      {isThirdParty ? <p>{t("account:applications.otherCompany")}</p> : null}
      <p className="tile-note">{t("account:applications.since", { day: since })}</p>
      <p className="tile-note figures">{t("account:applications.signedIn", signedIn)}</p>
      <p>{t("account:applications.sees")}</p>
      <ul className="account-points">
        {scopes.length === 0 && !usesApis ? <li>{t("account:applications.sees.nothing")}</li> : null}
        {scopes.map((scope) => (
          <li key={scope}>{t(`account:applications.sees.${scope}`)}</li>
        ))}
        {usesApis ? <li>{t("account:applications.sees.apis")}</li> : null}
      </ul>
      <Disclosure question={t("account:applications.end", { name })}>
        <p>{t("account:applications.end.what", { minutes: tokenMinutes })}</p>
        <p>{t(isThirdParty ? "account:applications.asksAgain" : "account:applications.returns")}</p>
        <PostButton kind="quiet" sends={{ application: id }}>
          {t("account:applications.end.confirm", { name })}
        </PostButton>
      </Disclosure>
    </li>
  );
}
