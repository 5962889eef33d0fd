import { describe, expect, test } from "vitest";
import { readForm, refuse } from "./form-answer.ts";
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
    const faults = validateForm({ b: "x" }, { c: empty, b: empty, a: empty });
    expect(Object.keys(faults)).toEqual(["c", "a"]);
  });

  test("returns the typed values without passwords", () => {
    const answer = refuse({
      faults: { email: { key: "format" } },
      values: { email: "ann", password: "p", passwordConfirmation: "p", loginPassword: "p" },
    });
    expect(answer.init?.status).toBe(400);
    expect(answer.data.values).toEqual({ email: "ann" });
  });
});
