import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import type { DraftScreenProps, DrawingsFormView } from "./brands-view.ts";
import { DraftForm, messageOf } from "./draft-form.tsx";
import { TextArea } from "./text-area.tsx";

/** Each drawing as the text of its file; the screens next to it show it. */
export function DrawingsScreen({ page, refused, previewed }: DraftScreenProps<DrawingsFormView>) {
  const t = useTranslate();
  const sent = refused ?? previewed;
  return (
    <BrandsFrame
      page={page}
      title={t("team:drawings.title", { brand: page.brand.name })}
      lead={t("team:drawings.lead")}
      refused={refused}
    >
      <DraftForm basedOn={page.basedOn} refused={sent} canLook={false}>
        {page.drawings.map(({ name, svg }) => (
          <TextArea
            isFile
            key={name}
            name={name}
            label={t(`team:drawings.${name}`)}
            help={t("team:drawings.help")}
            message={messageOf(sent, name)}
            defaultValue={svg}
          />
        ))}
      </DraftForm>
    </BrandsFrame>
  );
}
