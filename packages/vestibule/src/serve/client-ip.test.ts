import { ipNetworks } from "@vestibule/api/platform/host-reach.rule.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacters } from "../../../../test/hostile-texts.ts";
import { resolveClientIp } from "./client-ip.rule.ts";

const trusted = ipNetworks(["10.0.0.0/8", "192.0.2.7", "2001:db8:ffff::/48"]);
const from = (peer: string | undefined, forwardedFor?: string) => resolveClientIp({ peer, forwardedFor, trusted });

describe("a client IP", () => {
  test("is the socket's peer when that is not a trusted proxy, regardless of headers", () => {
    expect(from("203.0.113.5", "198.51.100.1")).toBe("203.0.113.5");
  });

  test("is the last hop before the trusted proxies", () => {
    expect(from("10.0.0.1", "1.1.1.1, 198.51.100.9, 10.2.3.4")).toBe("198.51.100.9");
    expect(from("::ffff:10.0.0.1", "198.51.100.9")).toBe("198.51.100.9");
    expect(from("2001:db8:ffff::1", "198.51.100.9, 192.0.2.7")).toBe("198.51.100.9");
  });

  test("is the proxy's own without X-Forwarded-For", () => {
    expect(from("10.0.0.1")).toBe("10.0.0.1");
    expect(from("10.0.0.1", "")).toBe("10.0.0.1");
  });

  test("may have a port or brackets", () => {
    expect(from("10.0.0.1", "198.51.100.9:4711")).toBe("198.51.100.9");
    expect(from("10.0.0.1", "[2001:db8::1]:4711")).toBe("2001:db8:0:0::/64");
  });

  test.each(["garbage", "1.2.3", "1.2.3.4.5", "localhost", "١.٢.٣.٤", "x".repeat(10_000), "fe80::z", "<b>"])(
    "A-181 is unknown for an invalid value from a proxy: %.20s",
    (junk) => {
      expect(from("10.0.0.1", junk)).toBe("unknown");
      expect(from("10.0.0.1", `198.51.100.9, ${junk}`)).toBe("unknown");
    },
  );

  test("A-181 is read for loopback, mapped IPv4 and a zone like any other", () => {
    expect(from("10.0.0.1", "127.0.0.1")).toBe("127.0.0.1");
    expect(from("10.0.0.1", "::ffff:1.2.3.4")).toBe("1.2.3.4");
    expect(from("10.0.0.1", "::ffff:102:304")).toBe("1.2.3.4");
    expect(from("10.0.0.1", "fe80::1%eth0")).toBe("fe80:0:0:0::/64");
    expect(from(undefined)).toBe("unknown");
  });

  test("A-181 is always an IP or unknown, for any forwarded value", () => {
    fc.assert(
      fc.property(anyCharacters(200), (junk) => {
        expect(from("10.0.0.1", junk)).toMatch(/^(unknown|[\d.]+|[0-9a-f:]+::\/64)$/);
      }),
    );
  });

  test("A-182 is the same for a thousand ips of one /64", () => {
    const ips = Array.from({ length: 1000 }, (_, index) => `2001:db8:1:2:${index.toString(16)}::${index + 1}`);
    expect(new Set(ips.map((ip) => from(ip)))).toEqual(new Set(["2001:db8:1:2::/64"]));
    expect(from("2001:db8:1:3::1")).toBe("2001:db8:1:3::/64");
  });

  test("is the same within an IPv6 /64 and differs between two", () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
    const groups = (count: number) =>
      fc.array(group, { minLength: count, maxLength: count }).map((all) => all.join(":"));
    fc.assert(
      fc.property(groups(3), groups(4), groups(4), (network, one, two) => {
        expect(from(`2a00:${network}:${one}`)).toBe(from(`2a00:${network}:${two}`));
        expect(from(`2a01:${network}:${one}`)).not.toBe(from(`2a00:${network}:${one}`));
      }),
    );
  });
});
