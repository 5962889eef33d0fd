import { TextField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import type { BrandsPage, RefusedForm, SentenceFormView } from "./brands-view.ts";
import { DraftForm, messageOf } from "./draft-form.tsx";

export function SentenceScreen({
  page,
  refused,
}: {
  page: BrandsPage<SentenceFormView>;
  refused: RefusedForm | undefined;
}) {
  const t = useTranslate();
  const { basedOn, sentence } = page;
  return (
    <BrandsFrame
      page={page}
      title={t("team:sentence.title", { brand: page.brand.name })}
      lead={t("team:draft.lead")}
      refused={refused}
    >
      <DraftForm basedOn={basedOn} refused={refused}>
        <input type="hidden" name="key" value={sentence.key} />
        <TextField
          name="english"
          label={t("team:sentence.english")}
          help={null}
          message={messageOf(refused, "english")}
          defaultValue={sentence.en}
        />
        <TextField
          name="french"
          label={t("team:sentence.french")}
          help={null}
          message={messageOf(refused, "french")}
          defaultValue={sentence.fr}
        />
      </DraftForm>
    </BrandsFrame>
  );
}
