import { Checkbox } from "../../../form/checkbox.tsx";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import { type DraftScreenProps, provinceField } from "./brands-view.ts";
import { DraftForm, messageOf, useLanguageFields } from "./draft-form.tsx";
import { HoursFields } from "./hours.screen.tsx";
import { dayHours, type SpecialDayFormView } from "./hours-view.ts";

/** A day with its own hours: when, its name, where, and what each line does. */
export function SpecialDayScreen({ page, refused, previewed }: DraftScreenProps<SpecialDayFormView>) {
  const t = useTranslate();
  const fields = useLanguageFields();
  const { basedOn, index, isNew, provinces } = page;
  const sent = refused ?? previewed;
  return (
    <BrandsFrame
      page={page}
      title={t("team:specialDay.title", { brand: page.brand.name })}
      lead={t("team:draft.lead")}
      refused={refused}
      previewed={previewed}
    >
      <DraftForm basedOn={basedOn} refused={sent}>
        <input type="hidden" name="index" value={index} />
        <TextField
          name="date"
          label={t("team:day.date")}
          help={t("team:day.dateHelp")}
          message={messageOf(sent, "date")}
          defaultValue={page.date}
          width="medium"
        />
        {fields.map(({ name }) => (
          <TextField
            key={name}
            name={name}
            label={t(`team:day.name.${name}`)}
            help={null}
            message={messageOf(sent, name)}
            defaultValue={page[name]}
          />
        ))}
        <fieldset className="stack stack-tight" id="provinces">
          <legend className="field-label">{t("team:day.provinces")}</legend>
          {provinces.map(({ id, name, isChosen }) => (
            <Checkbox key={id} name={provinceField(id)} defaultChecked={sent === undefined && isChosen}>
              {name}
            </Checkbox>
          ))}
        </fieldset>
        {(["telephone", "chat"] as const).map((line) => (
          <div key={line} className="stack stack-tight">
            <RadioCards
              name={`${line}Hours`}
              label={t(`team:hours.${line}`)}
              defaultValue={page[line].kind}
              options={dayHours
                .filter((kind) => kind !== "same" || line === "chat")
                .map((kind) => ({ value: kind, label: t(`team:day.${kind}`) }))}
            />
            <HoursFields name={line} line={t(`team:hours.${line}`)} hours={page[line]} refused={sent} />
            <p className="small quiet">{t("team:day.hours")}</p>
          </div>
        ))}
        {isNew ? null : <Checkbox name="remove">{t("team:day.remove")}</Checkbox>}
      </DraftForm>
    </BrandsFrame>
  );
}
