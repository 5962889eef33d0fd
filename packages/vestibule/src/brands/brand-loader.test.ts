import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mailPalettes, mailRadius } from "@vestibule/api/messages/email-theme.rule.ts";
import { brandIcon } from "@vestibule/contract/brand/brand-icon.rule.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkBrands, newBrand, publishSchema } from "../command-line/brand.command.ts";
import { brandSources } from "../serve/open-brands.ts";
import { production, settingsOf } from "../settings/test/test-settings.ts";
import { loadBrands } from "./brand-loader.adapter.ts";
import { brandsDirectory, temporaryDirectory } from "./test/planted-brand.ts";

let extra: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  extra = temporaryDirectory();
});
afterEach(() => extra.remove());

async function bookOf(options: { directories?: string[]; defaultBrand?: string; mode?: "demo" | "production" } = {}) {
  const { directories = [brandsDirectory], defaultBrand = "belair", mode = "demo" } = options;
  const loaded = await loadBrands({ directories, defaultBrand, mode });
  if (loaded.kind === "invalid") throw new Error(JSON.stringify(loaded.faults));
  return loaded.book;
}

describe("a request’s host", () => {
  it("selects the brand that lists it, ignoring case, port and trailing dot", async () => {
    const book = await bookOf({ mode: "production" });
    for (const host of ["portal.servus.example", "Portal.Servus.Example:8443", "portal.servus.example."])
      expect(book.byHost(host).id).toBe("servus");
  });

  it("selects a brand as <brand>.localhost, or by its alias, in demo mode alone", async () => {
    const demo = await bookOf({ mode: "demo" });
    expect(demo.byHost("intact.localhost:3000").id).toBe("intact");
    expect(demo.byHost("nbc.localhost").id).toBe("bna");
    const production = await bookOf({ mode: "production" });
    expect(production.byHost("intact.localhost:3000").id).toBe("belair");
  });

  it("selects the default brand when no brand lists it", async () => {
    const book = await bookOf({ defaultBrand: "nbc" });
    for (const host of ["127.0.0.1:3000", "localhost", "[::1]:3000", "toString.localhost", "a.intact.localhost", ""])
      expect(book.byHost(host).id).toBe("bna");
  });
});

describe("a brand’s password rules", () => {
  const policyOf = async (policy: unknown) => {
    cpSync(join(brandsDirectory, "belair"), join(extra.directory, "belair"), { recursive: true });
    const file = join(extra.directory, "belair", "brand.json");
    const data = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...data, passwordPolicy: policy }));
    return (await bookOf({ directories: [extra.directory] })).defaultBrand.passwordPolicy;
  };
  const kinds = { lowercase: true, uppercase: true, digit: true, special: true };

  it("require all character classes by default", async () => {
    expect(await policyOf(undefined)).toEqual({
      rule: "composition",
      minLength: 10,
      maxLength: 64,
      history: 5,
      ...kinds,
    });
  });

  it("require 15 characters of any kind for a passphrase", async () => {
    expect(await policyOf({ rule: "passphrase" })).toEqual({
      rule: "passphrase",
      minLength: 15,
      maxLength: 64,
      history: 5,
    });
  });
});

describe("a brand", () => {
  it("is found by id, by alias and by its public client id", async () => {
    const book = await bookOf();
    expect(book.byId("NBC")?.id).toBe("bna");
    expect(book.byId("nobody")).toBeUndefined();
    expect(book.byApiKey("scotia")?.id).toBe("scotia");
    expect(book.byApiKey("nbc")).toBeUndefined();
  });

  it("uses the public client id that the environment sets", async () => {
    const sources = { directories: [brandsDirectory], defaultBrand: "belair", mode: "demo" } as const;
    const loaded = await loadBrands({ ...sources, apiKeys: { intact: "k-123" } });
    if (loaded.kind === "invalid") throw new Error("the brands do not load");
    expect(loaded.book.byApiKey("k-123")?.id).toBe("intact");
    expect(loaded.book.byApiKey("intact")).toBeUndefined();
  });

  it("asks for the second proof as its folder says, unless the sources say otherwise for all", async () => {
    const sources = { directories: [brandsDirectory], defaultBrand: "belair", mode: "demo" } as const;
    const timesOf = async (secondFactor?: "always") => {
      const loaded = await loadBrands({ ...sources, secondFactor });
      if (loaded.kind === "invalid") throw new Error("the brands do not load");
      return Object.fromEntries(loaded.book.brands.map((brand) => [brand.id, brand.secondFactor.when]));
    };
    const written = {
      belair: "newBrowser",
      bna: "newBrowser",
      intact: "always",
      scotia: "never",
      servus: "newBrowser",
    };
    expect(await timesOf()).toEqual(written);
    expect(new Set(Object.values(await timesOf("always")))).toEqual(new Set(["always"]));
  });

  it("is read from the last directory that contains it", async () => {
    const { directory } = extra;
    await newBrand({ id: "acme", from: "belair", directories: [brandsDirectory], into: directory });
    cpSync(join(brandsDirectory, "servus"), join(directory, "servus"), { recursive: true });
    const file = join(directory, "servus", "brand.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"2026-11"', '"2027-01"'));
    const book = await bookOf({ directories: [brandsDirectory, directory] });
    expect(book.brands).toHaveLength(6);
    expect(book.byId("servus")?.termsVersion).toBe("2027-01");
    expect(book.byHost("acme.localhost").id).toBe("acme");
  });

  it("stops the start when its directory or the default brand does not exist", async () => {
    const loaded = await loadBrands({
      directories: [brandsDirectory, join(extra.directory, "gone")],
      defaultBrand: "nobody",
      mode: "demo",
    });
    expect(loaded.kind === "invalid" && loaded.faults.map(({ file, reason }) => `${file}: ${reason}`)).toEqual([
      expect.stringContaining("gone: is not a readable directory"),
      expect.stringMatching(/^DEFAULT_BRAND: no brand has the id or alias nobody; there are belair, bna/),
    ]);
  });

  it("takes the origin of an outside gateway from the environment, and names a brand without one", async () => {
    const { directory } = extra;
    cpSync(brandsDirectory, directory, { recursive: true });
    const file = join(directory, "bna", "brand.json");
    const gateway = { kind: "outside", origin: "https://signon.bna.example", loginPath: "/login", registry: "own" };
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), gateway }));
    const load = (gatewayOrigins: Record<string, string>) =>
      loadBrands({
        directories: [directory],
        defaultBrand: "belair",
        mode: "demo",
        registries: ["own"],
        gatewayOrigins,
      });
    const loaded = await load({ bna: "https://signon.test.example" });
    if (loaded.kind === "invalid") throw new Error(JSON.stringify(loaded.faults));
    expect(loaded.book.byId("bna")?.gateway).toMatchObject({ origin: "https://signon.test.example" });
    expect(await load({ belair: "https://x.example", nobody: "https://x.example" })).toMatchObject({
      faults: [
        { file: "GATEWAY_ORIGINS", reason: "belair has no outside gateway" },
        { file: "GATEWAY_ORIGINS", reason: "no brand has the id nobody" },
      ],
    });
  });

  it("has only the named brands, of which the first is the default", async () => {
    const loaded = await loadBrands({ directories: [brandsDirectory], only: ["scotia", "bna"], mode: "production" });
    if (loaded.kind === "invalid") throw new Error("the brands are invalid");
    expect(loaded.book.brands.map(({ id }) => id)).toEqual(["bna", "scotia"]);
    expect(loaded.book.listsHost("portal.belair.example")).toBe(false);
    expect(loaded.book.defaultBrand.id).toBe("bna");
  });

  it("stops the start when BRANDS names no brand, and when production has none", async () => {
    expect(await loadBrands({ directories: [brandsDirectory], only: ["belar"], mode: "production" })).toMatchObject({
      faults: [{ file: "BRANDS", reason: expect.stringContaining("no brand has the id belar; there are belair, bna") }],
    });
    expect(await loadBrands({ directories: [brandsDirectory], only: [], mode: "production" })).toMatchObject({
      kind: "invalid",
      faults: [{ file: "BRANDS_DIR", reason: expect.stringContaining("is missing") }],
    });
  });

  it("is one of the named brands also by its alias", async () => {
    const loaded = await loadBrands({ directories: [brandsDirectory], only: ["nbc", "servus"], mode: "production" });
    expect(loaded.kind === "loaded" && loaded.book.brands.map(({ id }) => id)).toEqual(["bna", "servus"]);
  });

  it("stops the start with DEFAULT_BRAND alone where production has that brand only, and it does not exist", async () => {
    const { BRANDS: _all, ...withoutBrands } = production;
    const load = (DEFAULT_BRAND: string) => loadBrands(brandSources(settingsOf({ ...withoutBrands, DEFAULT_BRAND })));
    const loaded = await load("nowhere");
    expect(loaded.kind === "invalid" && loaded.faults.map(({ file, reason }) => `${file}: ${reason}`)).toEqual([
      expect.stringMatching(/^DEFAULT_BRAND: no brand has the id or alias nowhere; there are belair, bna/),
    ]);
    const byAlias = await load("nbc");
    expect(byAlias.kind === "loaded" && byAlias.book.defaultBrand.id).toBe("bna");
  });

  it("may have the name of a property that every object has", async () => {
    const { directory } = extra;
    await newBrand({ id: "constructor", from: "belair", directories: [brandsDirectory], into: directory });
    const book = await bookOf({ directories: [brandsDirectory, directory] });
    expect(book.byId("constructor")).toMatchObject({ gateway: { kind: "builtIn" } });
    expect(book.byId("constructor")).not.toHaveProperty("version");
  });

  it.each(["brand.json", "wording.json", "tokens.css"])(
    "stops the start when its %s is not UTF-8, so that no screen shows a lost accent",
    async (name) => {
      const { directory } = extra;
      cpSync(join(brandsDirectory, "bna"), join(directory, "bna"), { recursive: true });
      const file = join(directory, "bna", name);
      const text = name === "tokens.css" ? `/* é */${readFileSync(file, "utf8")}` : readFileSync(file, "utf8");
      const withAccent = name === "wording.json" ? '{ "fr": { "login:title": "Accès" }, "en": {} }' : text;
      writeFileSync(file, Buffer.from(withAccent, "latin1"));
      const loaded = await loadBrands({ directories: [directory], defaultBrand: "bna", mode: "demo" });
      expect(loaded).toMatchObject({ faults: [{ file, location: "", reason: "is not UTF-8" }] });
    },
  );

  it("stops the start when API_KEYS names no brand", async () => {
    const sources = { directories: [brandsDirectory], defaultBrand: "belair", mode: "demo" } as const;
    const loaded = await loadBrands({ ...sources, apiKeys: { belair: "one", belar: "two" } });
    expect(loaded).toMatchObject({
      kind: "invalid",
      faults: [{ file: "API_KEYS", location: "", reason: "no brand has the id belar" }],
    });
  });

  it("is read where its folder is a symbolic link, as in a volume of Kubernetes", async () => {
    const { directory } = extra;
    const release = join(directory, "..2026_11_24");
    mkdirSync(release);
    await newBrand({ id: "acme", from: "belair", directories: [brandsDirectory], into: release });
    symlinkSync(join(release, "acme"), join(directory, "acme"));
    const book = await bookOf({ directories: [brandsDirectory, directory] });
    expect(book.byId("acme")?.name.en).toBe("Acme");
  });

  it("is not expected in the folder lost+found, which a volume contains", async () => {
    mkdirSync(join(extra.directory, "lost+found"));
    cpSync(join(brandsDirectory, "servus"), join(extra.directory, "servus"), { recursive: true });
    expect((await bookOf({ directories: [brandsDirectory, extra.directory] })).brands).toHaveLength(5);
  });

  it("stops the start when its directory has no folder of a brand", async () => {
    mkdirSync(join(extra.directory, "lost+found"));
    const directories = [brandsDirectory, extra.directory];
    expect(await loadBrands({ directories, defaultBrand: "belair", mode: "demo" })).toMatchObject({
      kind: "invalid",
      faults: [{ file: extra.directory, location: "", reason: "has no folder of a brand" }],
    });
  });

  it("has no comments in its tokens, so that e-mails do not take a colour from one", async () => {
    const { directory } = extra;
    await newBrand({ id: "acme", from: "belair", directories: [brandsDirectory], into: directory });
    const file = join(directory, "acme", "tokens.css");
    writeFileSync(file, readFileSync(file, "utf8").replace("--action:", "/* --action: #123456;\n*/ --action:"));
    const book = await bookOf({ directories: [brandsDirectory, directory] });
    expect(mailPalettes(book.byId("acme")?.tokensCss ?? "")).toEqual(
      mailPalettes(book.byId("belair")?.tokensCss ?? ""),
    );
  });

  it("has its colours in e-mails and icons whatever the order and the form of its tokens", async () => {
    const { directory } = extra;
    await newBrand({ id: "acme", from: "belair", directories: [brandsDirectory], into: directory });
    const file = join(directory, "acme", "tokens.css");
    const [light = "", dark = ""] = readFileSync(file, "utf8")
      .replace(/--radius: [^;]+;/, "--radius: 0;")
      .split("@media");
    const reordered = `@media${dark}${light}`.replace(/;(\s*\})/g, "$1");
    writeFileSync(file, reordered.replace(/: #/g, " :#").replaceAll("#ffffff", "#fff"));
    const book = await bookOf({ directories: [brandsDirectory, directory] });
    const tokensOf = (id: string) => book.byId(id)?.tokensCss ?? "";
    const iconOf = (id: string) => brandIcon({ name: { en: "A", fr: "A" }, tokensCss: tokensOf(id) }, "en");
    expect(mailPalettes(tokensOf("acme"))).toEqual(mailPalettes(tokensOf("belair")));
    expect(mailRadius(tokensOf("acme"))).toBe("0");
    expect(iconOf("acme")).toBe(iconOf("belair"));
  });

  it("stops the start with the file when a file of it cannot be read", async () => {
    const { directory } = extra;
    await newBrand({ id: "acme", from: "belair", directories: [brandsDirectory], into: directory });
    rmSync(join(directory, "acme", "panel.svg"));
    mkdirSync(join(directory, "acme", "panel.svg"));
    const loaded = await loadBrands({ directories: [directory], defaultBrand: "acme", mode: "demo" });
    expect(loaded).toMatchObject({
      kind: "invalid",
      faults: [{ file: join(directory, "acme", "panel.svg"), location: "", reason: "cannot be read (EISDIR)" }],
    });
  });

  it("stops the start when its folder is empty", async () => {
    mkdirSync(join(extra.directory, "hollow"));
    const loaded = await loadBrands({
      directories: [brandsDirectory, extra.directory],
      defaultBrand: "belair",
      mode: "demo",
    });
    expect(loaded.kind === "invalid" && loaded.faults.length).toBe(4);
  });
});

/** Replaces what a copy of a sample brand has from it. */
function makeOwn(folder: string): void {
  const file = join(folder, "brand.json");
  const text = readFileSync(file, "utf8")
    .replaceAll(".example", ".test.invalid")
    .replace(/555-01(\d\d)/g, "555-02$1");
  const { mailFrom, ...data } = JSON.parse(text);
  const postalAddress = {
    en: "1 Main Street, Toronto, Ontario  M5V 2T6",
    fr: "1, rue Main, Toronto (Ontario)  M5V 2T6",
  };
  writeFileSync(file, JSON.stringify({ ...data, mailFrom: { ...mailFrom, postalAddress } }));
  const wordmark = join(folder, "wordmark.svg");
  writeFileSync(wordmark, readFileSync(wordmark, "utf8").replace("M18 17h84", "M18 17h80"));
}

describe("the brand commands", () => {
  const from = { from: "intact", directories: [brandsDirectory] };

  it("create a folder that passes every check", async () => {
    const { directory } = extra;
    for (const id of ["acme", "orange-grove"]) {
      expect((await newBrand({ id, ...from, into: directory })).failure).toBeUndefined();
      const book = await bookOf({ directories: [brandsDirectory, directory], mode: "production" });
      const made = book.byId(id);
      expect(made?.companies).toEqual([id]);
      expect(JSON.stringify(made)).not.toContain("Intact");
      expect(made?.wordmarkSvg).not.toBe(book.byId("intact")?.wordmarkSvg);
    }
  });

  it("copy a brand whose file begins with a byte order mark, and nothing of one whose file is not JSON", async () => {
    const { directory } = extra;
    expect((await newBrand({ id: "acme", ...from, into: directory })).failure).toBeUndefined();
    const file = join(directory, "acme", "brand.json");
    writeFileSync(file, `\ufeff${readFileSync(file, "utf8")}`);
    const copy = { id: "orange", from: "acme", directories: [directory] };
    expect((await newBrand(copy)).failure).toBeUndefined();
    writeFileSync(file, '{\n  "id": acme');
    const refused = await newBrand({ ...copy, id: "apple" });
    expect(refused).toMatchObject({ failure: "refusal", text: expect.stringContaining(`${file}:2:`) });
    expect(existsSync(join(directory, "apple"))).toBe(false);
  });

  it("create a folder without the applications of the source brand", async () => {
    const { directory } = extra;
    expect((await newBrand({ id: "acme", ...from, into: directory })).failure).toBeUndefined();
    mkdirSync(join(directory, "acme", "oidc"));
    const redirectUris = ["https://claims.acme.example/callback"];
    const claims = { name: { en: "Claims", fr: "Réclamations" }, type: "public", redirectUris };
    writeFileSync(join(directory, "acme", "oidc", "claims.json"), JSON.stringify(claims));
    await newBrand({ id: "orange", from: "acme", directories: [directory], into: directory });
    const book = await bookOf({ directories: [directory], defaultBrand: "acme" });
    expect(book.brands.map(({ id, oidcClients }) => [id, oidcClients.length])).toEqual([
      ["acme", 1],
      ["orange", 0],
    ]);
  });

  it("change nothing when the folder exists, the id is invalid or the source brand is unknown", async () => {
    const { directory } = extra;
    expect((await newBrand({ id: "acme", ...from, into: directory })).failure).toBeUndefined();
    expect(await newBrand({ id: "acme", ...from, into: directory })).toMatchObject({ failure: "refusal" });
    expect(await newBrand({ id: "../acme", ...from, into: directory })).toMatchObject({ failure: "refusal" });
    expect(
      await newBrand({ id: "other", from: "nobody", directories: [brandsDirectory], into: directory }),
    ).toMatchObject({
      failure: "refusal",
      text: expect.stringMatching(/^nobody: no such brand in .*; there are belair, bna/),
    });
  });

  it("report a line for each valid brand, or file, place and reason of each fault", async () => {
    const sources = { defaultBrand: "belair", mode: "demo" } as const;
    const valid = await checkBrands({ ...sources, directories: [brandsDirectory] });
    expect(valid).toMatchObject({
      text: expect.stringMatching(
        /^belair passes: .*\n(?:.* passes: .*\n){3}servus passes: ab; overridden.*\n5 brands pass\.$/,
      ),
    });

    const { directory } = extra;
    await newBrand({ id: "acme", ...from, into: directory });
    const file = join(directory, "acme", "brand.json");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("1-844-555-0100", "call us"));
    const invalid = await checkBrands({ ...sources, directories: [brandsDirectory, directory] });
    expect(invalid.failure).toBe("refusal");
    const reason = "a number as 514-555-0123, or as 1-8xx-xxx-xxxx where it is toll-free";
    expect(invalid.text).toMatch(/^belair passes: .*\n(?:.* passes: .*\n){4}/);
    expect(invalid.text.split("\n").slice(5)).toEqual([`${file}:telephone.customer.default: ${reason}`, "1 fault."]);
  });

  it("do not pass a copy of a sample whose host names, telephone numbers or wordmark are unchanged", async () => {
    const { directory } = extra;
    const sources = { defaultBrand: "belair", mode: "demo", directories: [brandsDirectory, directory] } as const;
    await newBrand({ id: "acme", ...from, into: directory });
    cpSync(join(brandsDirectory, "bna"), join(directory, "bna"), { recursive: true });
    const checked = await checkBrands(sources);
    expect(checked.failure).toBe("refusal");
    const acme = join(directory, "acme");
    expect(checked.text).toContain(
      `${acme}/brand.json:hosts[0]: portal.acme.example is a sample’s: no host name ends in .example`,
    );
    expect(checked.text).toContain(`${acme}/brand.json:telephone.customer.default: 1-844-555-0100 is a sample’s`);
    expect(checked.text).toContain(`${acme}/brand.json:mailFrom.postalAddress: is missing`);
    expect(checked.text).toMatch(
      /bna\/brand\.json:mailFrom\.postalAddress\.en: .* no address has the postal code H0H 0H0/,
    );
    expect(checked.text).toContain(`${acme}/wordmark.svg: is the placeholder of brand new`);
    expect(checked.text).toContain(`${join(directory, "bna", "wordmark.svg")}: is that of the sample brand bna`);
    expect(checked.text).toMatch(/^belair passes:/);
    expect(checked.text).not.toMatch(/^(acme|bna) passes:/m);

    writeFileSync(join(directory, "bna", "tokens.css"), "");
    const withBrokenBrand = await checkBrands(sources);
    expect(withBrokenBrand.text).toContain(`${acme}/wordmark.svg: is the placeholder of brand new`);
    expect(withBrokenBrand.text).not.toMatch(/^acme passes:/m);

    rmSync(join(directory, "bna"), { recursive: true });
    makeOwn(acme);
    expect((await checkBrands(sources)).text).toMatch(/^acme passes:/m);
  });

  it("accept a local telephone number and a wordmark with its own colours, and report how the wordmark is displayed", async () => {
    const { directory } = extra;
    await newBrand({ id: "acme", ...from, into: directory });
    const file = join(directory, "acme", "brand.json");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("1-844-555-0100", "514-555-0100"));
    const wordmark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0" fill="#1a2a6c"/></svg>';
    makeOwn(join(directory, "acme"));
    writeFileSync(join(directory, "acme", "wordmark.svg"), wordmark);
    const checked = await checkBrands({
      defaultBrand: "belair",
      mode: "demo",
      directories: [brandsDirectory, directory],
    });
    expect(checked.failure).toBeUndefined();
    expect(checked.text).toMatch(/^acme passes: /m);
    expect(checked.text).toMatch(
      /^ {2}wordmark\.svg: has its own colours, so it is shown on a white plate in dark mode$/m,
    );
    const book = await bookOf({ directories: [brandsDirectory, directory] });
    expect(book.byId("acme")?.wordmarkSvg).toContain('fill="#1a2a6c"');
  });

  it("write the published schema", async () => {
    const { directory } = extra;
    expect((await publishSchema(directory)).failure).toBeUndefined();
    expect(JSON.parse(readFileSync(join(directory, "brand.schema.json"), "utf8")).required).toContain("provinces");
  });
});
