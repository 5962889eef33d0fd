/** The fictitious person shown on every screen. */
export const nobody = {
  email: "maelle@courrier.example",
  firstName: "Maëlle",
  lastName: "St-Onge",
  birth: { day: "29", month: "2", year: "1988" },
  postalCode: "H2X 1Y4",
  phone: "800-555-0142",
  maskedPhone: "•••-•••-••42",
  /** The longest policy number of any brand; cut where the brand's is shorter. */
  policyNumber: "K3M482107",
  licence: "S531229028807",
  password: "Grand-Vent-42",
  code: "482913",
  pin: "K7M2P9QX",
  reference: "482913704",
  /** A reference with a wrong check digit. */
  misread: "482913705",
  sessionId: "5a0c6d1e-7b3f-4c29-9e84-2f6d1b7a3c50",
  otherId: "5a0c6d1e-7b3f-4c29-9e84-2f6d1b7a3c51",
} as const;
