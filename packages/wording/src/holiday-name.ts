import type { Language } from "@vestibule/catalogue/province.table.ts";

/** Public holidays of the provinces, by the holiday source's English name. */
const names: Record<string, Record<Language, string>> = {
  "New Year's Day": { en: "New Year’s Day", fr: "Jour de l’An" },
  "Family Day": { en: "Family Day", fr: "Fête de la famille" },
  "Islander Day": { en: "Islander Day", fr: "Fête des Insulaires" },
  "Heritage Day": { en: "Heritage Day", fr: "Fête du patrimoine" },
  "Louis Riel Day": { en: "Louis Riel Day", fr: "Journée Louis-Riel" },
  "Good Friday": { en: "Good Friday", fr: "Vendredi saint" },
  "Victoria Day": { en: "Victoria Day", fr: "Fête de la Reine" },
  "National Patriots' Day": { en: "National Patriots’ Day", fr: "Journée nationale des patriotes" },
  "National Indigenous Peoples Day": {
    en: "National Indigenous Peoples Day",
    fr: "Journée nationale des peuples autochtones",
  },
  "National Holiday": { en: "Quebec’s National Holiday", fr: "Fête nationale du Québec" },
  "Canada Day": { en: "Canada Day", fr: "Fête du Canada" },
  "Memorial Day": { en: "Memorial Day", fr: "Jour commémoratif" },
  "British Columbia Day": { en: "British Columbia Day", fr: "Fête de la Colombie-Britannique" },
  "New Brunswick Day": { en: "New Brunswick Day", fr: "Fête du Nouveau-Brunswick" },
  "Saskatchewan Day": { en: "Saskatchewan Day", fr: "Fête de la Saskatchewan" },
  "Civic Holiday": { en: "Civic Holiday", fr: "Congé du premier lundi d’août" },
  "Discovery Day": { en: "Discovery Day", fr: "Jour de la Découverte" },
  "Labour Day": { en: "Labour Day", fr: "Fête du Travail" },
  Thanksgiving: { en: "Thanksgiving", fr: "Action de grâce" },
  "National Day for Truth and Reconciliation": {
    en: "National Day for Truth and Reconciliation",
    fr: "Journée nationale de la vérité et de la réconciliation",
  },
  "Nunavut Day": { en: "Nunavut Day", fr: "Fête du Nunavut" },
  "Remembrance Day": { en: "Remembrance Day", fr: "Jour du Souvenir" },
  "Armistice Day": { en: "Remembrance Day", fr: "Jour du Souvenir" },
  "Christmas Day": { en: "Christmas Day", fr: "Noël" },
  "Boxing Day": { en: "Boxing Day", fr: "Lendemain de Noël" },
};

/** A holiday's name in both languages; one missing from the table is a statutory holiday without a name. */
export function holidayName(sourceName: string): Record<Language, string> {
  return names[sourceName] ?? { en: "Statutory holiday", fr: "Jour férié" };
}
