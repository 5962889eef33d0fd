import { describe, expect, test } from "vitest";
import { accessibilityViolations } from "./screen-reader.rule.ts";

const page = (main: string, { title = "Log in", aside = "" } = {}) =>
  `<!DOCTYPE html><html lang="en-CA"><head><title>${title}</title></head><body>${aside}<main><h1>Log in</h1>${main}</main></body></html>`;

const sound = `<form action="/" method="post"><label for="email">Email</label>
  <p class="field-error" id="email-error">Enter it.</p>
  <input id="email" name="email" aria-invalid="true" aria-describedby="email-error"/><button>Log in</button></form>`;

test("a clear page has no findings", () => {
  expect(accessibilityViolations(page(sound, { title: "Error: Log in" }))).toEqual([]);
});

describe("the page check reports", () => {
  const planted: Record<string, [string, string]> = {
    "an element that is not closed": [page("<div><span>Here</div>"), "an element is not closed"],
    "a second title": [page("<h1>Again</h1>"), "the page has not one title"],
    "a heading that skips a level": [page("<h3>Help</h3>"), "a heading skips a level: 1 3"],
    "a title that is silent on what is refused": [page(sound), "does not say that something is refused"],
    "a description that is not there": [page('<p aria-describedby="lost">Here</p>'), "there is no #lost"],
    "an id of two elements": [page('<p id="a">1</p><p id="a">2</p>'), "two elements are called #a"],
    "a button without a name": [page('<button><svg aria-hidden="true"></svg></button>'), "a button has no name"],
    "a field without a label": [page('<input name="email"/>'), "a input has no name"],
    "a group without a legend": [page("<fieldset><p>Role</p></fieldset>"), "a fieldset has no name"],
    "one name for two ends": [
      page('<a href="/a">Change</a><a href="/b">Change</a>'),
      "a «Change» leads to /a and to /b",
    ],
    "an error that no field is tied to": [
      page('<p class="field-error" id="x">Enter it.</p>'),
      "no field is described by",
    ],
    "a refused field that says nothing": [
      page('<label>Email <input name="email" aria-invalid="true"/></label>'),
      "nothing says why email is refused",
    ],
    "a summary that leads nowhere": [
      page('<div class="error-summary"><a href="#email">Enter it.</a></div>'),
      "«Enter it.» leads to no field",
    ],
    "a drawing that is neither hidden nor named": [page("<svg></svg>"), "a drawing is neither hidden nor named"],
    "two stops after one another": [page("<p>Open until 5 p.m.. Call us.</p>"), "a stop is astray"],
    "a stop hidden after its words": [
      page('<p>At noon<span class="visually-hidden">. </span></p>'),
      "a stop is astray",
    ],
    "a reference of whole numbers": [page("<p>Reference 482\u00a0913\u00a0704</p>"), "a reference is heard as numbers"],
    "two ways around without names": [page("", { aside: "<nav>1</nav><nav>2</nav>" }), "a nav has no name"],
  };

  test.each(Object.entries(planted))("%s", (_, [html, fault]) => {
    expect(accessibilityViolations(html)).toContainEqual(expect.stringContaining(fault));
  });
});
