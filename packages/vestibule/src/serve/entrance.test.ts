import { describe, expect, test } from "vitest";
import { openEntrance } from "./test/open-entrance.ts";

describe("who is at the door", () => {
  test("A-161 inner headers from outside never reach a room", async () => {
    const headers = {
      "x-vestibule-address": "1.1.1.1",
      "x-vestibule-origin": "https://evil.example",
      "X-Vestibule-Anything": "x",
      "iv-user": "somebody@example.ca",
      "x-display-name": "Somebody",
      "x-last-sign-in": "2020-01-01",
      "x-session-end": "2099-01-01T00:00:00Z",
    };
    for (const path of ["/api/v2/registration", "/home"]) {
      const seen = await (await openEntrance()(path, { headers })).json();
      expect(seen.headers["x-vestibule-address"]).toBe("203.0.113.5");
      expect(seen.headers["x-vestibule-origin"]).toBe("http://belair.localhost:3000");
      for (const name of ["iv-user", "x-display-name", "x-last-sign-in", "x-session-end", "x-vestibule-anything"]) {
        expect(seen.headers).not.toHaveProperty(name);
      }
    }
  });

  test("A-181 a forwarded address counts from a trusted proxy alone", async () => {
    const headers = { "x-forwarded-for": "198.51.100.9" };
    const seenFrom = async (from: string) => {
      const seen = await (await openEntrance()("/api/x", { headers, from })).json();
      return seen.headers["x-vestibule-address"];
    };
    expect(await seenFrom("203.0.113.5")).toBe("203.0.113.5");
    expect(await seenFrom("10.0.0.1")).toBe("198.51.100.9");
  });

  test("A-116 a forwarded host or scheme counts from a trusted proxy alone", async () => {
    const headers = { "x-forwarded-host": "portal.example", "x-forwarded-proto": "https" };
    const seenFrom = async (from: string) => (await (await openEntrance()("/x?a=1", { headers, from })).json()).url;
    expect(await seenFrom("203.0.113.5")).toBe("http://belair.localhost:3000/x?a=1");
    expect(await seenFrom("10.0.0.1")).toBe("https://portal.example/x?a=1");
  });

  test("A-116 a host that no browser would send is turned away", async () => {
    const answer = await openEntrance()("/", { host: 'x"><script>' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("A-160 a path keeps its slashes, and no part of it becomes the host", async () => {
    for (const path of ["//evil.example/home", "///evil.example", "//"]) {
      const entrance = await openEntrance()(`http://belair.localhost:3000${path}`);
      expect((await entrance.json()).url).toBe(`http://belair.localhost:3000${path}`);
    }
  });

  test("every answer names its request, and a trusted proxy may have named it before", async () => {
    const id = "0123456789abcdef";
    const own = await openEntrance()("/x", { headers: { "x-request-id": id } });
    expect(own.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const passed = await openEntrance()("/x", { headers: { "x-request-id": id }, from: "10.0.0.1" });
    expect(passed.headers.get("x-request-id")).toBe(id);
  });

  test("the body of a post arrives whole", async () => {
    const seen = await (await openEntrance()("/api/x", { method: "POST", body: '{"a":"é"}' })).json();
    expect(seen.body).toBe('{"a":"é"}');
  });
});

test("A-164 a form above 16 KiB is refused with a page of both languages, its length told or not", async () => {
  const large = "x".repeat(16 * 1024 + 1);
  const send = (init: RequestInit) => openEntrance()("/create-an-account", { method: "POST", ...init });
  const told = await send({ body: large, headers: { "content-length": String(large.length) } });
  const untold = await send({ body: new Blob([large]).stream(), duplex: "half" } as RequestInit);
  for (const answer of [told, untold]) {
    expect([answer.status, answer.headers.get("content-type")]).toEqual([413, "text/html; charset=utf-8"]);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    const page = await answer.text();
    for (const words of ["Le formulaire contient trop de texte.", "The form holds too much text.", 'href="tel:+1'])
      expect(page).toContain(words);
  }
  expect((await send({ body: large.slice(1) })).status).toBe(200);
});

test("A-191 the line of a request holds no path, query, address or cookie", async () => {
  const lines: string[] = [];
  await openEntrance({ lines })("/tokens/abcdef?email=jean@example.ca", { headers: { cookie: "portal=secret" } });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"route":"/tokens"');
  expect(lines[0]).not.toMatch(/abcdef|jean|secret|203\.0\.113/);
});

test("A-200 a fault behind the entrance is an empty 500 with its request's name", async () => {
  const lines: string[] = [];
  const room = () => Promise.reject(new Error("select * from account where email = 'jean@example.ca'"));
  const answer = await openEntrance({ lines, web: { room, clientFolder: "/nowhere" } })("/");
  expect([answer.status, await answer.text()]).toEqual([500, ""]);
  expect(lines.join("")).toContain(answer.headers.get("x-request-id"));
  expect(lines.join("")).not.toContain("jean@");
});
