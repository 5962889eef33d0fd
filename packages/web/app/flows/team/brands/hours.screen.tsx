import { weekParts } from "@vestibule/catalogue/team.table.ts";
import { Link } from "react-router";
import { ScreenReaderText } from "../../../design/screen-reader-text.tsx";
import { Checkbox } from "../../../form/checkbox.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import { type BrandsPage, type DraftScreenProps, provinceField, type RefusedForm } from "./brands-view.ts";
import { DraftForm, messageOf } from "./draft-form.tsx";
import { type HoursView, type WeekFormView, weekQuery } from "./hours-view.ts";

/** The hours of each line by province, and the special days; each leads to its form. */
export function HoursScreen({ page }: { page: BrandsPage<HoursView> }) {
  const t = useTranslate();
  const { brand, lines, specialDays } = page;
  const path = `/team/brands/${brand.id}`;
  return (
    <BrandsFrame page={page} title={t("team:hours.title", { brand: page.brand.name })} lead={t("team:hours.lead")}>
      <section className="stack stack-tight">
        <h2 className="heading">{t("team:day.list")}</h2>
        <p>{t("team:day.lead")}</p>
        <ul className="stack stack-tight">
          {specialDays.map(({ index, date, name, facts }) => (
            <li key={index}>
              <Link to={`${path}/special-day?index=${index}`}>
                {name} ({date})
              </Link>{" "}
              – {facts.join(" – ")}
            </li>
          ))}
        </ul>
        <p>
          <Link to={`${path}/special-day`}>{t("team:day.add")}</Link>
        </p>
      </section>
      {lines.map(({ line, provinces }) => (
        <section key={line} className="stack stack-tight">
          <h2 className="heading">{t(`team:hours.${line}`)}</h2>
          <ul className="stack stack-tight">
            {provinces.map(({ id, name, hours }) => (
              <li key={id}>
                <Link to={`${path}/week${weekQuery(line, id)}`}>
                  <ScreenReaderText visible={name} spoken={`${t(`team:hours.${line}`)}, ${name}`} />
                </Link>
                {" – "}
                {hours.length === 0 ? t(`team:hours.none.${line}`) : hours.join(" ")}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </BrandsFrame>
  );
}

export function WeekScreen({ page, refused, previewed }: DraftScreenProps<WeekFormView>) {
  const t = useTranslate();
  const { basedOn, line, province, isGiven, week, others } = page;
  const sent = refused ?? previewed;
  const title = t(`team:week.title.${line}`, { brand: page.brand.name, province: province.name });
  return (
    <BrandsFrame page={page} title={title} lead={t("team:draft.lead")} refused={refused} previewed={previewed}>
      <DraftForm basedOn={basedOn} refused={sent}>
        <input type="hidden" name="line" value={line} />
        <input type="hidden" name={provinceField(province.id)} value="yes" />
        <Checkbox
          name="isGiven"
          help={isGiven ? null : t(`team:week.notGiven.${line}`)}
          defaultChecked={sent === undefined && isGiven}
        >
          {t(`team:week.given.${line}`)}
        </Checkbox>
        <p>{t("team:week.help")}</p>
        {weekParts.map((part) => (
          <HoursFields key={part} name={part} line={t(`team:week.${part}`)} hours={week[part]} refused={sent} />
        ))}
        {others.length === 0 ? null : (
          <fieldset className="stack stack-tight">
            <legend className="field-label">{t("team:week.others")}</legend>
            {others.map(({ id, name }) => (
              <Checkbox key={id} name={provinceField(id)}>
                {name}
              </Checkbox>
            ))}
          </fieldset>
        )}
      </DraftForm>
    </BrandsFrame>
  );
}

/** Two times of day beside each other, from which it is open and at which it closes. */
export function HoursFields({
  name,
  line,
  hours,
  refused,
}: {
  name: string;
  /** Begins the labels, as a page may have several such pairs. */
  line: string;
  hours: { opens: string; closes: string };
  refused: RefusedForm | undefined;
}) {
  const t = useTranslate();
  return (
    <div className="brand-hours">
      {(["opens", "closes"] as const).map((end) => {
        const field = `${name}${end === "opens" ? "Opens" : "Closes"}`;
        return (
          <TextField
            key={end}
            name={field}
            label={t(`team:week.${end}`, { line })}
            help={null}
            message={messageOf(refused, field)}
            defaultValue={hours[end]}
            width="short"
          />
        );
      })}
    </div>
  );
}
