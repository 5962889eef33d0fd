import { TextField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { RefusedForm, SentenceFormView } from "./brands-view.ts";
import { DraftForm } from "./draft-form.tsx";

export function SentenceForm({
  view: { basedOn, sentence },
  refused,
}: {
  view: SentenceFormView;
  refused: RefusedForm | undefined;
}) {
  const t = useTranslate();
  return (
    <DraftForm basedOn={basedOn} refused={refused}>
      <input type="hidden" name="key" value={sentence.key} />
      <TextField name="english" label={t("team:sentence.english")} help={null} defaultValue={sentence.en} />
      <TextField name="french" label={t("team:sentence.french")} help={null} defaultValue={sentence.fr} />
    </DraftForm>
  );
}
