import { readFileSync } from "node:fs";
import type { Build } from "@headwater/client";
import { describe, expect, it } from "vitest";
import { stateOfSource, stateOfUpload } from "./state.ts";

const example = (name: string): Build =>
  JSON.parse(
    readFileSync(new URL(`../../../spec/examples/getBuild.200.${name}.json`, import.meta.url), "utf8"),
  );

const upload = { sizeBytes: 200, sentBytes: 0, build: undefined, error: undefined };

describe("the state of a source", () => {
  it.each([
    ["New", "waits", "Waiting its turn"],
    ["Processing", "busy", "Reading"],
    ["Processed", "ready", "Ready"],
    ["Completed", "ready", "Ready"],
    ["Failed", "fail", "Could not be read"],
    ["Processing failed", "fail", "Could not be read"],
    ["unknown", "unknown", "State not known"],
  ] as const)("%s is said as %s, %s", (status, shape, words) => {
    expect(stateOfSource({ status, error: null })).toMatchObject({ shape, words });
  });

  it("names the page that is being read: the one after the finished pages", () => {
    const state = stateOfSource({ status: "Processing", error: null }, example("processing"));
    expect(state).toEqual({ shape: "busy", words: "Reading page 13 of 40", fraction: 0.3 });
  });

  it("counts pages while the total is unknown", () => {
    const build = { ...example("processing"), progress: { done: 3, total: null, unit: "file" } };
    expect(stateOfSource({ status: "Processing", error: null }, build).words).toBe("Reading, 3 files so far");
  });

  it("waits while its build is pending, whatever the list says", () => {
    expect(stateOfSource({ status: "Completed", error: null }, example("pending")).shape).toBe("waits");
  });

  it("names a remedy with a failure", () => {
    const { why } = stateOfSource({
      status: "Processing failed",
      error: "The PDF is protected by a password",
    });
    expect(why).toBe("The PDF is protected by a password. Remove the password and add the file again.");
  });
});

describe("the reason of a failure", () => {
  it("does not change a reason that says what to do", () => {
    const error = "This PDF has no pages. Check the file and upload it again.";
    expect(stateOfSource({ status: "Processing failed", error })).toMatchObject({ why: error });
  });

  it("says what to press here where it names a call of the API, and keeps what was said", () => {
    const error = "The site is busy. Try again later with POST /reprocess.";
    expect(stateOfSource({ status: "Processing failed", error })).toMatchObject({
      why: "The site is busy. Try again later: press “Read again”.",
      told: error,
    });
  });

  it("says that there was no reason", () => {
    expect(stateOfSource({ status: "Processing failed", error: null }).why).toMatch(/gave no reason/);
  });
});

describe("the state of an upload", () => {
  it("says how much was sent", () => {
    expect(stateOfUpload({ ...upload, status: "uploading", sentBytes: 50 })).toEqual({
      shape: "busy",
      words: "Sending, 25 %",
      fraction: 0.25,
    });
  });

  it("distinguishes sent from received", () => {
    expect(stateOfUpload({ ...upload, status: "uploading", sentBytes: 200 }).words).toBe(
      "Sent, waiting for the service",
    );
  });

  it("continues with its build", () => {
    expect(stateOfUpload({ ...upload, status: "building", build: example("processing") }).words).toBe(
      "Reading page 13 of 40",
    );
  });

  it("distinguishes a file that never arrived from one that could not be read", () => {
    const lost = stateOfUpload({ ...upload, status: "failed", error: new Error("The line is down") });
    expect(lost).toMatchObject({ words: "Not added", why: "This did not work. The line is down." });
    const unread = stateOfUpload({ ...upload, status: "failed", build: example("failed") });
    expect(unread.words).toBe("Could not be read");
  });
});
