import { maintenanceEndpoints } from "@vestibule/contract/internal/maintenance.endpoint.ts";
import { teamExplainEndpoints } from "@vestibule/contract/internal/team-explain.endpoint.ts";
import { okResponse, refusedResponse, type Screen, type Screens } from "./fixture.rule.ts";
import { deskScreen, type MoreOfDesk, sisterBrand } from "./team-session.rule.ts";

const explainPath = "/team/explain";
const explainScreen =
  (more: MoreOfDesk): Screen =>
  (context) => {
    const { id, name } = context.brand;
    const brands = okResponse({ brands: [{ id, name, isClosed: false }] });
    const calls = { [maintenanceEndpoints.list.path]: brands, ...more.calls };
    return deskScreen(explainPath, undefined, { ...more, calls })(context);
  };
const explainRow = { act: "row", brand: sisterBrand.id, row: "ABC1234" };
const explainedRows = okResponse({
  rows: [
    {
      policyNumber: "••••234",
      role: 40,
      province: "qc",
      closedDays: ["sunday"],
      endings: ["cannotRegister", "asksPolicyNumber", "asksLicence", "noContact"],
    },
  ],
});

export const teamExplainScreens = {
  "team-explain": explainScreen({}),
  "team-explain-row": explainScreen({ form: explainRow, calls: { [teamExplainEndpoints.row.path]: explainedRows } }),
  "team-explain-imagined": explainScreen({
    form: { act: "imagined", brand: sisterBrand.id, province: "qc", role: "40", "has-postalCode": "yes" },
    calls: {
      [teamExplainEndpoints.imagined.path]: okResponse({
        endings: ["cannotRegister", "asksPolicyNumber", "noContact"],
        closedDays: ["saturday", "sunday"],
      }),
    },
  }),
  "team-explain-book": explainScreen({
    form: { act: "book", brand: sisterBrand.id },
    calls: {
      [teamExplainEndpoints.book.path]: okResponse({
        people: 48_210,
        endings: { cannotRegister: 312, codeByEmail: 41_003 },
      }),
    },
  }),
  "team-explain-unknown": explainScreen({
    form: explainRow,
    calls: { [teamExplainEndpoints.row.path]: refusedResponse("notFound") },
  }),
  "team-explain-unavailable": deskScreen(explainPath, refusedResponse("unavailable")),
} satisfies Screens;
