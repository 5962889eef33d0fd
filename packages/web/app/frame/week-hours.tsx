import { useId } from "react";
import { RichText, useTranslate } from "../i18n/translate.tsx";
import type { FormattedWeek } from "./format-hours.server.ts";
import { useTelephoneText } from "./telephone.tsx";

/** Telephone hours of the week; today is emphasised. */
export function WeekHoursTable({ days, zone }: FormattedWeek) {
  const t = useTranslate();
  const title = useId();
  if (days.length === 0) return null;
  return (
    <section className="stack stack-tight" aria-labelledby={title}>
      <h2 className="week-title" id={title}>
        {t("help:week.title")}
        {zone === undefined ? null : ` (${zone})`}
      </h2>
      <dl className="week figures">
        {days.map(({ day, hours, isToday }) => (
          <div key={day} data-today={isToday}>
            <dt>{isToday ? t("help:week.today", { day }) : day}</dt>
            <dd>{hours}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Relay services for customers who are deaf, hard of hearing or speech impaired. */
export function RelayServices({ telephone, isTitled = true }: { telephone: string; isTitled?: boolean }) {
  const t = useTranslate();
  const number = useTelephoneText(telephone);
  return (
    <section className="stack stack-tight">
      {isTitled ? <h2 className="week-title">{t("help:relay.title")}</h2> : null}
      <p className="prose">
        <RichText text="help:relay.text" parts={{ number: <span className="figures unbroken">{number}</span> }} />
      </p>
      <p className="prose">{t("help:relay.video")}</p>
    </section>
  );
}
