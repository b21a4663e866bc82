import { expect, it } from "vitest";
import { readSettings, SettingsError } from "./settings.ts";

it("listens on this machine only by default", () => {
  expect(readSettings({})).toEqual({
    host: "127.0.0.1",
    port: 3000,
    backend: "next",
    allowedHosts: [],
    serviceUrl: "http://127.0.0.1:4000/sources",
    token: undefined,
    tokenFile: undefined,
    stopOnDisconnect: false,
  });
});

it("treats an empty value as absent", () => {
  expect(readSettings({ HEADWATER_DEMO_PORT: "", HEADWATER_TOKEN: "" })).toMatchObject({
    port: 3000,
    token: undefined,
  });
});

it.each([
  ["HEADWATER_DEMO_PORT", "80000", "0 to 65535"],
  ["HEADWATER_DEMO_PORT", "three", "0 to 65535"],
  ["HEADWATER_DEMO_BACKEND", "koa", "next or express"],
  ["HEADWATER_URL", "localhost:4000", "http://127.0.0.1:4000/sources"],
  ["HEADWATER_STOP_ON_DISCONNECT", "yes", "0 or 1"],
])("says what is wrong with %s=%s and what it takes", (name, value, takes) => {
  const read = () => readSettings({ [name]: value });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(`${name}=${value} can't be used`);
  expect(read).toThrow(takes);
});

it("reads the allowed host names", () => {
  expect(readSettings({ HEADWATER_DEMO_ALLOWED_HOSTS: "Demo.example, box.lan," }).allowedHosts).toEqual([
    "demo.example",
    "box.lan",
  ]);
});
