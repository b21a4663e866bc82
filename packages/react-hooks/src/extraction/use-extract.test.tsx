import { act, waitFor } from "@testing-library/react";
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { example } from "../../testing/example.ts";
import { renderHookAt } from "../../testing/render.tsx";
import { routedFetch } from "../../testing/scripted-fetch.ts";
import { useExtract } from "./use-extract.ts";

const request = { file_ids: ["f"], user_instruction: "Parts and their warranty" };

/** A service that returns the given output and records the requests. */
function service(structured_output: unknown) {
  const asked: { output_schema: unknown }[] = [];
  const fetch = routedFetch({
    "POST /run-extraction": async (request) => {
      asked.push((await request.json()) as (typeof asked)[number]);
      return Response.json({ ...example<object>("runExtraction.200"), structured_output });
    },
  });
  return { place: { basePath: "/api/documents", fetch }, asked };
}

test("a schema says what to extract, and types and transforms the output", async () => {
  const { place, asked } = service({ bought: "2026-01-12" });
  const schema = z.object({ bought: z.iso.date().transform((day) => Number(day.slice(0, 4))) });
  const { result } = renderHookAt(place, () => useExtract({ schema }));
  act(() => result.current.mutate(request));
  await waitFor(() => expect(result.current.data?.structured_output).toEqual({ bought: 2026 }));
  expectTypeOf(result.current.data?.structured_output).toEqualTypeOf<{ bought: number } | undefined>();
  expect(asked[0]).toMatchObject({
    ...request,
    output_schema: { type: "object", properties: { bought: { type: "string" } } },
  });
});

test("an output that does not fit the schema is an error", async () => {
  const { place } = service({ years: "two" });
  const { result } = renderHookAt(place, () => useExtract({ schema: z.object({ years: z.number() }) }));
  act(() => result.current.mutate(request));
  await waitFor(() => expect(result.current.error).toMatchObject({ name: "OutputInvalidError" }));
});

test("a JSON Schema is sent as it is; the one of the call goes first", async () => {
  const { place, asked } = service({ years: 2 });
  const jsonSchema = { type: "object", properties: { years: { type: "integer" } } };
  const { result } = renderHookAt(place, () => useExtract({ jsonSchema }));
  await act(() => result.current.mutateAsync(request));
  await act(() => result.current.mutateAsync({ ...request, output_schema: { type: "object" } }));
  expect(asked.map(({ output_schema }) => output_schema)).toEqual([jsonSchema, { type: "object" }]);
  expectTypeOf(result.current.data?.structured_output).toEqualTypeOf<
    Record<string, unknown> | null | undefined
  >();
});

test("the schema is that of the latest render", async () => {
  const { place, asked } = service({});
  const { result, rerender } = renderHookAt(
    place,
    ({ title }: { title: string }) => useExtract({ jsonSchema: { title } }),
    { initialProps: { title: "first" } },
  );
  rerender({ title: "second" });
  await act(() => result.current.mutateAsync(request));
  expect(asked[0]?.output_schema).toEqual({ title: "second" });
});

test("without any schema it says what is missing and sends nothing", async () => {
  const { place, asked } = service({});
  const { result } = renderHookAt(place, () => useExtract());
  act(() => result.current.mutate(request));
  await waitFor(() => expect(result.current.error?.message).toMatch(/needs `schema` or `jsonSchema`/));
  expect(asked).toEqual([]);
});

test("a signal ends the call it was given with, and its reason is the error", async () => {
  const signals: AbortSignal[] = [];
  const fetch = routedFetch({
    "POST /run-extraction": (request) => {
      signals.push(request.signal);
      return new Promise<Response>((_, reject) => {
        request.signal.addEventListener("abort", () => reject(request.signal.reason));
      });
    },
  });
  const { result } = renderHookAt({ basePath: "/api/documents", fetch }, () =>
    useExtract({ jsonSchema: {} }),
  );
  const controller = new AbortController();
  const reason = new Error("no longer wanted");
  act(() => result.current.mutate({ ...request, signal: controller.signal }));
  await waitFor(() => expect(signals).toHaveLength(1));
  act(() => controller.abort(reason));
  await waitFor(() => expect(result.current.error).toBe(reason));
  expect(signals[0]?.aborted).toBe(true);
});
