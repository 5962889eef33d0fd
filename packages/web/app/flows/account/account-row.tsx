import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "../../design/icon.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { type AccountSection, accountPagePath } from "./account-path.table.ts";

/** A row that leads to a page of the account. */
export function LinkRow({
  page,
  icon,
  note,
}: {
  page: AccountSection | "password" | "email" | "passkeys" | "second-factors" | "freeze";
  icon: IconName;
  note: ReactNode;
}) {
  const t = useTranslate();
  return (
    <li>
      <Link className="tile account-tile" to={accountPagePath(page)}>
        <Icon name={icon} />
        <span className="tile-text">
          <span className="tile-title">{t(`account:${page}.title`)}</span>
          <span className="tile-note">{note}</span>
        </span>
        <Icon name="onward" />
      </Link>
    </li>
  );
}
