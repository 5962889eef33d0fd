import type { ReactNode } from "react";
import { Button } from "../../../design/button.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useLanguage, useTranslate } from "../../../i18n/translate.tsx";
import type { RefusedForm } from "./brands-view.ts";

/** Why a field was refused; the first reason where there are several. */
export const messageOf = (refused: RefusedForm | undefined, field: string) =>
  refused?.reasons.find((reason) => reason.field === field)?.text;

/** The field of each language, that of the page first. */
export function useLanguageFields() {
  const fields = [
    { name: "english", language: "en" },
    { name: "french", language: "fr" },
  ] as const;
  return useLanguage() === "fr" ? [...fields].reverse() : fields;
}

/** A form whose fields become a draft. */
export function DraftForm({
  basedOn,
  refused,
  canLook = true,
  children,
}: {
  /** The newest version when the page was opened. */
  basedOn: number;
  refused: RefusedForm | undefined;
  /** False where the change is longer than the URL of a picture can be. */
  canLook?: boolean;
  children: ReactNode;
}) {
  const t = useTranslate();
  return (
    <ScreenForm rules={{}} values={refused?.values ?? {}}>
      <input type="hidden" name="act" value="save" />
      <input type="hidden" name="basedOn" value={refused?.values.basedOn ?? basedOn} />
      {children}
      <TextField
        name="reason"
        label={t("team:draft.reason")}
        help={t("team:draft.reasonHelp")}
        message={messageOf(refused, "reason")}
        enterKeyHint="done"
      />
      <div className="cluster">
        <Button busyText={t("common:checking")}>{t("team:draft.save")}</Button>
        {canLook ? (
          <Button kind="quiet" sends={{ name: "act", value: "look" }}>
            {t("team:draft.look")}
          </Button>
        ) : null}
      </div>
    </ScreenForm>
  );
}
