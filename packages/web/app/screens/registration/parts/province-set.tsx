import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { Notice } from "../../../design/notice.tsx";
import { useSay } from "../../../visit/texts.tsx";

/** The province was taken from a postal code or a policy: what that changed, and how to change it. */
export function ProvinceSet({ province }: { province: ProvinceId }) {
  const say = useSay();
  return (
    <Notice tone="calm">
      {say("registration:journey.provinceSet", { inProvince: say(`common:inProvince.${province}`) })}
    </Notice>
  );
}
