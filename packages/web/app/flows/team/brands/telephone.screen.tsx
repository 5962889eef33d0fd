import { TextField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import type { BrandsPage, RefusedForm, TelephoneFormView } from "./brands-view.ts";
import { DraftForm, messageOf } from "./draft-form.tsx";

export function TelephoneScreen({
  page,
  refused,
}: {
  page: BrandsPage<TelephoneFormView>;
  refused: RefusedForm | undefined;
}) {
  const t = useTranslate();
  const { basedOn, number } = page;
  return (
    <BrandsFrame
      page={page}
      title={t("team:telephone.title", { brand: page.brand.name })}
      lead={t("team:draft.lead")}
      refused={refused}
    >
      <DraftForm basedOn={basedOn} refused={refused}>
        <TextField
          name="number"
          label={t("team:telephone.number")}
          help={t("team:telephone.help")}
          message={messageOf(refused, "number")}
          defaultValue={number}
          width="medium"
        />
      </DraftForm>
    </BrandsFrame>
  );
}
