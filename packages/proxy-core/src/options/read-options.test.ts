import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { optionDefaults, optionNames } from "../../testing/option-rows.ts";
import { defaultLimits } from "../limits/limits.ts";
import type { ProxyOptions } from "./proxy-options.ts";
import { defaultTimeouts, readOptions } from "./read-options.ts";

const valid: ProxyOptions<Request> = {
  baseUrl: "http://127.0.0.1:4000/sources",
  token: "hw-secret-token",
  authorize: () => true,
};
const messageOf = (options: object): string => {
  try {
    readOptions(options as ProxyOptions<Request>);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as Error).message;
  }
  return "accepted";
};

test("fills in the defaults", () => {
  const given = {
    timeouts: { idleMs: 5, firstByteMs: undefined },
    limits: { perCaller: { openStreams: 2 } },
  };
  const settings = readOptions({ ...valid, ...(given as object) });
  expect(settings.timeouts).toEqual({ ...defaultTimeouts, idleMs: 5 });
  expect(settings.limits).toEqual({
    perCaller: { ...defaultLimits.perCaller, openStreams: 2 },
    inAll: defaultLimits.inAll,
  });
  expect(settings.connections).toBe(1_024);
  expect(settings.allow).toContain("askSources");
  for (const id of ["createToken", "getSourceContent"]) expect(settings.allow).not.toContain(id);
  expect(settings.allowedOrigins).toEqual([]);
});

test.each<[object, RegExp]>([
  [{ baseUrl: undefined }, /baseUrl must be a string/],
  [{ baseUrl: "localhost:4000" }, /baseUrl must be an http\(s\) address/],
  [{ baseUrl: "http://user:pass@host/sources" }, /baseUrl must be an http\(s\) address without .*password/],
  [{ baseUrl: "http://host/sources?x=1" }, /baseUrl/],
  [{ token: undefined }, /token must be the API token .*environment variable/],
  [{ token: "" }, /token must be/],
  [{ token: "two words" }, /token must be/],
  [{ authorize: undefined }, /authorize is required.*authorize: \(\) => true/],
  [{ authorize: true }, /authorize is required/],
  [{ allow: ["askSource"] }, /allow\.0 must be ids of operations: getBuild/],
  [{ allow: "askSources" }, /allow must be an array/],
  [{ allowedOrigins: ["app.example.com"] }, /allowedOrigins\.0 must be an origin/],
  [{ allowedOrigins: ["https://app.example.com/"] }, /allowedOrigins\.0 must be an origin/],
  [{ allowedOrigins: ["*"] }, /allowedOrigins\.0 must be an origin/],
  [{ flowsDomain: "https://flows.example.com/path" }, /flowsDomain must be a domain/],
  [{ ownership: {} }, /ownership must have the functions claim, ownerOf, listOwned and release/],
  [{ onFileReady: "x" }, /onFileReady must be a function/],
  [{ onEvent: "x" }, /onEvent must be a function/],
  [{ timeouts: { idleMs: 0 } }, /timeouts\.idleMs must be at least 1 millisecond/],
  [{ timeouts: { firstByteMs: 1.5 } }, /timeouts\.firstByteMs must be a whole number/],
  [{ timeouts: { readMs: 1 } }, /there is no option timeouts\.readMs\. Options: timeouts\.connectMs, /],
  [{ limits: { perCaller: { openStreams: 0 } } }, /limits\.perCaller\.openStreams must be a whole number/],
  [
    { limits: { perCaller: { streams: 1 } } },
    /no option limits\.perCaller\.streams\. Options: limits\.perCaller\.openReq/,
  ],
  [{ limits: { all: {} } }, /no option limits\.all\. Options: limits\.perCaller, limits\.inAll/],
  [{ limits: { inAll: { openRequests: Number.POSITIVE_INFINITY } } }, /^accepted$/],
  [{ connections: 1 }, /connections must be at least 2/],
  [{ baseUrl: undefined }, /baseUrl must be a string\. Is its environment variable set\?/],
  [{ authorise: () => true }, /there is no option authorise\. Options: baseUrl, flowsDomain, token/],
])("names what is wrong with %o", (wrong, message) => {
  expect(messageOf({ ...valid, ...wrong })).toMatch(message);
});

test.each(["https://app.example.com", "http://localhost:3000", "capacitor://localhost"])(
  "takes the origin %s",
  (origin) => {
    expect(messageOf({ ...valid, allowedOrigins: [origin] })).toBe("accepted");
  },
);

test("never repeats a value that could be the token", () => {
  expect(messageOf({ ...valid, token: "secret token" })).not.toContain("secret token");
});

test("README.md lists every option", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const table = readme.slice(
    readme.indexOf("## Options"),
    readme.indexOf("\n## ", readme.indexOf("## Options") + 1),
  );
  const rows = [...table.matchAll(/^\| `([\w.]+)` +\| ([^|]+?) +\|/gm)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  expect(rows.map(([name]) => name).sort()).toEqual(["basePath", ...optionNames()].sort());
  expect(Object.fromEntries(rows)).toMatchObject(optionDefaults());
});
