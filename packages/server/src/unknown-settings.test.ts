import { expect, it } from "vitest";
import { readSettings } from "./config.ts";

it.each([
  ["HEADWATER_PROT", "HEADWATER_PORT"],
  ["HEADWATER_LANGUGE_MODEL", "HEADWATER_LANGUAGE_MODEL"],
  ["HEADWATER_DATA_FOLDER", "HEADWATER_DATA"],
  ["HEADWATER_URI", "HEADWATER_URL"],
])("%s is refused, and %s named", (mistyped, meant) => {
  expect(() => readSettings({ [mistyped]: "1" })).toThrow(
    `${mistyped} is not a setting. Did you mean ${meant}? `,
  );
});

it.each([
  ["HEADWATER_BUILD_TIMEOUT", "HEADWATER_READING_LIMITS=seconds=…"],
  ["HEADWATER_MODEL_TOKEN_BUDGET", "HEADWATER_MODEL_LIMITS=tokens=…"],
  ["HEADWATER_DISK_RESERVE", "HEADWATER_DISK_LIMITS=reserve=…"],
  ["HEADWATER_CRAWL_PAGES", "HEADWATER_CRAWL_LIMITS=pages=…"],
  ["HEADWATER_CHROMIUM_COMMAND", "HEADWATER_PROGRAMS=chromium=…"],
  ["HEADWATER_OAUTH_ISSUER", "HEADWATER_OAUTH=issuer=…,audience=…"],
  ["HEADWATER_LANGUAGE_MODEL_MAX", "HEADWATER_LANGUAGE_MODEL=<model>,max=…"],
])("%s of earlier versions is refused, with its new name", (old, now) => {
  expect(() => readSettings({ [old]: "1" })).toThrow(`${old} is not a setting any more. Set ${now} instead.`);
});

it("variables of the workbench, of starters and of Kubernetes are not mistyped settings", () => {
  const environment = {
    HEADWATER_DEMO_PORT: "3000",
    HEADWATER_URL: "http://127.0.0.1:4000",
    HEADWATER_SERVICE_HOST: "10.0.0.1",
    HEADWATER_SERVICE_PORT_HTTP: "4000",
    HEADWATER_PORT_4000_TCP_ADDR: "10.0.0.1",
    PATH: "/bin",
  };
  expect(readSettings(environment).port).toBe(4000);
});
