import { describe, expect, it } from "vitest";
import { loadPlanted } from "./test/planted-brand.ts";

const wording = (texts: object) => ({ "wording.json": () => JSON.stringify(texts) });

describe("a brand’s wording override", () => {
  it("replaces the product’s sentence in each language of the brand", async () => {
    const texts = { en: { "common:continue": "Go on" }, fr: { "common:continue": "Poursuivre" } };
    expect(await loadPlanted({ files: wording(texts) })).toEqual([]);
  });

  it("is refused for an unknown key", async () => {
    const texts = { en: { "common:contineu": "Go on" }, fr: { "nowhere:continue": "Poursuivre" } };
    expect(await loadPlanted({ files: wording(texts) })).toEqual(
      expect.arrayContaining([
        'belair/wording.json:en["common:contineu"]: is no sentence of the product',
        'belair/wording.json:fr["nowhere:continue"]: is no sentence of the product',
      ]),
    );
  });

  it("replaces each plural form by its key, with the placeholders of the whole sentence", async () => {
    const texts = {
      en: { "forms:summary.title_one": "{count} thing to fix", "forms:summary.title_other": "Fix these things" },
      fr: { "forms:summary.title_one": "Un point à corriger", "forms:summary.title_other": "Des points à corriger" },
    };
    expect(await loadPlanted({ files: wording(texts) })).toEqual([]);
    const unknown = { "forms:summary.title_one": "Fix {thing}" };
    expect(await loadPlanted({ files: wording({ en: unknown, fr: unknown }) })).toEqual(
      ["en", "fr"].map(
        (language) =>
          `belair/wording.json:${language}["forms:summary.title_one"]: {thing} is not known in this sentence`,
      ),
    );
  });

  it.each(["forms:summary.title", "forms:summary.title_many", "common:continue_one"])(
    "is refused for %s, which is no sentence or not the one of a plural form",
    async (key) => {
      const reason = "is no sentence of the product";
      expect(await loadPlanted({ files: wording({ en: { [key]: "Fix it" }, fr: { [key]: "Corrigez-le" } }) })).toEqual([
        `belair/wording.json:en["${key}"]: ${reason}`,
        `belair/wording.json:fr["${key}"]: ${reason}`,
      ]);
    },
  );

  it("is refused for a name that every object inherits", async () => {
    const texts = { en: { "common:toString": "x" }, fr: { "common:toString": "x" } };
    expect(await loadPlanted({ files: wording(texts) })).toHaveLength(2);
  });

  it("is refused with a placeholder that the screen cannot fill", async () => {
    const texts = { en: { "common:continue": "Go on, {name}" }, fr: { "common:continue": "Poursuivre" } };
    expect(await loadPlanted({ files: wording(texts) })).toEqual([
      'belair/wording.json:en["common:continue"]: {name} is not known in this sentence',
    ]);
  });

  it("is refused without the code of its sentence, such as the PIN of a letter", async () => {
    const texts = {
      en: { "message:pinIssued.pin": "Your PIN." },
      fr: { "message:pinIssued.pin": "NIP\u00a0: {code}" },
    };
    expect(await loadPlanted({ files: wording(texts) })).toEqual([
      'belair/wording.json:en["message:pinIssued.pin"]: must contain {code}',
    ]);
  });

  it("is refused when it breaks the typography of its language", async () => {
    const texts = { en: { "common:continue": "Go on" }, fr: { "common:continue": "Poursuivre !" } };
    expect(await loadPlanted({ files: wording(texts) })).toEqual([
      'belair/wording.json:fr["common:continue"]: has no space before ; ! ?',
    ]);
  });

  it("is reported as missing in the other language", async () => {
    expect(await loadPlanted({ files: wording({ en: { "common:continue": "Go on" } }) })).toEqual([
      'belair/wording.json:fr["common:continue"]: is missing: the other language has a sentence',
    ]);
  });

  it("may exist in one language when the brand speaks only that one", async () => {
    const files = wording({ en: { "common:continue": "Go on" } });
    expect(await loadPlanted({ files, brand: "servus" })).toEqual([]);
  });

  it("is refused when it is empty or in an unsupported language", async () => {
    const faults = await loadPlanted({ files: wording({ en: { "common:continue": "" }, de: {} }) });
    expect(faults).toHaveLength(2);
  });
});
