import type { ReactNode } from "react";
import { Notice } from "../../design/notice.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { type EndingText, SpelledEnding } from "../../frame/spelled-ending.tsx";
import { CustomerTelephone } from "../../frame/telephone.tsx";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import type { Route } from "./+types/contact.route";

/** Shows where messages go and in which language, and says how each is changed. */
export function ContactScreen({ onFile, language, province }: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  const parts = { number: <CustomerTelephone /> };
  const endings = (text: EndingText, masked: readonly string[]): Values =>
    masked.length === 0
      ? { none: t("account:contact.none") }
      : Object.fromEntries(masked.map((one) => [one, <SpelledEnding key={one} text={text} ending={one.slice(-2)} />]));
  return (
    <>
      <PageOpening title={t("account:contact.title")}>{onFile && t("account:contact.lead")}</PageOpening>
      {onFile === undefined ? (
        <Notice tone="calm" title={t("account:contact.unavailable.title")}>
          <p>
            <RichText text="account:contact.unavailable" parts={parts} />
          </p>
        </Notice>
      ) : (
        <section className="account-card">
          <dl className="account-facts">
            <Fact
              name={t("account:contact.mobile")}
              values={endings("account:contact.mobile.ending", onFile.mobiles)}
            />
            <Fact
              name={t("account:contact.postalCode")}
              values={endings("account:contact.postalCode.ending", onFile.postalCodes)}
            />
          </dl>
          <p className="tile-note">
            <RichText text="account:contact.change" parts={parts} />
          </p>
        </section>
      )}
      <section className="account-card">
        <dl className="account-facts">
          <Fact name={t("account:contact.language")} values={{ language: t(`account:contact.language.${language}`) }} />
          <Fact name={t("account:contact.province")} values={{ province: t(`common:province.${province}`) }} />
        </dl>
        <p className="tile-note">{t("account:contact.locale")}</p>
      </section>
    </>
  );
}

/** What a fact shows, by key. */
type Values = Readonly<Record<string, ReactNode>>;

function Fact({ name, values }: { name: string; values: Values }) {
  return (
    <div>
      <dt>{name}</dt>
      {Object.entries(values).map(([key, value]) => (
        <dd key={key}>{value}</dd>
      ))}
    </div>
  );
}
