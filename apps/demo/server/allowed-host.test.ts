import { expect, it } from "vitest";
import { isAllowedHost } from "./allowed-host.ts";

const names = ["192.168.1.20", "demo.example"];

it.each([
  "127.0.0.1:3000",
  "localhost:3000",
  "LOCALHOST",
  "app.localhost:3000",
  "[::1]:3000",
  "demo.example:443",
  "192.168.1.20:3000",
])("lets %s pass", (host) => expect(isAllowedHost(host, names)).toBe(true));

it.each([
  undefined,
  "",
  "evil.example:3000",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "demo.example.evil.example",
  "127.0.0.1@evil.example",
  "evil.example/127.0.0.1",
  "[::2]:3000",
])("refuses %s", (host) => expect(isAllowedHost(host, names)).toBe(false));
