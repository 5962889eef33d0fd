import { isWholeMatrix } from "../test/matrix.ts";
import type { PersonalFacts } from "./log-scan.ts";

/** People of the stories: each story uses its own, because a person registers only once. */
export interface Person extends PersonalFacts {
  company: string;
  line: "auto" | "home";
  year: string;
  province: string;
  role: "40" | "80";
  dateOfBirth: string;
  licenceProvince: string;
  ubi: string;
  language: string;
  registry: "smart" | "legacy";
}

/** Profile of a story: a language, with or without JavaScript. */
export const browserProfiles = ["fr", "en", "fr-plain", "en-plain"] as const;
export type BrowserProfile = (typeof browserProfiles)[number];

/** The profiles of stories that start their own servers: all in the whole matrix, otherwise the given ones. */
export const ownServerProfiles = (...everyRun: BrowserProfile[]): readonly BrowserProfile[] =>
  isWholeMatrix ? browserProfiles : everyRun;

/** Options of the stories of a profile that run at a separate port. */
export const optionsOf = (browserProfile: BrowserProfile, port: number) => ({
  baseURL: `http://localhost:${port}`,
  browserProfile,
  locale: `${browserProfile.slice(0, 2)}-CA`,
  javaScriptEnabled: !browserProfile.endsWith("plain"),
});

const byEmail = (name: string) => (serial: number) => ({ email: `${name}${serial}@famille.example` });
const licensed = (serial: number) => ({ licenceProvince: "qc", licenceNumber: `T${100000000000 + serial}` });
const byText = (serial: number) => ({ cellPhone: `514555${1000 + serial}` });

/** Facts that distinguish each story's person. */
const facts = {
  email: byEmail("courriel"),
  policySms: byText,
  driver: (serial) => ({ ...byEmail("conduite")(serial), ...licensed(serial), role: "80" }),
  pin: (serial) => ({ pin: `AB12CD${10 + (serial % 90)}` }),
  wrongCodes: byEmail("essais"),
  pausedName: byEmail("pause"),
  wrongPassword: byEmail("oubli"),
  remembered: byEmail("souvenir"),
  back: (serial) => ({ ...byEmail("retour")(serial), ...byText(serial) }),
  cancel: byEmail("abandon"),
  chosenEmail: byEmail("adresse"),
  tabs: byEmail("onglets"),
  otherWay: (serial) => ({ ...byEmail("chemin")(serial), ...byText(serial) }),
  policyInstead: byEmail("numero"),
  profiles: byEmail("choix"),
  accountExists: byEmail("ancienne"),
  legacy: (serial) => ({ ...byEmail("registre")(serial), registry: "legacy" }),
  newCode: byEmail("nouveau"),
  sessionEnded: byEmail("fin"),
  outage: byEmail("panne"),
  keyboard: byEmail("clavier"),
  intact: (serial) => ({ ...byEmail("intact")(serial), company: "intact" }),
  scotia: (serial) => ({ ...byEmail("scotia")(serial), company: "scotia", province: "on", postalCode: "M5V2T6" }),
  forgotten: byEmail("perdu"),
  forgottenCodes: byEmail("chiffres"),
  temporary: byEmail("provisoire"),
  gatewayAccounts: byEmail("passerelle"),
  staying: byEmail("reste"),
  lockedForGood: byEmail("verrou"),
  helped: byEmail("secours"),
  twoBrowsers: byEmail("appareils"),
  frozen: byEmail("bloque"),
  closed: byEmail("ferme"),
  linkFirst: byEmail("premier"),
  linkDriver: (serial) => ({ ...byEmail("mobile")(serial), ...byText(serial), role: "80" }),
  linkUsername: byEmail("partage"),
  linkPassword: byEmail("joindre"),
  linkForgotten: byEmail("ailleurs"),
  policyNumberByEmail: (serial) => ({ ...byEmail("vieille")(serial), registry: "legacy" }),
  policyNumberByText: (serial) => ({ ...byEmail("route")(serial), ...byText(serial) }),
  policyNumberByPin: (serial) => ({ pin: `CD34EF${10 + (serial % 90)}` }),
  policyNumberDriver: (serial) => ({ ...byText(serial), ...licensed(serial), role: "80", ubi: "true" }),
  policyNumberHolder: byEmail("titulaire"),
  policyNumberKnown: byEmail("connue"),
  askedByLink: byEmail("accorde"),
  askedInAccount: byEmail("consent"),
  askedInVain: byEmail("refuse"),
  claimedSuccess: byEmail("pretend"),
  fromApplication: byEmail("site"),
  endsApplication: byEmail("acces"),
  consents: byEmail("accord"),
  fromOtherSite: byEmail("ailleurs"),
  handsOver: byEmail("remise"),
  fromApplicationNew: byEmail("venue"),
  fromApplicationReset: byEmail("revenue"),
  accountEmail: byEmail("poste"),
  accountPassword: byEmail("cle"),
  authenticator: byEmail("application"),
  passkey: byEmail("empreinte"),
  passkeyLost: byEmail("egaree"),
  newEmailStopped: (serial) => ({ ...byEmail("arret")(serial), ...byText(serial) }),
  newEmailSent: (serial) => ({ ...byEmail("deux")(serial), ...byText(serial) }),
  accountLocale: (serial) => ({ ...byEmail("langue")(serial), ...byText(serial) }),
  scannedLink: byEmail("filtre"),
  sharedDevice: byEmail("commun"),
  translated: byEmail("traduite"),
  secondProof: (serial) => ({ ...byEmail("preuve")(serial), ...byText(serial) }),
  secondProofRefused: (serial) => ({ ...byEmail("refus")(serial), ...byText(serial) }),
  secondProofEmail: byEmail("depeche"),
  bankAccount: (serial) => ({ ...byEmail("banque")(serial), ...byText(serial) }),
  secondProofOrder: (serial) => ({ ...byEmail("ordre")(serial), ...byText(serial) }),
  secondProofLost: (serial) => ({ ...byEmail("perdue")(serial), ...byText(serial) }),
  secondProofPasskey: (serial) => ({ ...byEmail("doigt")(serial), ...byText(serial) }),
  secondProofUnusual: (serial) => ({ ...byEmail("insolite")(serial), ...byText(serial) }),
  secondProofCall: (serial) => ({ ...byEmail("appel")(serial), ...byText(serial) }),
  changedMobile: (serial) => ({ ...byEmail("mobile-neuf")(serial), ...byText(serial) }),
  crowded: byEmail("foule"),
  crowdedNew: byEmail("cohue"),
  secondProofReset: (serial) => ({ ...byEmail("renouvelle")(serial), ...byText(serial) }),
  plantedOwner: byEmail("voisin"),
  plantedThief: byEmail("semeur"),
  early: byEmail("hative"),
  erased: byEmail("effacee"),
  browserBack: byEmail("recule"),
  olderBrowser: byEmail("vieux"),
} as const satisfies Record<string, (serial: number) => Partial<Person>>;

export type Story = keyof typeof facts;
const stories = Object.keys(facts) as Story[];

export function personOf(story: Story, browserProfile: BrowserProfile): Person {
  const serial = serialOf(story, browserProfile);
  return {
    company: "belair",
    policyNumber: `AC${10_000 + serial}`,
    line: "auto",
    year: "2024",
    province: "qc",
    role: "40",
    firstName: `Zoé-${word(serial)}a`,
    lastName: `D’Aoust ${word(serial)}`,
    dateOfBirth: "1956-04-12",
    postalCode: "H2X1Y4",
    email: "",
    cellPhone: "",
    licenceProvince: "",
    licenceNumber: "",
    ubi: "false",
    pin: "",
    language: "",
    registry: "smart",
    ...facts[story](serial),
    ...(messagedBeforehand.has(story) && { language: browserProfile.slice(0, 2) }),
  };
}

/** People who get messages before they open a page: the file has their language. */
const messagedBeforehand: ReadonlySet<Story> = new Set(["newEmailStopped", "newEmailSent"]);

/** The second policy of the person who must choose between two. */
export function secondPolicyOf(browserProfile: BrowserProfile): Person {
  const person = personOf("profiles", browserProfile);
  return { ...person, policyNumber: person.policyNumber.replace("AC", "HB"), line: "home", year: "2023" };
}

/** Stories with an additional driver on the policy of the person with an account. */
const withDriver = ["policyNumberHolder", "askedByLink", "askedInAccount", "askedInVain"] as const;

/** That driver, who is in the usage-based programme. */
export function driverOf(story: (typeof withDriver)[number], browserProfile: BrowserProfile): Person {
  const holder = personOf(story, browserProfile);
  const serial = serialOf(story, browserProfile);
  const driverFacts = {
    firstName: `Rose-${word(serial)}a`,
    dateOfBirth: "2004-05-18",
    email: `rose${serial}@famille.example`,
  };
  return { ...holder, ...driverFacts, ...byText(serial), role: "80", ubi: "true" };
}

/** An e-mail that is not on file, entered by the story's person. */
export function newEmailOf(story: Story, browserProfile: BrowserProfile): string {
  return `personne${serialOf(story, browserProfile)}@nulle-part.example`;
}

/** The e-mail of the existing account of the story's person; see `withAccount`. */
export function accountEmailOf(story: Story, browserProfile: BrowserProfile): string {
  return `compte${serialOf(story, browserProfile)}@famille.example`;
}

/** All people in the initial book of the servers. */
export const allPeople: readonly Person[] = browserProfiles.flatMap((browserProfile) => [
  ...stories.map((story) => personOf(story, browserProfile)),
  secondPolicyOf(browserProfile),
  ...withDriver.map((story) => driverOf(story, browserProfile)),
]);

/** The story's person with a mobile number that the insurer has changed since. */
export function withNewMobile(story: Story, browserProfile: BrowserProfile): Person {
  return { ...personOf(story, browserProfile), cellPhone: `514555${6050 + serialOf(story, browserProfile)}` };
}

/** Password of the accounts that exist from the start. */
export const oldPassword = "Marais-42-vert!";

/** E-mails that are not in the book: typed ones and those of imported accounts. */
export const otherEmails: readonly string[] = stories.flatMap((story) =>
  browserProfiles.flatMap((browserProfile) => [
    newEmailOf(story, browserProfile),
    accountEmailOf(story, browserProfile),
  ]),
);

function serialOf(story: Story, browserProfile: BrowserProfile): number {
  return stories.indexOf(story) * browserProfiles.length + browserProfiles.indexOf(browserProfile);
}

/** Writes a number in letters, because a name must not contain digits. */
function word(number: number): string {
  return [...String(number)].map((digit) => "ABCDEFGHIJ"[Number(digit)]).join("");
}
