import { describe, expect, it } from "vitest";
import { pathBelow, pathOfCatchAll, queryOfClient } from "./request-target.ts";

describe("the path of the catch-all", () => {
  it.each([
    ["/api/documents", {}, "/"],
    ["/api/documents/", {}, "/"],
    ["/api/documents", { path: [] }, "/"],
    ["/api/documents/builds/b1", { path: ["builds", "b1"] }, "/builds/b1"],
    ["/api/documents/builds/b1/", { path: ["builds", "b1"] }, "/builds/b1"],
    ["/base/api/documents/builds/b1", { path: ["builds", "b1"] }, "/builds/b1"],
    ["/acme/documents/ask-sources", { tenant: "acme", rest: ["ask-sources"] }, "/ask-sources"],
    ["/ask-sources", { path: ["ask-sources"] }, "/ask-sources"],
  ])("of %s with %j is %s", (pathname, params, path) => {
    expect(pathOfCatchAll(pathname, params)).toBe(path);
  });

  it("stays encoded, so that an encoded slash is not taken for a slash", () => {
    expect(pathOfCatchAll("/api/documents/builds/a%2Fb", { path: ["builds", "a/b"] })).toBe("/builds/a%2Fb");
    expect(pathOfCatchAll("/api/documents/a%252Fb", { path: ["a%2Fb"] })).toBe("/a%252Fb");
  });

  it.each(["/api/documents//builds/b1", "//builds/b1", "/api/documents/builds/b1//"])(
    "is nowhere in %s",
    (pathname) => {
      expect(pathOfCatchAll(pathname, { path: ["builds", "b1"] })).toBeUndefined();
    },
  );

  it("is nowhere when the path is shorter than the parameters say", () => {
    expect(pathOfCatchAll("/ask", { path: ["flows", "a", "simulate"] })).toBeUndefined();
  });
});

describe("the path below a given mount point", () => {
  it.each([
    ["/api/documents", "/api/documents", ""],
    ["/api/documents/", "/api/documents/builds/b1", "/builds/b1"],
    ["/", "/builds/b1", "/builds/b1"],
    ["/api/documents", "/api/documents-of-others/builds/b1", undefined],
    ["/api/documents", "/api", undefined],
  ])("below %s, %s is %j", (basePath, pathname, path) => {
    expect(pathBelow(basePath, pathname)).toBe(path);
  });
});

describe("the query of the client", () => {
  it.each([
    ["", {}, ""],
    ["?page=1", { path: ["builds"] }, "?page=1"],
    ["?path=builds&path=b1", { path: ["builds", "b1"] }, ""],
    ["?page=1&path=a%2Fb", { path: ["a/b"] }, "?page=1"],
    ["?page=1&tenant=acme&path=x", { tenant: "acme", path: ["x"] }, "?page=1"],
    ["?mypath=x", { path: ["x"] }, "?mypath=x"],
    ["?path=other", { path: ["x"] }, "?path=other"],
  ])("of %j with %j is %j", (search, params, query) => {
    expect(queryOfClient(search, params)).toBe(query);
  });
});
