import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "../../design/icon.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { type AccountSection, accountPagePath } from "./account-path.table.ts";

/** A row that leads to a page of the account. */
export function AccountRow({
  page,
  note,
}: {
  page: AccountSection | "password" | "email" | "passkeys";
  note: ReactNode;
}) {
  const t = useTranslate();
  return (
    <li>
      <Link className="way account-way" to={accountPagePath(page)}>
        <span className="way-text">
          <span className="way-title">{t(`account:${page}.title`)}</span>
          <span className="way-note">{note}</span>
        </span>
        <Icon name="arrow" />
      </Link>
    </li>
  );
}
