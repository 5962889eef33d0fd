import { Link } from "react-router";
import { Button } from "../../design/button.tsx";
import { Opening } from "../../design/text.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { PageTitle } from "../../i18n/page-title.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { accountPagePath } from "./account-path.table.ts";

const consequences = ["everyone", "nobody", "agent", "insurance"] as const;

/** What a freeze does, before the person decides. */
export function FreezeScreen() {
  const t = useTranslate();
  const title = t("security:freeze.title");
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Opening title={title}>{t("security:freeze.lead")}</Opening>
      <ul className="account-points">
        {consequences.map((point) => (
          <li key={point}>{t(`security:freeze.${point}`)}</li>
        ))}
      </ul>
      <ScreenForm rules={{}}>
        <Button busyText={t("common:sending")}>{t("security:freeze.do")}</Button>
      </ScreenForm>
      <p>
        <Link to={accountPagePath("activity")}>{t("security:freeze.cancel")}</Link>
      </p>
    </>
  );
}
