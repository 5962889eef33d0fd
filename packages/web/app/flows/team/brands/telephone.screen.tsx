import { TextField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { RefusedForm, TelephoneFormView } from "./brands-view.ts";
import { DraftForm, messageOf } from "./draft-form.tsx";

export function TelephoneForm({
  view: { basedOn, number },
  refused,
}: {
  view: TelephoneFormView;
  refused: RefusedForm | undefined;
}) {
  const t = useTranslate();
  return (
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
  );
}
