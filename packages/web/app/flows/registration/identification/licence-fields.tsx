import { normaliseNumber, tidyText } from "@vestibule/contract/fields/text.rule.ts";
import { useState } from "react";
import { useTypedValue } from "../../../form/form-context.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { LicenceFacts } from "./identification.rule.ts";

/**
 * Province and number of a driver's licence. The number is formatted by the province's mask, and cleared when another
 * province is chosen.
 */
export function LicenceFields({
  licence,
  isOptional = false,
  help,
}: {
  licence: LicenceFacts;
  isOptional?: boolean;
  help?: string;
}) {
  const t = useTranslate();
  const typedProvince = useTypedValue("driverLicenseProvince");
  const usual = licence.provinces.find((province) => province === licence.province) ?? "";
  const [province, setProvince] = useState(typedProvince ?? usual);
  const listed = licence.provinces.find((id) => id === province) ?? "other";
  const label = t("fields:driverLicense.label");
  return (
    <>
      <SelectField
        name="driverLicenseProvince"
        emptyLabel={t("forms:choose")}
        defaultValue={usual}
        options={licence.provinces.map((id) => ({ value: id, label: t(`common:province.${id}`) }))}
        onChange={({ value, form }) => {
          setProvince(value);
          const number = form?.elements.namedItem("driverLicense");
          if (number instanceof HTMLInputElement) number.value = "";
        }}
      />
      <TextField
        name="driverLicense"
        label={isOptional ? `${label} (${t("common:optional")})` : label}
        help={help}
        autoCapitalize="characters"
        mask={(value) => formatLicence(value, licence.masks[listed])}
        width="medium"
      />
    </>
  );
}

/** What each character of a mask accepts. */
const maskCharacters: Readonly<Record<string, RegExp>> = { A: /[A-Z]/, "9": /\d/, "*": /[A-Z0-9]/, _: /[A-Z_]/ };

/**
 * Formats a partly typed licence number by the province's mask. Input that does not match is only put in upper case.
 */
function formatLicence(value: string, mask: string | undefined): string {
  const typed = tidyText(value).toUpperCase();
  if (mask === undefined) return typed;
  const characters = [...normaliseNumber(value)];
  let written = "";
  for (const maskCharacter of mask) {
    if (characters.length === 0) return written;
    const shape = maskCharacters[maskCharacter];
    if (shape === undefined) written += maskCharacter;
    else if (shape.test(characters[0] ?? "")) written += characters.shift();
    else return typed;
  }
  return characters.length === 0 ? written : typed;
}
