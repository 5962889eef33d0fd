import { Checkbox } from "../../../form/checkbox.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import type { DraftScreenProps, RefusedForm, SettingsFormView, SettingView } from "./brands-view.ts";
import { DraftForm, messageOf } from "./draft-form.tsx";

/** The fields of a part of the brand, as its schema has them. */
export function SettingsScreen({ page, refused, previewed }: DraftScreenProps<SettingsFormView>) {
  const t = useTranslate();
  const sent = refused ?? previewed;
  return (
    <BrandsFrame
      page={page}
      title={t("team:settings.title", { brand: page.brand.name, part: t(`team:settings.${page.group}`) })}
      lead={t("team:draft.lead")}
      refused={refused}
      previewed={previewed}
    >
      <DraftForm basedOn={page.basedOn} refused={sent}>
        <input type="hidden" name="group" value={page.group} />
        {page.fields.map((field) => (
          <Setting key={field.name} field={field} sent={sent} />
        ))}
      </DraftForm>
    </BrandsFrame>
  );
}

function Setting({
  field: { name, kind, label, value, options, isNullable, help },
  sent,
}: {
  field: SettingView;
  sent: Pick<RefusedForm, "reasons" | "values"> | undefined;
}) {
  const t = useTranslate();
  const message = messageOf(sent, name);
  if (kind === "flag")
    return (
      <Checkbox
        name={name}
        defaultChecked={sent === undefined && value !== ""}
        message={message}
        {...(help && { help })}
      >
        {label}
      </Checkbox>
    );
  if (kind === "choices")
    return (
      <fieldset className="stack stack-tight" id={name}>
        <legend className="field-label">{label}</legend>
        {help === undefined ? null : <p className="field-help">{help}</p>}
        {message === undefined ? null : <p className="field-error">{message}</p>}
        {options.map((option) => (
          <Checkbox key={option.value} name={option.name} defaultChecked={sent === undefined && option.isChosen}>
            {option.label}
          </Checkbox>
        ))}
      </fieldset>
    );
  if (kind === "choice")
    return (
      <SelectField
        name={name}
        label={label}
        message={message}
        options={options}
        emptyLabel={isNullable ? t("team:settings.noChoice") : undefined}
        defaultValue={value}
      />
    );
  return (
    <TextField
      name={name}
      label={label}
      help={kind === "list" ? t("team:settings.list") : (help ?? null)}
      message={message}
      defaultValue={value}
      inputMode={kind === "number" ? "numeric" : "text"}
      width={kind === "number" ? "short" : undefined}
    />
  );
}
