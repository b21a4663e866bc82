import { useQuery } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { useState, version } from "react";
import { version as domVersion } from "react-dom";
import { expect, test } from "vitest";

test("these tests run under React 18", () => {
  expect([version, domVersion]).toEqual([expect.stringMatching(/^18\./), expect.stringMatching(/^18\./)]);
  // There must be one React: hooks of a second copy would fail to render.
  expect(renderHook(() => useState(useQuery.name)[0]).result.current).toBe("useQuery");
});
