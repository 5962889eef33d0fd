import { telephoneLink } from "@vestibule/wording/format.ts";
import { Icon } from "../design/icon.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import type { FrameData } from "./frame-data.server.ts";
import { LanguageSwitch, ProvinceSwitch } from "./locale-switches.tsx";
import { CallWords } from "./telephone.tsx";
import { Wordmark } from "./wordmark.tsx";

/** Wordmark, telephone, province and language; identical on every page. */
export function Header({
  data,
  isOfLink,
  isCompact,
}: {
  data: FrameData;
  isOfLink: boolean | undefined;
  isCompact: boolean;
}) {
  const t = useTranslate();
  const { brand, help } = data;
  return (
    <header className="header">
      {data.webview || isCompact ? (
        <span className="header-brand">
          <Wordmark drawing={brand.wordmark} />
          <span className="visually-hidden">{brand.name}</span>
        </span>
      ) : (
        <a
          className="header-brand"
          href={brand.marketingUrl}
          aria-label={t("frame:header.website", { brand: brand.name })}
        >
          <Wordmark drawing={brand.wordmark} />
        </a>
      )}
      <div className="header-tools">
        {isCompact ? null : (
          <>
            <HeaderTelephone number={help.telephone} />
            <ProvinceSwitch province={data.province} provinces={data.provinces} />
          </>
        )}
        {data.languages.length > 1 ? <LanguageSwitch languages={data.languages} /> : null}
      </div>
      {isOfLink && data.link ? <p className="header-title">{t(`frame:header.${data.link}`)}</p> : null}
    </header>
  );
}

/** Link to the telephone. Narrow screens show only its icon; screen readers announce the number in any case. */
function HeaderTelephone({ number }: { number: string }) {
  return (
    <a className="header-telephone" href={telephoneLink(number)}>
      <Icon name="telephone" />
      <span className="telephone-number figures unbroken">
        <CallWords number={number} />
      </span>
    </a>
  );
}
