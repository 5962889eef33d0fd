import { Link } from "react-router";
import { ButtonLink } from "../../design/button.tsx";
import { Icon, type IconName } from "../../design/icon.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import {
  type AccountPageName,
  type AccountSection,
  accountPagePath,
  accountPath,
  accountSections,
  sectionOf,
} from "./account-path.table.ts";

export const sectionIcons: Record<AccountSection, IconName> = {
  policies: "shield",
  "sign-in": "lock",
  contact: "card",
  sessions: "devices",
  applications: "apps",
  activity: "list",
  "my-data": "file",
};

/** The sections of the account beside each of its pages; narrow screens have a way back in its place. */
export function AccountNav({ page }: { page: AccountPageName }) {
  const t = useTranslate();
  const current = sectionOf(page);
  return (
    <>
      <div className="account-bar cluster cluster-apart">
        <Link to={accountPath}>{t("account:back")}</Link>
        <LogOut />
      </div>
      <nav className="account-nav" aria-label={t("account:sections")}>
        <Link to={accountPath}>
          <Icon name="home" />
          {t("account:sections")}
        </Link>
        {accountSections.map((section) => (
          <Link
            key={section}
            to={accountPagePath(section)}
            aria-current={section === page ? "page" : section === current || undefined}
          >
            <Icon name={sectionIcons[section]} />
            {t(`account:${section}.title`)}
          </Link>
        ))}
        <LogOut />
      </nav>
    </>
  );
}

export function LogOut({ kind = "link" }: { kind?: "link" | "quiet" }) {
  const t = useTranslate();
  return (
    <ButtonLink kind={kind} to="/pkmslogout" reloadDocument>
      {t("account:signOut")}
    </ButtonLink>
  );
}
