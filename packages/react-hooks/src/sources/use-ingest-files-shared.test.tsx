import { act, render, screen, waitFor } from "@testing-library/react";
import * as React from "react";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { file, ingestService } from "../../testing/ingest-service.ts";
import { createWrapper, renderHookAt } from "../../testing/render.tsx";
import { useIngestFile } from "./use-ingest-file.ts";
import { type UseIngestFilesOptions, useIngestFiles } from "./use-ingest-files.ts";
import type { AddedUploads, IngestFiles } from "./use-uploads.ts";

type Rooms = Record<string, UseIngestFilesOptions>;
type Told = {
  files: Record<string, IngestFiles>;
  show: (names: string[]) => void;
  hide: (hidden: boolean) => void;
};

function Room({
  name,
  options,
  told,
}: {
  name: string;
  options: UseIngestFilesOptions | undefined;
  told: Told;
}) {
  const files = useIngestFiles(options);
  told.files[name] = files;
  return (
    <p data-testid={name}>{files.uploads.map((each) => `${each.fileName} ${each.status}`).join(", ")}</p>
  );
}

function Application({ rooms, atFirst, told }: { rooms: Rooms; atFirst: string[]; told: Told }) {
  const [open, setOpen] = useState(atFirst);
  const [hidden, setHidden] = useState(false);
  Object.assign(told, { show: setOpen, hide: setHidden });
  const shown = open.map((name) => <Room key={name} name={name} options={rooms[name]} told={told} />);
  // React 18 has no Activity.
  if (!React.Activity) return shown;
  return <React.Activity mode={hidden ? "hidden" : "visible"}>{shown}</React.Activity>;
}

/** Rooms of an application below one provider. Only some are open. Each shows its uploads. */
function openRooms(rooms: Rooms, ...atFirst: string[]) {
  const service = ingestService();
  const told: Told = { files: {}, show() {}, hide() {} };
  render(<Application rooms={rooms} atFirst={atFirst} told={told} />, {
    wrapper: createWrapper(service.place),
    reactStrictMode: true,
  });
  return {
    ...service,
    add: (name: string, ...names: string[]) =>
      act(() => told.files[name]?.add(names.map((each) => file(each)))),
    text: (name: string) => screen.getByTestId(name).textContent,
    visit: (...names: string[]) => act(() => told.show(names)),
    hide: (hidden: boolean) => act(() => told.hide(hidden)),
  };
}

test("uploads continue while the user visits another room, also the queued ones, and are told at their end", async () => {
  const onReady = vi.fn();
  const { add, text, visit, received, open } = openRooms({ add: { concurrency: 1, onReady } }, "add");
  add("add", "slow-1.md", "a.md");
  await waitFor(() => expect(received).toHaveLength(1));
  visit();
  await open("slow-1.md");
  await waitFor(() => expect(onReady).toHaveBeenCalledTimes(2));
  visit("add");
  expect(text("add")).toBe("slow-1.md ready, a.md ready");
  expect(received.map(({ signal }) => signal.aborted)).toEqual([false, false]);
});

test.runIf("Activity" in React)("uploads of a hidden component continue", async () => {
  const onReady = vi.fn();
  const { add, text, hide, received, open } = openRooms({ add: { onReady } }, "add");
  add("add", "slow-1.md");
  await waitFor(() => expect(received).toHaveLength(1));
  hide(true);
  await open("slow-1.md");
  await waitFor(() => expect(onReady).toHaveBeenCalledOnce());
  hide(false);
  expect(text("add")).toBe("slow-1.md ready");
});

test("every component sees the uploads of its queue, and is told once", async () => {
  const [left, right, other] = [vi.fn(), vi.fn(), vi.fn()];
  const { add, text } = openRooms(
    { left: { onReady: left }, right: { onReady: right }, other: { id: "other", onReady: other } },
    ...["left", "right", "other"],
  );
  add("left", "a.md");
  await waitFor(() => expect(text("right")).toBe("a.md ready"));
  expect(text("other")).toBe("");
  expect([left, right, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
});

test("a callback that throws keeps nobody else from being told", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const onSettled = vi.fn();
  const onReady = () => {
    throw new Error("broken callback");
  };
  const { add, text } = openRooms({ left: { onReady }, right: { onSettled } }, "left", "right");
  add("left", "a.md");
  await waitFor(() => expect(text("right")).toBe("a.md ready"));
  expect(onSettled).toHaveBeenCalledOnce();
  expect(logged.mock.calls.map(([error]) => error.message)).toEqual(["broken callback"]);
  logged.mockRestore();
});

function addTo({ current }: { current: IngestFiles }, ...names: string[]): AddedUploads {
  let added: AddedUploads | undefined;
  act(() => {
    added = current.add(names.map((name) => file(name)));
  });
  return added as AddedUploads;
}

describe("the end", () => {
  test("of each upload and of all is told, whatever it was", async () => {
    const told: string[] = [];
    const { place } = ingestService();
    const { result } = renderHookAt(place, () =>
      useIngestFiles({
        concurrency: 1,
        onReady: ({ fileName }) => told.push(`ready ${fileName}`),
        onFailed: ({ fileName }) => told.push(`failed ${fileName}`),
        onSettled: ({ fileName, status }) => told.push(`settled ${fileName} ${status}`),
        onAllDone: (uploads) => told.push(`all ${uploads.map(({ fileName }) => fileName).join(" ")}`),
      }),
    );
    act(() => {
      const [, cancelled] = result.current.add([file("a.md"), file("b.md"), file("bad.md")]);
      result.current.cancel(cancelled as string);
    });
    await waitFor(() => expect(told.at(-1)).toMatch(/^all/));
    expect(told.toSorted()).toEqual([
      "all b.md a.md bad.md",
      "failed bad.md",
      "ready a.md",
      "settled a.md ready",
      "settled b.md cancelled",
      "settled bad.md failed",
    ]);
    act(() => void result.current.add([file("a.md")]));
    await waitFor(() => expect(told.at(-1)).toBe("all a.md"));
  });

  test("of what was added is a promise", async () => {
    const { place } = ingestService();
    const { result } = renderHookAt(place, () => useIngestFiles());
    const added = addTo(result, "a.md", "bad.md", "slow-1.md");
    expect(added).toHaveLength(3);
    act(() => result.current.remove(added[2] as string));
    const uploads = await act(() => added.settled);
    expect(uploads.map(({ fileName, status }) => `${fileName} ${status}`)).toEqual([
      "a.md ready",
      "bad.md failed",
      "slow-1.md cancelled",
    ]);
  });

  test("comes too when the provider goes away", async () => {
    const { place } = ingestService();
    const { result, unmount } = renderHookAt(place, () => useIngestFiles());
    const { settled } = addTo(result, "slow-1.md", "wait.md");
    await waitFor(() => expect(result.current.uploads[1]?.status).toBe("building"));
    unmount();
    expect((await settled).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  });
});

type FieldProps = { id: string | undefined; seen: { current?: ReturnType<typeof useIngestFile> } };
function Field({ id, seen }: FieldProps) {
  seen.current = useIngestFile({ id });
  return null;
}
const Form = ({ isOpen, ...field }: FieldProps & { isOpen: boolean }) => isOpen && <Field {...field} />;

describe("useIngestFile", () => {
  const start = async (id: string | undefined) => {
    const service = ingestService();
    const seen: FieldProps["seen"] = {};
    const { rerender } = render(<Form isOpen id={id} seen={seen} />, {
      wrapper: createWrapper(service.place),
    });
    act(() => void seen.current?.ingest(file("slow-1.md")));
    await waitFor(() => expect(service.received).toHaveLength(1));
    const visit = (isOpen: boolean) => rerender(<Form isOpen={isOpen} id={id} seen={seen} />);
    return { ...service, seen, visit };
  };
  test("with an id the upload is there on return", async () => {
    const { seen, visit, open } = await start("contract");
    visit(false);
    await open("slow-1.md");
    visit(true);
    await waitFor(() =>
      expect(seen.current?.upload).toMatchObject({ fileName: "slow-1.md", status: "ready" }),
    );
    act(() => seen.current?.reset());
    expect(seen.current?.upload).toBeUndefined();
  });

  test("without one it is aborted with its component", async () => {
    const { seen, visit, received } = await start(undefined);
    visit(false);
    await waitFor(() => expect(received[0]?.signal.aborted).toBe(true));
    visit(true);
    expect(seen.current?.upload).toBeUndefined();
  });

  test("resolves with the upload", async () => {
    const { place } = ingestService();
    const { result } = renderHookAt(place, () => useIngestFile());
    const upload = await act(() => result.current.ingest(file("a.md")));
    expect(upload).toMatchObject({ fileName: "a.md", status: "ready" });
  });
});
