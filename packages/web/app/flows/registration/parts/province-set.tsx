import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { Notice } from "../../../design/notice.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";

/** Says that a postal code or policy set the province, what that changed, and how to change it. */
export function ProvinceSet({ province }: { province: ProvinceId }) {
  const t = useTranslate();
  return (
    <Notice tone="calm">
      {t("registration:journey.provinceSet", { inProvince: t(`common:inProvince.${province}`) })}
    </Notice>
  );
}
