import { Link } from "react-router";
import { ButtonLink } from "../../design/button.tsx";
import { Disclosure } from "../../design/disclosure.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { CustomerTelephone } from "../../frame/telephone.tsx";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import type { Route } from "./+types/my-data.route";
import { accountPagePath, dataFilePath } from "./account-path.table.ts";

/** Lists the personal data by section, with a link to download it as a file. */
export function MyDataScreen({ time, sections }: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  return (
    <>
      <PageOpening title={t("ownData:title")}>{t("ownData:lead", { time })}</PageOpening>
      <div>
        {sections.map((section) => (
          <Disclosure key={section.title} question={section.title}>
            {section.rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a section keep their order
              <dl className="account-facts" key={at}>
                {row.map(({ label, value }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            ))}
          </Disclosure>
        ))}
      </div>
      <div className="stack stack-tight print-hidden">
        <ButtonLink kind="quiet" to={dataFilePath} reloadDocument>
          {t("ownData:download")}
        </ButtonLink>
        <p className="small quiet">{t("ownData:download.note")}</p>
      </div>
      <p>
        <RichText text="ownData:correct" parts={{ number: <CustomerTelephone /> }} />
      </p>
      <p className="print-hidden">
        <Link to={accountPagePath("close")}>{t("ownData:close")}</Link>
      </p>
    </>
  );
}
