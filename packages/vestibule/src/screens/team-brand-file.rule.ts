const week = {
  weekdays: { opens: "08:00", closes: "18:00" },
  saturday: { opens: "09:00", closes: "17:00" },
  sunday: null,
};

/** A `brand.json` with what the screens of a brand show, and this telephone number. */
export const sampleBrandFile = (number: string) =>
  JSON.stringify({
    provinces: { on: {}, qc: {} },
    telephone: { customer: { default: number } },
    openingHours: { on: week },
    chat: { enabled: true, hours: { on: week } },
    specialDays: [
      { date: "12-24", name: { en: "Christmas Eve", fr: "Veille de Noël" }, hours: { closes: "16:00" } },
      {
        date: "12-26",
        name: { en: "Boxing Day", fr: "Lendemain de Noël" },
        provinces: ["on"],
        hours: { opens: "10:00", closes: "16:00" },
        chat: null,
      },
    ],
  });
