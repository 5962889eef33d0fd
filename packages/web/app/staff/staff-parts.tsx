import type { ReactNode } from "react";
import { ExpiryNotice, ExtendButton } from "../form/expiry-notice.tsx";
import { PostButton } from "../form/post-button.tsx";
import type { SessionLimit } from "../form/use-expiry-warning.ts";
import { PageOpening } from "../frame/page-opening.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import type { StaffArea } from "./session-slice.server.ts";
import type { NoRolePage } from "./sign-in-view.ts";

/** Names the page and the person who is signed in, with the page's links and the sign-out. */
export function StaffBar({ at, who, children }: { at: StaffArea; who: string; children?: ReactNode }) {
  const t = useTranslate();
  return (
    <div className="staff-bar">
      <span className="small quiet">{t(`${at}:bar`)}</span>
      <div className="cluster">
        {children}
        <PostButton action={`/${at}`} sends={{ act: "signOut" }}>
          {t("agent:signOut", { agent: who })}
        </PostButton>
      </div>
    </div>
  );
}

/** Warns two minutes before the session ends; reloading the page extends it until the absolute limit. */
export function StaffSessionEnd({ limit }: { limit: SessionLimit }) {
  const t = useTranslate();
  return (
    <ExpiryNotice limit={limit} title={t("agent:ending.title", { time: limit.endsAt })}>
      <p>{t(limit.isExtended ? "agent:ending" : "agent:ending.last")}</p>
      {limit.isExtended ? <ExtendButton>{t("common:moreTime")}</ExtendButton> : null}
    </ExpiryNotice>
  );
}

/** For a person who is signed in without a role at this page. */
export function NoRoleScreen({ at, page: { who, goTo } }: { at: StaffArea; page: NoRolePage }) {
  const t = useTranslate();
  return (
    <div className="staff-desk">
      <StaffBar at={at} who={who} />
      <PageOpening title={t("agent:signIn.noRole.title")} isRefused>
        {t("agent:signIn.noRole")}
      </PageOpening>
      <p>
        <a href={`/${goTo}`}>{t(`agent:otherPage.${goTo}`)}</a>
      </p>
    </div>
  );
}
