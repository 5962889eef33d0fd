/** Somebody who does not exist, and is seen on every screen. */
export const nobody = {
  email: "maelle@courrier.example",
  firstName: "Maëlle",
  lastName: "St-Onge",
  birth: { day: "29", month: "2", year: "1988" },
  postalCode: "H2X 1Y4",
  phone: "800-555-0142",
  maskedPhone: "•••-•••-••42",
  /** As long as any brand's; shorter where the brand's is. */
  policyNumber: "K3M482107",
  licence: "S531229028807",
  password: "Grand-Vent-42",
  code: "482913",
  pin: "K7M2P9QX",
  reference: "482913704",
  /** Read back with a digit that is not right. */
  misread: "482913705",
  sessionId: "5a0c6d1e-7b3f-4c29-9e84-2f6d1b7a3c50",
  otherId: "5a0c6d1e-7b3f-4c29-9e84-2f6d1b7a3c51",
} as const;
