import { describe, expect, it } from "vitest";
import { type LooseBrand, loadPlanted } from "./test/planted-brand.ts";

const eve = (about: object) => ({
  date: "12-24",
  name: { en: "Christmas Eve", fr: "Veille de Noël" },
  hours: { closes: "16:00" },
  ...about,
});

const outside = {
  kind: "outside",
  origin: "https://sso.example",
  loginPath: "/pkmslogin.form",
  registry: "directory",
};

/** What is broken, how, and the expected fault. */
const planted: readonly [fact: string, breakIt: (brand: LooseBrand) => void, fault: RegExp][] = [
  [
    "an id that is not the folder’s name",
    (brand) => (brand.id = "other"),
    /:id: must be the folder’s? ?name|:id: must be the folder/,
  ],
  [
    "companies without the brand’s own id",
    (brand) => (brand.companies = ["other"]),
    /:companies: must contain the brand's own id/,
  ],
  ["an alias with capitals", (brand) => (brand.aliases = ["Beautiful"]), /:aliases\[0\]: small letters/],
  ["an alias another brand answers to", (brand) => (brand.aliases = ["bna"]), /bna already belongs to belair/],
  [
    "a host another brand lists",
    (brand) => brand.hosts.push("portal.intact.example"),
    /:hosts\[0\]: portal\.intact\.example already/,
  ],
  [
    "an origin at another brand’s host",
    (brand) => (brand.origin = "https://portal.intact.example"),
    /:origin: portal\.intact\.example already belongs to/,
  ],
  ["a client id another brand has", (brand) => (brand.apiKey = "intact"), /:apiKey: intact already/],
  ["an unknown field", (brand) => (brand.colour = "red"), /:colour: is not known here/],
  ["a missing field", (brand) => delete brand.legal.terms, /:legal\.terms: is missing/],
  ["an unknown province", (brand) => (brand.provinces.xx = brand.provinces.on), /:provinces\.xx: is not known here/],
  [
    "a default province that is not sold in",
    (brand) => (brand.defaults.province = "yt"),
    /:defaults\.province: yt is not a menu/,
  ],
  [
    "a default province outside the menu",
    (brand) => (brand.provinces.on.menu = false),
    /:defaults\.province: on is not a menu/,
  ],
  [
    "a default language its province does not speak",
    (brand) => (brand.provinces.on.languages = ["fr"]),
    /:defaults\.language: is not spoken in on/,
  ],
  [
    "a language named twice",
    (brand) => (brand.provinces.qc.languages = ["fr", "fr"]),
    /:provinces\.qc\.languages: names a language twice/,
  ],
  [
    "a first French province that speaks none",
    (brand) => (brand.frenchFirstProvince = "ab"),
    /:frenchFirstProvince: ab is not a menu province/,
  ],
  [
    "French spoken, and no first French province",
    (brand) => (brand.frenchFirstProvince = null),
    /:frenchFirstProvince: must name a province/,
  ],
  ["French forms that are missing", (brand) => delete brand.forms.fr, /:forms\.fr: is missing/],
  ["a French form that is empty", (brand) => (brand.forms.fr.of = ""), /:forms\.fr\.of: must be the inflected form/],
  [
    "a form with a straight apostrophe",
    (brand) => (brand.forms.fr.of = "d'Belair"),
    /:forms\.fr\.of: takes the typographic/,
  ],
  [
    "a telephone number in another form",
    (brand) => (brand.telephone.customer.default = "833-555-0100"),
    /:telephone\.customer\.default: a number as 514-555-0123/,
  ],
  [
    "a local telephone number whose exchange begins with 1",
    (brand) => (brand.telephone.customer.default = "514-155-0100"),
    /:telephone\.customer\.default: a number as 514-555-0123/,
  ],
  [
    "a telephone number for a foreign province",
    (brand) => (brand.telephone.customer.provinces.yt = "1-833-555-0100"),
    /:telephone\.customer\.provinces\.yt: is not a province/,
  ],
  [
    "hours in another form",
    (brand) => (brand.chat.hours.qc.weekdays.opens = "8h30"),
    /:chat\.hours\.qc\.weekdays\.opens: a time as HH:MM/,
  ],
  [
    "a day that closes before it opens",
    (brand) => (brand.chat.hours.qc.weekdays.closes = "07:00"),
    /:chat\.hours\.qc\.weekdays: opens before it closes/,
  ],
  [
    "an hour past midnight",
    (brand) => (brand.chat.hours.qc.weekdays.closes = "24:30"),
    /:chat\.hours\.qc\.weekdays\.closes: a time as HH:MM/,
  ],
  [
    "hours for a foreign province",
    (brand) => (brand.openingHours.yt = brand.chat.hours.qc),
    /:openingHours\.yt: is not a province/,
  ],
  [
    "a special day with its date in words",
    (brand) => (brand.specialDays = [eve({ date: "24 December" })]),
    /:specialDays\[0\]\.date: 12-24 \(every year\) or 2026-12-24/,
  ],
  [
    "a special day that no calendar has",
    (brand) => (brand.specialDays = [eve({ date: "2027-02-29" })]),
    /:specialDays\[0\]\.date: is no day of the calendar/,
  ],
  [
    "a special day without hours",
    (brand) => (brand.specialDays = [eve({ hours: {} })]),
    /:specialDays\[0\]\.hours: opens, closes, or both/,
  ],
  [
    "a special day that does not say whether anybody is there",
    (brand) => (brand.specialDays = [eve({ hours: undefined })]),
    /:specialDays\[0\]\.hours: is missing/,
  ],
  [
    "a special day in one language",
    (brand) => (brand.specialDays = [eve({ name: { en: "Christmas Eve" } })]),
    /:specialDays\[0\]\.name\.fr: is missing/,
  ],
  [
    "a special day whose name is not set as its language asks",
    (brand) => (brand.specialDays = [eve({ name: { en: "New Year's Eve", fr: "Veille" } })]),
    /:specialDays\[0\]\.name\.en: /,
  ],
  [
    "a special day of a foreign province",
    (brand) => (brand.specialDays = [eve({ provinces: ["on", "yt"] })]),
    /:specialDays\[0\]\.provinces\[1\]: yt is not a province/,
  ],
  [
    "a special day that is there twice in a province",
    (brand) => (brand.specialDays = [eve({ provinces: ["on"] }), eve({ provinces: ["qc"] }), eve({})]),
    /:specialDays\[2\]\.date: is already set by specialDays\[0\]/,
  ],
  [
    "a special day that would close before it opens on some weekday",
    (brand) => (brand.specialDays = [eve({ provinces: ["ab"], hours: { opens: "18:00" } })]),
    /:specialDays\[0\]\.hours: in ab the chat would open at 18:00 and close at 17:00/,
  ],
  [
    "a chat that would close on a special day before it opens",
    (brand) => (brand.specialDays = [eve({ provinces: ["ab"], chat: { closes: "07:00" } })]),
    /:specialDays\[0\]\.chat: in ab the chat would open at 08:00 and close at 07:00/,
  ],
  ["chat without hours", (brand) => (brand.chat.hours = {}), /:chat\.hours: is empty/],
  [
    "a licence mask for a province without the field",
    (brand) => (brand.licenceMasks.nb = "999"),
    /:licenceMasks\.nb: is not a province with a licence/,
  ],
  ["a licence mask of unknown signs", (brand) => (brand.licenceMasks.on = "X9999"), /:licenceMasks\.on: a mask of/],
  [
    "a policy length for a foreign province",
    (brand) => (brand.policyNumberLength.provinces = { yt: 9 }),
    /:policyNumberLength\.provinces\.yt/,
  ],
  [
    "a password policy that no password meets",
    (brand) => (brand.passwordPolicy.minLength = 65),
    /:passwordPolicy\.minLength: is more/,
  ],
  [
    "a passphrase shorter than 15 characters",
    (brand) => (brand.passwordPolicy = { rule: "passphrase", minLength: 14 }),
    /:passwordPolicy\.minLength: .*15/,
  ],
  [
    "a passphrase that asks for kinds of characters",
    (brand) => (brand.passwordPolicy = { rule: "passphrase", digit: true }),
    /:passwordPolicy\.digit: /,
  ],
  [
    "a second proof that only people with something set up in their account can give",
    (brand) => (brand.secondFactor = { methods: ["authenticator", "passkey", "email"], email: "never" }),
    /:secondFactor\.methods: leaves people .* without a method/,
  ],
  [
    "a method of the second proof named twice",
    (brand) => (brand.secondFactor = { methods: ["text", "text"] }),
    /:secondFactor\.methods: names a method twice/,
  ],
  ["an unknown password rule", (brand) => (brand.passwordPolicy.rule = "pin"), /:passwordPolicy\.rule: .*passphrase/],
  ["a narrow name longer than a wide one", (brand) => (brand.nameLength.narrow = 41), /:nameLength\.narrow: is more/],
  ["a host with a port", (brand) => (brand.hosts = ["portal.example:443"]), /:hosts\[0\]: a host name/],
  ["an origin with a path", (brand) => (brand.origin = "https://portal.example/x"), /:origin: scheme and host alone/],
  [
    "an origin without encryption",
    (brand) => (brand.origin = "http://portal.example"),
    /:origin: must begin with https/,
  ],
  ["a colour by name", (brand) => (brand.themeColour.dark = "black"), /:themeColour\.dark: a colour as #rrggbb/],
  [
    "a link that runs script",
    (brand) => (brand.screenShareUrl = "javascript:alert(1)"),
    /:screenShareUrl: a path on the portal/,
  ],
  [
    "a link to another host that looks like a path",
    (brand) => (brand.screenShareUrl = "/\\evil.example"),
    /:screenShareUrl: a path on the portal/,
  ],
  [
    "A-134 a sender’s name with a line end",
    (brand) => (brand.mailFrom.name.en = "Belair\r\nBcc: x"),
    /:mailFrom\.name\.en: contains a line end/,
  ],
  [
    "an outside gateway that passwords reach without encryption",
    (brand) => (brand.gateway = { ...outside, origin: "http://sso.example" }),
    /:gateway\.origin: must begin with https/,
  ],
  [
    "an outside gateway whose origin has a path",
    (brand) => (brand.gateway = { ...outside, origin: "https://sso.example/realm" }),
    /:gateway\.origin: scheme and host alone/,
  ],
  [
    "an outside gateway whose path names another host",
    (brand) => (brand.gateway = { ...outside, loginPath: "//evil.example/login" }),
    /:gateway\.loginPath: a path on the gateway/,
  ],
  ["terms without a version", (brand) => (brand.termsVersion = ""), /:termsVersion: /],
  ["an empty client id", (brand) => (brand.apiKey = ""), /:apiKey: /],
  ["a company without a name", (brand) => brand.companies.push(""), /:companies\[1\]: /],
  ["names that are cut to nothing", (brand) => (brand.nameLength.narrow = 0), /:nameLength\.narrow: /],
  ["a name of spaces alone", (brand) => (brand.mailFrom.name.fr = " "), /:mailFrom\.name\.fr: /],
  [
    "an outside gateway without the registry behind it",
    (brand) => (brand.gateway = outside),
    /:gateway\.registry: .*there is no adapter for directory/,
  ],
];

describe("a brand’s data", () => {
  it.each(planted)("stops the start with file, place and reason: %s", async (_fact, data, fault) => {
    const faults = await loadPlanted({ data });
    expect(faults.filter((line) => fault.test(line))).toHaveLength(1);
    expect(faults[0]).toMatch(/^(belair|bna|intact)\/brand\.json:/);
  });

  it("may set a yearly day together with the same day of one year, or in other provinces", async () => {
    const days = [eve({ provinces: ["on"] }), eve({ provinces: ["qc"] }), eve({ date: "2026-12-24", hours: null })];
    expect(await loadPlanted({ data: (brand) => (brand.specialDays = days) })).toEqual([]);
    // A Thursday, so Saturday's hours do not apply.
    const thursday = eve({ date: "2026-12-24", provinces: ["ab"], hours: { opens: "18:00" } });
    expect(await loadPlanted({ data: (brand) => (brand.specialDays = [thursday]) })).toEqual([]);
  });

  it("needs a host or an origin in production", async () => {
    const data = (brand: LooseBrand) => {
      delete brand.origin;
      brand.hosts = [];
    };
    expect(await loadPlanted({ data, mode: "production" })).toEqual([
      expect.stringMatching(/belair\/brand\.json:origin: is missing.* no host that opens this brand/),
    ]);
  });

  it("needs an origin in production but not in demo mode", async () => {
    const data = (brand: LooseBrand) => delete brand.origin;
    expect(await loadPlanted({ data })).toEqual([]);
    expect(await loadPlanted({ data, mode: "production" })).toEqual([
      "belair/brand.json:origin: is missing: links in messages need it",
    ]);
  });

  it("reports the line and column of a JSON syntax error", async () => {
    const files = { "brand.json": (text: string) => text.replace('"aliases": [],', '"aliases": [,') };
    expect(await loadPlanted({ files })).toEqual([expect.stringMatching(/^belair\/brand\.json:4:\d+: is not JSON/)]);
  });

  it("reports a JSON syntax error at the beginning of the file there", async () => {
    const files = { "brand.json": (text: string) => `x${text}` };
    expect(await loadPlanted({ files })).toEqual([expect.stringMatching(/^belair\/brand\.json:1:1: is not JSON/)]);
  });

  it("may begin with a byte order mark", async () => {
    expect(await loadPlanted({ files: { "brand.json": (text) => `\ufeff${text}` } })).toEqual([]);
  });

  it("reports all faults at once", async () => {
    const faults = await loadPlanted({
      data: (brand) => {
        brand.companies = ["other"];
        brand.nameLength.narrow = 90;
      },
      files: { "panel.svg": undefined },
    });
    expect(faults).toHaveLength(3);
  });

  it("requires elision before a vowel", async () => {
    const faults = await loadPlanted({ brand: "intact", data: (brand) => (brand.forms.fr.of = "de Intact") });
    expect(faults).toEqual(["intact/brand.json:forms.fr.of: is elided before a vowel: “d’Intact”"]);
  });
});
