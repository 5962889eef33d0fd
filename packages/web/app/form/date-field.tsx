import type { Language } from "@vestibule/catalogue/province.table.ts";
import { tidyDigits } from "@vestibule/contract/fields/text.rule.ts";
import type { ReactNode } from "react";
import { useLanguage, useTranslate } from "../i18n/translate.tsx";
import { type DatePart, markedParts } from "./date-parts.rule.ts";
import { FieldGroup } from "./field.tsx";
import { useFieldTexts, useTypedValue } from "./form-context.ts";

/** Date of birth: day, month from a list and year, in the order of the language. */
export function DateField() {
  const texts = useFieldTexts("dob");
  const language = useLanguage();
  const marked = markedParts(texts.errorKey);
  const statesOf = (part: DatePart): PartStates => ({
    "aria-required": texts.required,
    "aria-invalid": marked.includes(part) || undefined,
  });
  const parts = {
    day: <NumberPart key="day" name="dobDay" part="day" states={statesOf("day")} />,
    month: <MonthPart key="month" name="dobMonth" language={language} states={statesOf("month")} />,
    year: <NumberPart key="year" name="dobYear" part="year" states={statesOf("year")} />,
  } satisfies Record<string, ReactNode>;
  const order = language === "fr" ? (["day", "month", "year"] as const) : (["month", "day", "year"] as const);
  return (
    <FieldGroup name="dob" texts={texts}>
      <div className="date">{order.map((part) => parts[part])}</div>
    </FieldGroup>
  );
}

/** Repeated on each part, because screen readers may not announce the state of the group. */
interface PartStates {
  "aria-required": true | undefined;
  "aria-invalid": true | undefined;
}

function NumberPart({ name, part, states }: { name: string; part: "day" | "year"; states: PartStates }) {
  const t = useTranslate();
  const typed = useTypedValue(name);
  return (
    <div className={`date-part date-part-${part}`}>
      <label className="field-sublabel" htmlFor={name}>
        {t(`forms:date.${part}`)}
      </label>
      <input
        className="control figures"
        id={name}
        name={name}
        type="text"
        inputMode="numeric"
        autoComplete={`bday-${part}`}
        enterKeyHint="next"
        defaultValue={typed}
        {...states}
        onInput={(event) => {
          const digits = tidyDigits(event.currentTarget.value);
          if (digits !== event.currentTarget.value) event.currentTarget.value = digits;
        }}
      />
    </div>
  );
}

function MonthPart({ name, language, states }: { name: string; language: Language; states: PartStates }) {
  const t = useTranslate();
  const typed = useTypedValue(name);
  return (
    <div className="date-part date-part-month">
      <label className="field-sublabel" htmlFor={name}>
        {t("forms:date.month")}
      </label>
      <div className="select">
        <select
          className="control"
          id={name}
          name={name}
          defaultValue={typed ?? ""}
          autoComplete="bday-month"
          {...states}
        >
          <option value="">{t("forms:date.choose")}</option>
          {monthsOf(language).map(({ number, month }) => (
            <option key={number} value={number}>
              {month}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

/** The values are month numbers, so that the selection stays when the language changes. */
function monthsOf(language: Language): { number: number; month: string }[] {
  const format = new Intl.DateTimeFormat(`${language}-CA`, { month: "long", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, index) => ({
    number: index + 1,
    month: format.format(Date.UTC(2000, index, 15)),
  }));
}
