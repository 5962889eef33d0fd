import { describe, expect, test } from "vitest";
import { readForm, refuse } from "./form-error.ts";
import { validateForm, valuesOf } from "./form-values.ts";

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

describe("form values", () => {
  test("are trimmed, with inner whitespace collapsed", () => {
    expect(valuesOf(form({ lastName: "  St  Amour " })).lastName).toBe("St Amour");
  });

  test("keep secrets as typed", () => {
    const typed = { password: "  a  b ", passwordConfirmation: " c", loginPassword: " d  " };
    expect(valuesOf(form(typed))).toEqual(typed);
  });

  test("join the three parts of a date", () => {
    const values = valuesOf(form({ dobDay: "1", dobMonth: "2", dobYear: "1950" }));
    expect(values.dob).toBe("1950-02-01");
    expect(values.dobDay).toBe("1");
    expect(valuesOf(form({ dobDay: "", dobMonth: "", dobYear: "" })).dob).toBe("");
  });

  test("A-179 are formatted on the server as scripts format them in the browser", async () => {
    const typed = {
      phone: "+1\u00a0514\u00a0555\u00a00100",
      postalCode: "H2X\u20131Y4",
      dobDay: "\uff15",
      dobMonth: "2",
      dobYear: "\uff11\uff19\uff15\uff10",
      securityCode: "\uff11\uff12\uff13\u2011456",
      securityPin: "ab12\u200bcd34",
    };
    const request = new Request("https://portal.ca/", { method: "POST", body: form(typed) });
    expect(await readForm(request)).toEqual({
      phone: "514-555-0100",
      postalCode: "H2X 1Y4",
      dobDay: "5",
      dobMonth: "2",
      dobYear: "1950",
      dob: "1950-02-05",
      securityCode: "123456",
      securityPin: "AB12CD34",
    });
  });

  test("contain no files", async () => {
    const data = new FormData();
    data.set("email", new File(["x"], "x.txt"));
    const request = new Request("https://portal.ca/", { method: "POST", body: data });
    expect(await readForm(request)).toEqual({});
  });
});

describe("a rejected form", () => {
  test("lists every invalid field in the order of the rules", () => {
    const empty = (value: string) => (value === "" ? ({ key: "required" } as const) : undefined);
    const errors = validateForm({ b: "x" }, { c: empty, b: empty, a: empty });
    expect(Object.keys(errors)).toEqual(["c", "a"]);
  });

  test("returns the typed values without passwords", () => {
    const formError = refuse({
      errors: { email: { key: "format" } },
      values: { email: "ann", password: "p", passwordConfirmation: "p", loginPassword: "p" },
    });
    expect(formError.init?.status).toBe(400);
    expect(formError.data.values).toEqual({ email: "ann" });
  });
});
