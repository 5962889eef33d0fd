import { expect, test } from "vitest";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { scimServer } from "../../../../test/scim-server.ts";
import { connectRegistries, openUserRegistries } from "../serve/user-registries.ts";
import type { TlsFiles } from "../settings/settings.rule.ts";
import { checkRegistry } from "./network.check.ts";

const userRegistryTls: TlsFiles = { certificate: undefined, key: undefined, authority: undefined };
const server = closeAfterTests(await scimServer());

async function findingWith(url: string) {
  const [connected] = await connectRegistries({ userRegistries: { staff: url }, userRegistryTls });
  return connected && checkRegistry(connected);
}

test("reports that a user registry responds, or why its response cannot be used", async () => {
  const { host } = new URL(server.url);
  const responses = { state: "ok", subject: { en: "user registry staff" }, detail: { en: `${host} answers` } };
  expect(await findingWith(server.url)).toMatchObject(responses);
  const unknown = await findingWith(server.url.replace("a-token", "another-token"));
  expect(unknown).toMatchObject({ state: "fault", detail: { en: expect.stringContaining("(status-401)") } });
  const elsewhere = await findingWith(server.url.replace("/scim/v2", "/scim"));
  expect(elsewhere).toMatchObject({ state: "fault", detail: { en: expect.stringContaining("(status-404)") } });
});

test.each([
  [{ patch: { supported: false } }, "fault"],
  [{ Patch: { Supported: "False" } }, "fault"],
  [{ patch: { supported: true } }, "ok"],
  ["none", "ok"],
])("reports a registry that says of its PATCH: %j", async (config, state) => {
  const answering = closeAfterTests(
    await loopbackServer(({ url }, response) =>
      response.end(JSON.stringify(url === "/ServiceProviderConfig" ? config : { totalResults: 0 })),
    ),
  );
  expect(await findingWith(answering.origin)).toMatchObject({ state });
});

test("assigns a registry to the brands with an outside gateway that name it", async () => {
  const outside = { kind: "outside", origin: "https://signon.example", loginPath: "/login" } as const;
  const brands = [
    { id: "one", gateway: { ...outside, registry: "staff" } },
    { id: "two", gateway: { ...outside, registry: "vestibule" } },
    { id: "three", gateway: { kind: "builtIn" } as const },
  ];
  const settings = { userRegistries: { staff: server.url }, userRegistryTls };
  const { registryOf } = await openUserRegistries(settings, { brands });
  expect(["one", "two", "three"].map((id) => registryOf(id) !== undefined)).toEqual([true, false, false]);
});
