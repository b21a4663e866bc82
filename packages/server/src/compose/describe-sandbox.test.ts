import { tmpdir } from "node:os";
import type { Sandbox } from "@headwater/reader";
import { afterEach, expect, test, vi } from "vitest";
import { describeSandbox } from "./describe-sandbox.ts";

afterEach(() => void vi.unstubAllEnvs());

const weak = { bubblewrap: null, user: null, cutsNetwork: false } as Sandbox;

test("says to install bubblewrap, but not where the place of temporary files is what weakens the walls", () => {
  expect(describeSandbox(weak, "/data").detail).toContain("install bubblewrap");
  vi.stubEnv("TMPDIR", "/data/temporary");
  expect(tmpdir()).toBe("/data/temporary");
  const { detail } = describeSandbox(weak, "/data");
  expect(detail).toContain("set TMPDIR to a folder with room");
  expect(detail).not.toContain("install bubblewrap");
});
