import { TextField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import type { DraftScreenProps, SentenceFormView } from "./brands-view.ts";
import { DraftForm, messageOf } from "./draft-form.tsx";

export function SentenceScreen({ page, refused, looked }: DraftScreenProps<SentenceFormView>) {
  const t = useTranslate();
  const { basedOn, sentence } = page;
  const sent = refused ?? looked;
  return (
    <BrandsFrame
      page={page}
      title={t("team:sentence.title", { brand: page.brand.name })}
      lead={t("team:draft.lead")}
      refused={refused}
      looked={looked}
    >
      <DraftForm basedOn={basedOn} refused={sent}>
        <input type="hidden" name="key" value={sentence.key} />
        <TextField
          name="english"
          label={t("team:sentence.english")}
          help={null}
          message={messageOf(sent, "english")}
          defaultValue={sentence.en}
        />
        <TextField
          name="french"
          label={t("team:sentence.french")}
          help={null}
          message={messageOf(sent, "french")}
          defaultValue={sentence.fr}
        />
      </DraftForm>
    </BrandsFrame>
  );
}
