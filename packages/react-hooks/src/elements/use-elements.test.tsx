import type { ElementPage } from "@headwater/client";
import { act, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { example } from "../../testing/example.ts";
import { renderHookAt } from "../../testing/render.tsx";
import { routedFetch } from "../../testing/scripted-fetch.ts";
import { useElements } from "./use-elements.ts";
import { usePageScreenshot } from "./use-page-screenshot.ts";

const [element] = example<ElementPage>("getElements.200").items;

/** A service whose file has five elements, and one picture. */
function service() {
  const fetch = routedFetch({
    "GET /get-elements": ({ url }) => {
      const query = new URL(url).searchParams;
      const [page, size] = [Number(query.get("page")), Number(query.get("page_size"))];
      const all = [1, 2, 3, 4, 5].map((position) => ({ ...element, position }));
      const items = all.slice((page - 1) * size, page * size);
      return Response.json({ items, total: 5, page, page_size: size, total_pages: Math.ceil(5 / size) });
    },
    "GET /f/pages/1/screenshot": Response.json(example("getPageScreenshot.200")),
    "GET /f/pages/9/screenshot": Response.json(example("getPageScreenshot.404"), { status: 404 }),
  });
  const queries = () => fetch.requests.map(({ url }) => Object.fromEntries(new URL(url).searchParams));
  return { place: { basePath: "/api/documents", fetch }, fetch, queries };
}

test("elements come page by page until there are no more", async () => {
  const { place } = service();
  const { result } = renderHookAt(place, () => useElements("f", { pageSize: 2 }));
  expect(result.current).toMatchObject({ elements: [], total: undefined });
  await waitFor(() => expect(result.current.total).toBe(5));
  const positions = () => result.current.elements.map(({ position }) => position);
  expect(positions()).toEqual([1, 2]);
  await act(() => result.current.fetchNextPage());
  await act(() => result.current.fetchNextPage());
  await waitFor(() => expect(positions()).toEqual([1, 2, 3, 4, 5]));
  expect(result.current.hasNextPage).toBe(false);
});

test("asks for 100 at a time, and passes on what the filter has", async () => {
  const { place, queries } = service();
  const { result } = renderHookAt(place, () =>
    useElements("f", {
      type: "Table",
      suppress_img_base64: true,
      page_numbers: undefined,
      pageSize: undefined,
    }),
  );
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect(queries()).toEqual([
    { file_id: "f", page: "1", page_size: "100", type: "Table", suppress_img_base64: "true" },
  ]);
});

test("elements keep their identity from render to render", async () => {
  const { place } = service();
  const { result, rerender } = renderHookAt(place, () => useElements("f"));
  await waitFor(() => expect(result.current.total).toBe(5));
  const { elements } = result.current;
  rerender();
  expect(result.current.elements).toBe(elements);
});

test("a page's picture is ready for an <img>, and asked for once", async () => {
  const { place, fetch } = service();
  const { result } = renderHookAt(place, () => [usePageScreenshot("f", 1), usePageScreenshot("f", 1)]);
  await waitFor(() => expect(result.current[1]?.src).toMatch(/^data:image\/png;base64,iVBOR/));
  expect(result.current[0]?.data).toMatchObject({ width: 300, height: 388 });
  expect(fetch.requests).toHaveLength(1);
});

test("a page without a picture is an error, not asked for again", async () => {
  const { place, fetch } = service();
  const { result } = renderHookAt(place, () => usePageScreenshot("f", 9, { maxWidth: 600 }));
  await waitFor(() => expect(result.current.error).toMatchObject({ status: 404 }));
  expect(result.current.src).toBeUndefined();
  expect(fetch.requests.map(({ url }) => new URL(url).search)).toEqual(["?max_width=600"]);
});

test("nothing is asked before file and page are known", () => {
  const { place, fetch } = service();
  renderHookAt(place, () => [
    useElements(undefined),
    usePageScreenshot("f", undefined),
    usePageScreenshot("f", 1, { enabled: false }),
  ]);
  expect(fetch.requests).toEqual([]);
});
