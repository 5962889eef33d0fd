import { describe, expect, test } from "vitest";
import { newPortalSession } from "../../portal-slices.server.ts";
import { parseEntryQuery } from "../../request/entry-query.rule.ts";
import { singleSignOnSlice } from "../../shared-slices/login-slices.server.ts";
import { keepSingleSignOn } from "./single-sign-on.rule.ts";

const brand = { clientLoginActions: { claims: "https://app.example/claims", home: "/account" } };

function arrive(query: Record<string, string>, session = newPortalSession()) {
  const entryQuery = parseEntryQuery(new URL(`/?${new URLSearchParams(query)}`, "https://portal.example"));
  return { counted: keepSingleSignOn(session, { entryQuery, brand }), kept: session.get(singleSignOnSlice) };
}

describe("the sign-in parameters of an incoming link", () => {
  test("are saved for the gateway, also when nested in URL", () => {
    const query = { SSORequest: "PHNhbWw+", client_login_action: "claims", emailSource: "edoc" };
    const kept = { request: "PHNhbWw+", clientLoginAction: "claims", emailSource: "edoc" };
    expect(arrive(query).kept).toEqual(kept);
    expect(arrive({ TAM_OP: "login", URL: `/account?${new URLSearchParams(query)}` }).kept).toEqual(kept);
  });

  test("are kept on the next page, and replaced by a new request", () => {
    const session = newPortalSession({ singleSignOn: { request: "first", clientLoginAction: "home" } });
    expect(arrive({}, session).kept).toEqual({ request: "first", clientLoginAction: "home" });
    expect(arrive({ SSORequest: "second" }, session).kept).toEqual({ request: "second", clientLoginAction: "home" });
  });

  test.each(["https://evil.example", "//evil.example", "/account", "constructor", "__proto__", "CLAIMS", ""])(
    "A-140 drop client_login_action %j, which is not on the brand's list",
    (name) => expect(arrive({ client_login_action: name }).kept).toBeUndefined(),
  );

  test.each(["<script>", "edoc2", "EDOC", "edoc\n", ""])(
    "A-149 drop emailSource %j, which is not a known source",
    (emailSource) => {
      expect(arrive({ emailSource })).toEqual({ counted: undefined, kept: undefined });
    },
  );

  test("drop a request that is too long for the cookie or contains control characters", () => {
    for (const SSORequest of ["x".repeat(1001), "a\u0000b", "a\nb"])
      expect(arrive({ SSORequest }).kept).toBeUndefined();
  });

  test("count a source once in a browser session", () => {
    const session = newPortalSession();
    expect(arrive({ emailSource: "mrkt" }, session).counted).toBe("mrkt");
    expect(arrive({ emailSource: "mrkt" }, session).counted).toBeUndefined();
    expect(arrive({ emailSource: "crm3" }, session).counted).toBe("crm3");
  });
});
