import { TextField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { RefusedForm, SentenceFormView } from "./brands-view.ts";
import { DraftForm, messageOf } from "./draft-form.tsx";

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
  );
}
