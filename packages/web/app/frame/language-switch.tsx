import type { Language } from "@vestibule/catalogue/province.table.ts";
import { useLanguage, useTranslate } from "../i18n/translate.tsx";
import { SwitchForm } from "./switch-form.tsx";

/** Languages of the province, in its order; the current one is not a button. */
export function LanguageSwitch({ languages }: { languages: readonly Language[] }) {
  const t = useTranslate();
  const current = useLanguage();
  return (
    <nav className="languages" aria-label={t("frame:header.language")}>
      {languages.map((language) => (
        <span key={language} lang={`${language}-CA`} aria-current={language === current || undefined}>
          {language === current ? (
            <LanguageName language={language} />
          ) : (
            <SwitchForm>
              <input type="hidden" name="language" value={language} />
              <button className="switch-language" type="submit">
                <LanguageName language={language} />
              </button>
            </SwitchForm>
          )}
        </span>
      ))}
    </nav>
  );
}

function LanguageName({ language }: { language: Language }) {
  const t = useTranslate();
  return (
    <>
      <span className="language-name">{t(`frame:language.${language}`)}</span>
      <span className="language-short" aria-hidden="true">
        {language.toUpperCase()}
      </span>
    </>
  );
}
