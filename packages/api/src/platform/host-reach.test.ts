import { expect, test } from "vitest";
import { hostReach } from "./host-reach.rule.ts";

test.each(["localhost", "belair.localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "/tmp/socket"])(
  "classifies %s as this machine",
  (host) => expect(hostReach(host)).toBe("ownMachine"),
);

test.each(["10.0.0.5", "172.31.0.1", "192.168.1.1", "[fd00::5]", "169.254.1.1", "db", "DB.Internal", "sms.home.arpa"])(
  "classifies %s as a private network",
  (host) => expect(hostReach(host)).toBe("private"),
);

test.each([
  "203.0.113.5",
  "172.32.0.1",
  "2001:db8::1",
  "mail.example",
  "localhost.example",
  "10.0.0.5.example",
  "0.0.0.0",
])("classifies %s as public", (host) => expect(hostReach(host)).toBe("public"));
