import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import type { DraftScreenProps, DrawingsFormView } from "./brands-view.ts";
import { DraftForm, messageOf } from "./draft-form.tsx";
import { TextArea } from "./text-area.tsx";

/** Each drawing as it is, and the text of its file. */
export function DrawingsScreen({ page, refused, looked }: DraftScreenProps<DrawingsFormView>) {
  const t = useTranslate();
  const sent = refused ?? looked;
  return (
    <BrandsFrame
      page={page}
      title={t("team:drawings.title", { brand: page.brand.name })}
      lead={t("team:drawings.lead")}
      refused={refused}
    >
      <DraftForm basedOn={page.basedOn} refused={sent} canLook={false}>
        {page.drawings.map(({ name, svg }) => (
          <div key={name} className="stack stack-tight">
            {/* An image of a data URL runs no script and loads nothing. */}
            <img className="brand-drawing" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="" />
            <TextArea
              name={name}
              label={t(`team:drawings.${name}`)}
              help={t("team:drawings.help")}
              message={messageOf(sent, name)}
              defaultValue={svg}
            />
          </div>
        ))}
      </DraftForm>
    </BrandsFrame>
  );
}
