import { buildApi } from "@vestibule/api/build-api.ts";
import type { TeamRole } from "@vestibule/catalogue/team.table.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { atPortal, createPortalUser, type PortalUser } from "../../../../test/portal.ts";
import { action as signInAction } from "../team.route.tsx";
import { action, loader } from "./brands.route.tsx";
import type { BrandsPage } from "./brands-view.ts";

const secret = "the-secret-of-a-member-of-the-team";
const testApi = await openTestApi();
const roles = { edit: ["edit"], publish: ["publish"], look: ["look"] } as const satisfies Record<string, TeamRole[]>;
const agents = Object.fromEntries(Object.entries(roles).map(([id, list]) => [id, { secret, roles: [...list] }]));
const { fetch } = buildApi({ ...testApi.deps, agents });

async function signedIn(agentId: keyof typeof roles): Promise<PortalUser> {
  const user = createPortalUser(testApi, { language: "en" });
  user.requestContext.api.serviceCredential = "another-credential";
  user.requestContext.api.fetch = fetch;
  await atPortal(user, signInAction as never, {
    path: "/team",
    form: { act: "signIn", agentId, loginPassword: secret },
  });
  return user;
}

const at =
  (handler: typeof loader | typeof action) => (user: PortalUser, path: string, form?: Record<string, string>) => {
    const [brand, part] = path.replace(/^\/team\/brands\/?|\?.*$/g, "").split("/");
    const handled = (args: object) => handler({ ...args, params: { ...(brand && { brand }), part } } as never);
    return atPortal<{ page: BrandsPage }>(user, handled as never, { path, ...(form && { form }) });
  };
const [open, post] = [at(loader), at(action)];

test("drafts a sentence, has another member approve and publish it, and returns to the folder", async () => {
  const [editor, publisher] = [await signedIn("edit"), await signedIn("publish")];
  const found = await open(editor, "/team/brands/servus?words=mot de passe oublié");
  expect(found).toMatchObject({ data: { page: { kind: "brand", search: { found: expect.any(Array) } } } });
  const key = "login:title";
  expect(await open(editor, `/team/brands/servus/sentence?key=${key}`)).toMatchObject({
    data: { page: { kind: "sentence", basedOn: 0, sentence: { key, en: "Log in" } } },
  });
  const draft = { act: "save", basedOn: "0", key, english: "Come in", french: "Entrez", reason: "Shorter" };
  expect(await post(editor, "/team/brands/servus/sentence", draft)).toEqual({
    kind: "redirected",
    to: "/team/brands/servus/version?number=1",
  });
  const version = "/team/brands/servus/version?number=1";
  expect(await open(editor, version)).toMatchObject({ data: { page: { kind: "version", acts: [], isOwn: true } } });
  expect(await open(publisher, version)).toMatchObject({
    data: {
      page: {
        acts: ["approve"],
        changes: [
          { place: "wording.json en login:title", before: undefined, after: "Come in" },
          { place: "wording.json fr login:title", before: undefined, after: "Entrez" },
        ],
      },
    },
  });
  expect(await post(publisher, version, { act: "approve", number: "1" })).toEqual({ kind: "redirected", to: version });
  expect(await open(publisher, version)).toMatchObject({ data: { page: { acts: ["publish"] } } });
  await post(publisher, version, { act: "publish", number: "1" });
  expect(await open(publisher, "/team/brands")).toMatchObject({
    data: {
      page: {
        kind: "brands",
        brands: expect.arrayContaining([expect.objectContaining({ published: "People see version 1." })]),
      },
    },
  });
  await post(publisher, "/team/brands/servus", { act: "folder" });
  expect(await open(publisher, version)).toMatchObject({ data: { page: { acts: ["rollBack"] } } });
});

test("keeps what was typed and says why, for a number that the check refuses and for a draft that came second", async () => {
  const editor = await signedIn("edit");
  const form = { act: "save", basedOn: "0", number: "12", reason: "A new number" };
  expect(await post(editor, "/team/brands/bna/telephone", form)).toMatchObject({
    status: 400,
    data: { refused: { values: { number: "12" }, reasons: [expect.stringContaining("telephone.customer.default")] } },
  });
  const valid = { ...form, number: "1-833-555-0123" };
  expect(await post(editor, "/team/brands/bna/telephone", valid)).toMatchObject({ kind: "redirected" });
  expect(await post(editor, "/team/brands/bna/telephone", valid)).toMatchObject({
    status: 409,
    data: { refused: { refusal: "basedOn", values: { number: valid.number } } },
  });
});

test("A-371 offers no change to a member who only looks, and refuses one that is sent", async () => {
  const member = await signedIn("look");
  const result = await open(member, "/team/brands/intact/telephone");
  expect(result).toMatchObject({ data: { page: { kind: "brand", canReturnToFolder: false } } });
  expect(result).not.toHaveProperty("data.page.search");
  const form = { act: "save", basedOn: "0", number: "1-833-555-0123", reason: "A new number" };
  expect(await post(member, "/team/brands/intact/telephone", form)).toMatchObject({ status: 409 });
});

test("says that the service is unavailable, and keeps what was typed to be sent again", async () => {
  const editor = await signedIn("edit");
  const whole = editor.requestContext.api.fetch;
  const form = { act: "save", basedOn: "0", number: "1-833-555-0123", reason: "A new number" };
  const refused = { status: 503, data: { refused: { values: form, refusal: "unavailable", reasons: [] } } };
  editor.requestContext.api.fetch = async (request) =>
    request.url.endsWith("/versions") ? new Response(null, { status: 503 }) : whole(request);
  expect(await post(editor, "/team/brands/intact/telephone", form)).toMatchObject(refused);
  editor.requestContext.api.fetch = () => Promise.reject(new Error("unavailable"));
  expect(await post(editor, "/team/brands/intact/telephone", form)).toMatchObject(refused);
  expect(await open(editor, "/team/brands/intact/telephone")).toMatchObject({
    status: 503,
    data: { page: { kind: "unavailable" } },
  });
});

test("publishes nothing for a form that is unknown", async () => {
  const publisher = await signedIn("publish");
  for (const [path, act] of [
    ["/team/brands/servus", ""],
    ["/team/brands/servus/version", "save"],
  ] as const)
    expect(await post(publisher, path, { act, number: "" })).toMatchObject({ status: 404 });
});

test.each(["/team/brands/unknown", "/team/brands/intact/version?number=77", "/team/brands/intact/nothing"])(
  "responds 404 at %s",
  async (path) => {
    expect(await open(await signedIn("look"), path)).toMatchObject({ status: 404 });
  },
);

test("leads a person who is not logged in to the first page of the team", async () => {
  const user = createPortalUser(testApi);
  user.requestContext.api.serviceCredential = "another-credential";
  user.requestContext.api.fetch = fetch;
  expect(await open(user, "/team/brands")).toEqual({ kind: "redirected", to: "/team" });
});
