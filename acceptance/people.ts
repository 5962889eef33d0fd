/** People of the stories: everybody meets the portal once, so each story brings its own. */
export interface Person {
  company: string;
  policyNumber: string;
  line: "auto" | "home";
  year: string;
  province: string;
  role: "40" | "80";
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  postalCode: string;
  email: string;
  cellPhone: string;
  licenceProvince: string;
  licenceNumber: string;
  ubi: string;
  pin: string;
  language: string;
  registry: "smart" | "legacy";
}

const base: Omit<Person, "firstName" | "lastName" | "policyNumber"> = {
  company: "belair",
  line: "auto",
  year: "2024",
  province: "qc",
  role: "40",
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
};

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const stories = [
  "email",
  "policySms",
  "driver",
  "pin",
  "keyboard",
  "session",
  "locked",
  "taken",
  "axe",
  "spare",
] as const;
const manners = ["fr", "en", "fr-plain", "en-plain"] as const;
export type Story = (typeof stories)[number];
export type Manner = (typeof manners)[number];

/** Letters for a number, so that a name stays a name. */
const word = (number: number) => [...String(number)].map((digit) => letters[Number(digit)]).join("");

const facts: Record<Story, (serial: number) => Partial<Person>> = {
  email: (serial) => ({ email: `courriel${serial}@famille.example` }),
  policySms: (serial) => ({
    cellPhone: `514555${String(1000 + serial).slice(-4)}`.replace(/555(\d)/, "555$1"),
    email: "",
  }),
  driver: (serial) => ({
    role: "80",
    email: `conduite${serial}@famille.example`,
    licenceProvince: "qc",
    licenceNumber: `T${String(100000000000 + serial)}`,
  }),
  pin: (serial) => ({ pin: `AB12CD${String(10 + serial).slice(-2)}` }),
  keyboard: (serial) => ({ email: `clavier${serial}@famille.example` }),
  session: (serial) => ({ email: `pause${serial}@famille.example` }),
  locked: (serial) => ({ email: `essais${serial}@famille.example` }),
  taken: (serial) => ({
    email: `deux${serial}@famille.example`,
    cellPhone: `438555${String(1000 + serial).slice(-4)}`,
  }),
  axe: (serial) => ({
    email: `lecture${serial}@famille.example`,
    cellPhone: `450555${String(1000 + serial).slice(-4)}`,
  }),
  spare: (serial) => ({ email: `autre${serial}@famille.example` }),
};

/** The person of a story told in a manner (language, with or without JavaScript). */
export function personOf(story: Story, manner: Manner): Person {
  const serial = stories.indexOf(story) * manners.length + manners.indexOf(manner);
  return {
    ...base,
    policyNumber: `AC${String(10000 + serial)}`,
    firstName: `Zoé-${word(serial)}a`,
    lastName: `D’Aoust ${word(serial)}`,
    ...facts[story](serial),
  };
}

/** The book that the servers under test begin with. */
export function bookOfStories(): string {
  const people = stories.flatMap((story) => manners.map((manner) => personOf(story, manner)));
  const columns = Object.keys(people[0] ?? {}) as (keyof Person)[];
  const order: (keyof Person)[] = [
    "company",
    "policyNumber",
    "line",
    "year",
    "province",
    "role",
    "firstName",
    "lastName",
    "dateOfBirth",
    "postalCode",
    "email",
    "cellPhone",
    "licenceProvince",
    "licenceNumber",
    "ubi",
    "pin",
    "language",
    "registry",
  ];
  if (order.length !== columns.length) throw new Error("a column of the book is missing");
  return `${[order.join(","), ...people.map((person) => order.map((column) => person[column]).join(","))].join("\n")}\n`;
}

/** Accounts that exist before the stories begin: status A, with this password. */
export const oldPassword = "Marais-42-vert!";
export function accountsOfStories(): string {
  const rows = manners.map((manner, index) => {
    const person = personOf("locked", manner);
    return [
      `compte${index}@famille.example`,
      oldPassword,
      "A",
      person.policyNumber,
      person.company,
      person.firstName,
      person.lastName,
      person.dateOfBirth,
    ].join(",");
  });
  return `${["email,password,status,policyNumber,company,firstName,lastName,dateOfBirth", ...rows].join("\n")}\n`;
}
