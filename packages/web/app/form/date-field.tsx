import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { ReactNode } from "react";
import { useLanguage, useSay } from "../visit/texts.tsx";
import { FieldGroup } from "./field.tsx";
import { useFieldTexts, useTypedValue } from "./form-context.ts";

/** Day, month from a list, year, in the order of the language; sent as `<name>Day`, `<name>Month`, `<name>Year`. */
export function DateField({ name = "dob", label, help }: { name?: "dob"; label?: string; help?: string | null }) {
  const texts = useFieldTexts(name, { label, help });
  const language = useLanguage();
  const refused = texts.message !== undefined || undefined;
  const parts = {
    day: <NumberPart key="day" name={`${name}Day`} part="day" length={2} refused={refused} />,
    month: <MonthPart key="month" name={`${name}Month`} language={language} refused={refused} />,
    year: <NumberPart key="year" name={`${name}Year`} part="year" length={4} refused={refused} />,
  } satisfies Record<string, ReactNode>;
  const order = language === "fr" ? (["day", "month", "year"] as const) : (["month", "day", "year"] as const);
  return (
    <FieldGroup name={name} texts={texts}>
      <div className="date" data-order={language}>
        {order.map((part) => parts[part])}
      </div>
    </FieldGroup>
  );
}

function NumberPart({
  name,
  part,
  length,
  refused,
}: {
  name: string;
  part: "day" | "year";
  length: number;
  refused: true | undefined;
}) {
  const say = useSay();
  const typed = useTypedValue(name);
  return (
    <div className={`date-part date-part-${part}`}>
      <label className="field-sublabel" htmlFor={name}>
        {say(`forms:date.${part}`)}
      </label>
      <input
        className="control figures"
        id={name}
        name={name}
        type="text"
        inputMode="numeric"
        autoComplete={`bday-${part}`}
        enterKeyHint="next"
        maxLength={length}
        defaultValue={typed}
        aria-invalid={refused}
        onInput={(event) => {
          const digits = event.currentTarget.value.replace(/\D/g, "");
          if (digits !== event.currentTarget.value) event.currentTarget.value = digits;
        }}
      />
    </div>
  );
}

function MonthPart({ name, language, refused }: { name: string; language: Language; refused: true | undefined }) {
  const say = useSay();
  const typed = useTypedValue(name);
  return (
    <div className="date-part date-part-month">
      <label className="field-sublabel" htmlFor={name}>
        {say("forms:date.month")}
      </label>
      <div className="select">
        <select
          className="control"
          id={name}
          name={name}
          defaultValue={typed ?? ""}
          autoComplete="bday-month"
          aria-invalid={refused}
        >
          <option value="">{say("forms:date.choose")}</option>
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

/** Told apart by their numbers: a month that was chosen stays chosen when its name changes language. */
function monthsOf(language: Language): { number: number; month: string }[] {
  const format = new Intl.DateTimeFormat(`${language}-CA`, { month: "long", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, index) => ({
    number: index + 1,
    month: format.format(Date.UTC(2000, index, 15)),
  }));
}
