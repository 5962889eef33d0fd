import { TextField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import { type DraftScreenProps, numberField, type TelephoneFormView } from "./brands-view.ts";
import { DraftForm, messageOf } from "./draft-form.tsx";

export function TelephoneScreen({ page, refused, previewed }: DraftScreenProps<TelephoneFormView>) {
  const t = useTranslate();
  const { basedOn, number, provinces } = page;
  const sent = refused ?? previewed;
  return (
    <BrandsFrame
      page={page}
      title={t("team:telephone.title", { brand: page.brand.name })}
      lead={t("team:draft.lead")}
      refused={refused}
      previewed={previewed}
    >
      <DraftForm basedOn={basedOn} refused={sent}>
        <TextField
          name="number"
          label={t("team:telephone.number")}
          help={t("team:telephone.help")}
          message={messageOf(sent, "number")}
          defaultValue={number}
          width="medium"
        />
        {provinces.map(({ id, name, number: ofProvince }) => (
          <TextField
            key={id}
            name={numberField(id)}
            label={t("team:telephone.province", { province: name })}
            help={null}
            message={messageOf(sent, numberField(id))}
            defaultValue={ofProvince}
            width="medium"
          />
        ))}
      </DraftForm>
    </BrandsFrame>
  );
}
