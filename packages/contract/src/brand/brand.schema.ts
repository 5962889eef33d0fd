import { languages } from "@vestibule/catalogue/province.table.ts";
import { secondFactorEmailUses, secondFactorIds, secondFactorTimes } from "@vestibule/catalogue/second-factor.table.ts";
import { askingWeight, type SignInSignalId, signInSignals } from "@vestibule/catalogue/sign-in-signal.table.ts";
import { z } from "zod";
import { bothLanguages, province, specialDay, week } from "./brand-hours.schema.ts";
import { type OidcClient, oidcResource } from "./oidc-client.schema.ts";

const language = z.enum(languages);
const telephone = z
  .string()
  .regex(
    /^(?:1-[2-9]\d\d|(?!8(?:00|33|44|55|66|77|88))[2-9]\d\d)-[2-9]\d\d-\d{4}$/,
    "a number as 514-555-0123, or as 1-8xx-xxx-xxxx where it is toll-free",
  );
/** Begins with one slash: two would name another host. */
const path = /^\/(?![/\\])/;
const link = z.union([z.url({ protocol: /^https?$/ }), z.string().regex(path)], {
  error: "a path on the portal, or a whole URL that begins with https://",
});
const hostName = z
  .string()
  .regex(
    /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/,
    "a host name in small letters, without port or scheme",
  );
const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, "a colour as #rrggbb");
/** A brand raises what a signal asks, and never lowers it. */
const raisedWeight = (id: SignInSignalId) => z.int().min(signInSignals[id].weight).max(askingWeight).optional();
const linkPerLanguage = z.strictObject({ en: link, fr: link });

const passwordLimits = {
  maxLength: z.number().int().max(64).default(64),
  /** Number of earlier passwords that are rejected. */
  history: z.number().int().min(1).default(5),
};

/** One brand: everything that differs between brands, as plain data. */
export const brandSchema = z.strictObject({
  $schema: z.string().optional(),
  id: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/),
  aliases: z.array(z.string().regex(/^[a-z][a-z0-9-]*$/, "small letters, digits and hyphens")).default([]),
  name: bothLanguages,
  /** Inflected forms, so that no sentence builds one: "d’Intact", "chez Intact". */
  forms: z.strictObject({
    fr: z.strictObject({ of: z.string(), at: z.string() }),
    en: z.strictObject({ of: z.string(), at: z.string() }),
  }),
  companies: z.array(z.string().min(1)).min(1),
  /** Public client id sent as the `api-key` header; the brand's id unless the environment sets another. */
  apiKey: z.string().min(1).optional(),
  /** Hosts that select this brand, without port. `<id>.localhost` always does in demo mode. */
  hosts: z.array(hostName).default([]),
  /** Origin used in links of messages in production, such as https://portal.example. */
  origin: z.url().optional(),
  /** Whether the digital team may change the brand in the portal's own pages, or its folder alone decides. */
  editing: z.enum(["team", "folder"]).default("team"),
  defaults: z.strictObject({ province, language }),
  /** Initial province when the browser prefers French; null where no province of the brand offers French. */
  frenchFirstProvince: province.nullable(),
  provinces: z.partialRecord(
    province,
    z.strictObject({
      menu: z.boolean(),
      languages: z
        .array(language)
        .min(1)
        .refine((all) => new Set(all).size === all.length, "names a language twice"),
      ubi: z.boolean().default(false),
      licence: z.boolean().default(false),
    }),
  ),
  telephone: z.strictObject({
    customer: z.strictObject({ default: telephone, provinces: z.partialRecord(province, telephone).default({}) }),
    technical: z.partialRecord(z.enum(["on", "qc", "west", "atlantic"]), telephone).default({}),
    /** Minutes that a usual call takes on each line, shown next to its number. Absent: nothing is shown. */
    callMinutes: z.partialRecord(z.enum(["customer", "technical"]), z.number().int().min(1).max(60)).default({}),
  }),
  /** Telephone hours per province, in the province's own time zone. Empty: only the number is shown. */
  openingHours: z.partialRecord(province, week).default({}),
  specialDays: z.array(specialDay).default([]),
  chat: z.strictObject({
    enabled: z.boolean(),
    hours: z.partialRecord(province, week).default({}),
    /** URL of the chat page; absent: the demo chat page. */
    url: link.optional(),
  }),
  /** Masks of licence numbers: 9 a digit, A a letter, * either, _ an optional letter. */
  licenceMasks: z.record(
    z.string(),
    z
      .string()
      .regex(
        /^[9A*_](?:[-\s]?[9A*_])*$/,
        "a mask of 9 (digit), A (letter), * (either), _ (letter or nothing) and hyphens",
      ),
  ),
  policyNumberLength: z.strictObject({
    default: z.number().int().min(7).max(9),
    provinces: z.partialRecord(province, z.number().int().min(7).max(9)).default({}),
  }),
  features: z.strictObject({
    registration: z.boolean(),
    promo: z.boolean(),
    noneOption: z.boolean(),
    /** Whether a new password signs in at once. Has no effect with an outside gateway, which accepts no ticket. */
    signInAfterReset: z.boolean().default(true),
    /** Whether a driver whose contact was verified by a code may leave out the mobile number at a first password. */
    mobileOptional: z.boolean().default(false),
    /** Whether the owner gets an e-mail when a browser signs in for the first time. */
    newBrowserNotice: z.boolean().default(true),
  }),
  pinRoadblock: z.enum(["identity-verification", "pin-identification"]),
  /** Requirements of a new password: character classes, or a passphrase long enough to need none. */
  passwordPolicy: z
    .discriminatedUnion("rule", [
      z.strictObject({
        rule: z.literal("composition").default("composition"),
        minLength: z.number().int().min(8).default(10),
        ...passwordLimits,
        lowercase: z.boolean().default(true),
        uppercase: z.boolean().default(true),
        digit: z.boolean().default(true),
        special: z.boolean().default(true),
      }),
      z.strictObject({
        rule: z.literal("passphrase"),
        minLength: z.number().int().min(15).default(15),
        ...passwordLimits,
      }),
    ])
    .prefault({}),
  /** The second proof at sign-in. Has no effect with an outside gateway, which asks for it itself. */
  secondFactor: z
    .strictObject({
      when: z.enum(secondFactorTimes).default("newBrowser"),
      /** Methods that the brand accepts. */
      methods: z
        .array(z.enum(secondFactorIds))
        .min(1)
        .refine((all) => new Set(all).size === all.length, "names a method twice")
        .default([...secondFactorIds]),
      /** Days for which a browser is remembered after a second proof; 0: never. */
      rememberDays: z.number().int().min(0).max(365).default(90),
      /** Whether the box that remembers the browser is ticked. */
      rememberTicked: z.boolean().default(false),
      /** Whether a code by e-mail is accepted. */
      email: z.enum(secondFactorEmailUses).default("lastResort"),
      /** Weights of signals that the brand raises. */
      signals: z
        .strictObject({
          unknownBrowser: raisedWeight("unknownBrowser"),
          failedTries: raisedWeight("failedTries"),
          afterReset: raisedWeight("afterReset"),
          dormant: raisedWeight("dormant"),
          manyAccounts: raisedWeight("manyAccounts"),
          knownPassword: raisedWeight("knownPassword"),
        } satisfies Record<SignInSignalId, unknown>)
        .default({}),
    })
    .prefault({}),
  nameLength: z.strictObject({ wide: z.number().int().min(1), narrow: z.number().int().min(1) }),
  gateway: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("builtIn") }),
    z.strictObject({
      kind: z.literal("outside"),
      origin: z.url(),
      loginPath: z.string().regex(path, "a path on the gateway, such as /login"),
      registry: z.string(),
    }),
  ]),
  /** URL of the application behind the gateway; absent: the account at /account. */
  applicationUrl: link.optional(),
  /** Closed list of names that a link may request as `client_login_action`. */
  clientLoginActions: z.record(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/), link).default({}),
  /** The brand's public site; a province may have other pages. */
  marketingUrl: linkPerLanguage.extend({
    provinces: z.partialRecord(province, linkPerLanguage.partial()).default({}),
  }),
  legal: z.strictObject({
    privacy: linkPerLanguage,
    terms: linkPerLanguage,
    security: linkPerLanguage,
    accessibility: linkPerLanguage,
  }),
  /** Version of the Terms of Use accepted at account creation. */
  termsVersion: z.string().min(1),
  /** For the accessibility statement: contact e-mail and date of the last review. */
  accessibility: z.strictObject({ email: z.email(), reviewed: z.iso.date() }),
  /** Contacts of security.txt, preferred one first: mailto:, https: or tel:. Empty: no security.txt. */
  securityContacts: z.array(z.url({ protocol: /^(mailto|https|tel)$/ })).default([]),
  /** APIs of the insurer for which applications get access tokens that the API checks by itself. */
  resources: z.array(oidcResource).default([]),
  screenShareUrl: link.optional(),
  securityCertificateUrl: link.optional(),
  appDownload: z.strictObject({ apple: link, android: link }).optional(),
  /** Hosts of mobile apps that may frame the portal in webview mode. */
  webviewHosts: z.array(hostName).default([]),
  mailFrom: z.strictObject({
    name: bothLanguages,
    address: z.email(),
    /** The insurer's postal address, at the end of every e-mail, as Canada's anti-spam law asks. */
    postalAddress: bothLanguages.optional(),
    /** Page to unsubscribe from the insurer's offers, in e-mails with a link of the source mrkt. */
    unsubscribeUrl: linkPerLanguage.optional(),
  }),
  themeColour: z.strictObject({ light: colour, dark: colour }),
});

export type BrandData = z.infer<typeof brandSchema>;

/** Sentences that a brand overrides: namespace-qualified key to sentence, per language. */
export type WordingOverrides = Record<"en" | "fr", Record<string, string>>;

/** A brand as the servers load it: its data, and the texts and assets of its folder. */
export interface Brand extends BrandData {
  overrides: WordingOverrides;
  /** Validated content of tokens.css and wordmark.svg (and panel.svg). */
  tokensCss: string;
  wordmarkSvg: string;
  panelSvg: string;
  /** Drawing above pages that are too narrow for a side panel; absent where the brand has none. */
  bandSvg?: string;
  /** Drawing of the mobile-app panel; only where `features.promo` is on. */
  promoSvg?: string;
  oidcClients: readonly OidcClient[];
  /** The published version; absent for the folder. */
  version?: number;
}

/** All brands of one server, with their lookups. */
export interface BrandBook {
  brands: readonly Brand[];
  defaultBrand: Brand;
  /** By id or alias; undefined for an unknown name. */
  byId(id: string): Brand | undefined;
  /** By the request's host (port allowed); the default brand for an unlisted host. */
  byHost(host: string): Brand;
  /** Whether a brand lists this host (port allowed): in its hosts, its origin or its outside gateway's. */
  listsHost(host: string): boolean;
  /** By the public client id in the `api-key` header. */
  byApiKey(key: string): Brand | undefined;
  /** What people read of a version that is tried, or was replaced a short time ago, over the current rules. */
  former(id: string, version: number): Brand | undefined;
  /** The version that a share of the brand's journeys, in percent, is shown in place of the published one. */
  experiment(id: string): { version: number; share: number } | undefined;
}
