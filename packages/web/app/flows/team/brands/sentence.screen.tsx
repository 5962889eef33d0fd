import type { Language } from "@vestibule/catalogue/province.table.ts";
import { sentenceFaults } from "@vestibule/wording/sentence.rule.ts";
import { correctTypography } from "@vestibule/wording/typography.rule.ts";
import { useState } from "react";
import { Link } from "react-router";
import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import type { DraftScreenProps, SentenceFormView } from "./brands-view.ts";
import { DraftForm, messageOf, useLanguageFields } from "./draft-form.tsx";
import { TextArea } from "./text-area.tsx";

export function SentenceScreen({ page, refused, previewed }: DraftScreenProps<SentenceFormView>) {
  const t = useTranslate();
  const fields = useLanguageFields();
  const { basedOn, sentence, placeholders, plural } = page;
  const sent = refused ?? previewed;
  return (
    <BrandsFrame
      page={page}
      title={t("team:sentence.title", { brand: page.brand.name })}
      lead={t("team:draft.lead")}
      refused={refused}
      previewed={previewed}
    >
      {plural === undefined ? null : (
        <p>
          {t(`team:sentence.plural.${plural.form}`)}{" "}
          <Link to={`?key=${encodeURIComponent(plural.otherKey)}`}>
            {t(`team:sentence.plural.${plural.form}.next`)}
          </Link>
        </p>
      )}
      <DraftForm key={sentence.key} basedOn={basedOn} refused={sent}>
        <input type="hidden" name="key" value={sentence.key} />
        {fields.map(({ name, language }) => (
          <SentenceField
            key={name}
            {...{ name, language, placeholders }}
            label={t(`team:sentence.${name}`)}
            message={messageOf(sent, name)}
            defaultValue={sentence[language]}
          />
        ))}
      </DraftForm>
    </BrandsFrame>
  );
}

/** A sentence that is checked while it is typed, by the rules of the check. */
function SentenceField({
  language,
  placeholders,
  message,
  ...field
}: {
  name: string;
  language: Language;
  placeholders: readonly string[];
  label: string;
  message: string | undefined;
  defaultValue: string;
}) {
  const t = useTranslate();
  const [typed, setTyped] = useState<string>();
  const faults =
    typed === undefined ? [] : sentenceFaults(correctTypography(typed, language), { language, placeholders });
  const checkId = `${field.name}-check`;
  return (
    <div className="stack stack-tight">
      <TextArea
        {...field}
        rows={3}
        help={
          placeholders.length === 0
            ? null
            : t("team:sentence.placeholders", {
                count: placeholders.length,
                names: placeholders.map((name) => `{${name}}`).join(", "),
              })
        }
        message={typed === undefined ? message : undefined}
        refusedBy={faults.length === 0 ? undefined : checkId}
        onType={setTyped}
      />
      <ul className="brand-check" id={checkId} aria-live="polite">
        {faults.map(({ code, values }) => (
          <li key={`${code} ${Object.values(values ?? {})}`}>{t(`brandFault:${code}`, values)}</li>
        ))}
      </ul>
    </div>
  );
}
