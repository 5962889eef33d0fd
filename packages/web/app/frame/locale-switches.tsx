import type { Language } from "@vestibule/catalogue/province.table.ts";
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Form, useLocation } from "react-router";
import { useLanguage, useTranslate } from "../i18n/translate.tsx";
import { useConnection } from "./connection.ts";

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

/** A form in the header that saves a choice and returns to this page, which keeps its typed values. */
function SwitchForm({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Form className="switch" method="post" action="/preferences" replace preventScrollReset>
      <input type="hidden" name="returnTo" value={`${pathname}${search}`} />
      {children}
    </Form>
  );
}

interface ProvinceSwitchProps {
  province: string;
  provinces: readonly { id: string; name: string }[];
}

/** Narrow screens show the two-letter code while the list is closed. */
export function ProvinceSwitch({ province, provinces }: ProvinceSwitchProps) {
  const t = useTranslate();
  const list = useProvinceList(province);
  return (
    <SwitchForm>
      <label className="visually-hidden" htmlFor="header-province">
        {t("frame:header.province")}
      </label>
      <span className="switch-select">
        <span className="switch-short" aria-hidden="true">
          {list.value.toUpperCase()}
        </span>
        {/* A browser that returns to the page would restore an earlier choice. */}
        <select id="header-province" name="province" autoComplete="off" {...list}>
          {provinces.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </span>
      <noscript>
        <button className="switch-apply" type="submit">
          <span className="switch-apply-name">{t("frame:header.apply")}</span>
        </button>
      </noscript>
    </SwitchForm>
  );
}

/** Keys that open the list. */
const openingKeys: ReadonlySet<string> = new Set([" ", "F4"]);

/**
 * Properties of a list that submits its form when a province is chosen. Moving through the options by keyboard does not
 * submit each of them: Enter submits, or leaving the list.
 */
function useProvinceList(province: string) {
  const [chosen, choose] = useState(province);
  const isKeyboardMove = useRef(false);
  const ref = useRef<HTMLSelectElement>(null);
  const { times } = useConnection();
  const submit = () => ref.current?.form?.requestSubmit();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a request that failed has not changed the province
  useEffect(() => choose(province), [province, times]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a choice before hydration was not submitted
  useEffect(() => {
    if (ref.current?.value !== province) submit();
  }, []);

  return {
    ref,
    value: chosen,
    onPointerDown() {
      isKeyboardMove.current = false;
    },
    onKeyDown(event: KeyboardEvent) {
      isKeyboardMove.current = !event.altKey && !openingKeys.has(event.key);
      if (event.key !== "Enter" || chosen === province) return;
      event.preventDefault();
      submit();
    },
    onChange({ currentTarget }: ChangeEvent<HTMLSelectElement>) {
      choose(currentTarget.value);
      if (!isKeyboardMove.current) submit();
    },
    onBlur() {
      // If only the window lost the focus, the list is still the active element.
      if (document.activeElement === ref.current) return;
      isKeyboardMove.current = false;
      if (chosen !== province) submit();
    },
  };
}
