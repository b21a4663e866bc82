import { act, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { UploadDropzone, type UploadDropzoneProps } from "./upload-dropzone.tsx";

const file = (name: string, size = 1, type = "") => new File([new Uint8Array(size)], name, { type });
const pdf = file("a.pdf", 10, "application/pdf");

type Held = { files?: File[]; folders?: string[]; types?: string[] };
/** The data of a drag event, as a browser gives it. */
const transfer = ({ files = [], folders = [], types = ["Files"] }: Held) => {
  const all = [...files, ...folders.map((name) => file(name))];
  return {
    types,
    files: all,
    items: all.map((each) => ({
      kind: "file",
      webkitGetAsEntry: () => ({ isDirectory: folders.includes(each.name) }),
    })),
    dropEffect: "copy",
  };
};

function setup(props: Partial<UploadDropzoneProps> = {}) {
  const taken: string[][] = [];
  const refused: [string[], string, string][] = [];
  const names = (files: File[]) => files.map(({ name }) => name);
  const { container } = render(
    <UploadDropzone
      onFiles={(files) => taken.push(names(files))}
      onRejected={(files, reason, code) => refused.push([names(files), reason, code])}
      {...props}
    >
      {({ isOver, heldCount, open }) => (
        <div>
          <b>{isOver ? `over ${heldCount}` : "drop here"}</b>
          <button type="button" onClick={open}>
            choose
          </button>
        </div>
      )}
    </UploadDropzone>,
  );
  const zone = container.firstElementChild as HTMLElement;
  const input = container.querySelector("input") as HTMLInputElement;
  const opened = vi.spyOn(input, "click");
  return { zone, input, opened, taken, refused };
}
const drop = (zone: Element, held: Held) => fireEvent.drop(zone, { dataTransfer: transfer(held) });

describe("UploadDropzone", () => {
  it("takes what is dropped", () => {
    const { zone, taken, refused } = setup();
    drop(zone, { files: [pdf, file("b.txt")] });
    expect(taken).toEqual([["a.pdf", "b.txt"]]);
    expect(refused).toEqual([]);
  });

  it("knows whether files are held over it, without flicker over its parts", () => {
    const { zone } = setup();
    const dataTransfer = transfer({ files: [pdf, file("b.txt")] });
    const label = () => screen.getByText(/drop here|over/).textContent;
    const inner = screen.getByText("drop here");
    fireEvent.dragEnter(zone, { dataTransfer });
    expect(label()).toBe("over 2");
    expect(zone.dataset.over).toBe("true");
    fireEvent.dragEnter(inner, { dataTransfer });
    fireEvent.dragLeave(zone, { dataTransfer });
    expect(label()).toBe("over 2");
    fireEvent.dragOver(inner, { dataTransfer });
    fireEvent.dragEnter(zone, { dataTransfer });
    fireEvent.dragLeave(inner, { dataTransfer });
    expect(label()).toBe("over 2");
    fireEvent.dragLeave(zone, { dataTransfer });
    expect(label()).toBe("drop here");
    fireEvent.dragEnter(zone, { dataTransfer });
    drop(zone, { files: [pdf] });
    expect(label()).toBe("drop here");
  });

  it("lets text and links pass", () => {
    const { zone, taken } = setup();
    const event = createEvent.drop(zone, { dataTransfer: transfer({ types: ["text/plain"] }) });
    fireEvent(zone, event);
    expect(event.defaultPrevented).toBe(false);
    fireEvent.dragEnter(zone, { dataTransfer: transfer({ types: ["text/plain"] }) });
    expect(screen.getByText("drop here")).toBeTruthy();
    expect(taken).toEqual([]);
  });

  it("says in words what it does not take", () => {
    const { zone, taken, refused } = setup({ accept: ".pdf, image/*,text/csv", maxBytes: 2 * 1024 * 1024 });
    const files = [
      file("A.PDF", 10),
      file("photo", 10, "image/png"),
      file("t", 10, "text/csv"),
      file("b.exe", 10),
      file("big.pdf", 3 * 1024 * 1024),
    ];
    drop(zone, { files, folders: ["papers"] });
    expect(taken).toEqual([["A.PDF", "photo", "t"]]);
    expect(refused).toEqual([
      [["papers"], "Folders cannot be uploaded. Choose the files in it.", "folder"],
      [["b.exe"], "This type of file is not taken. Choose .pdf, image/*,text/csv.", "type"],
      [["big.pdf"], "The file is larger than 2 MB.", "size"],
    ]);
  });

  it.each([[".pdf, "], [",.pdf"]])("takes nothing else for an empty place in the list: %j", (accept) => {
    const { zone, taken, refused } = setup({ accept });
    drop(zone, { files: [pdf, file("b.exe")] });
    expect(taken).toEqual([["a.pdf"]]);
    expect(refused.map(([, , code]) => code)).toEqual(["type"]);
  });

  it("takes one file when it is not for several", () => {
    const { zone, input, taken, refused } = setup({ multiple: false });
    drop(zone, { files: [pdf, file("b.pdf")] });
    expect(taken).toEqual([["a.pdf"]]);
    expect(refused).toEqual([[["b.pdf"], "Only one file at a time.", "count"]]);
    expect(input.multiple).toBe(false);
    expect(input.getAttribute("aria-label")).toBe("Choose a file");
  });

  it("opens the file chooser by a click anywhere, by its own button, and by keyboard", async () => {
    const user = userEvent.setup();
    const { opened, input } = setup();
    await user.click(screen.getByText("drop here"));
    expect(opened).toHaveBeenCalledTimes(1);
    await user.click(screen.getByText("choose"));
    expect(opened).toHaveBeenCalledTimes(2);
    await user.tab({ shift: true });
    // The browser itself handles the keys of the input.
    expect(document.activeElement).toBe(input);
    expect(screen.getByLabelText("Choose files")).toBe(input);
  });

  it("takes what is chosen, also the same file again", async () => {
    const user = userEvent.setup({ applyAccept: false });
    const { input, taken, refused } = setup({ accept: ".pdf" });
    await user.upload(input, [pdf, file("b.txt")]);
    await user.upload(input, pdf);
    expect(taken).toEqual([["a.pdf"], ["a.pdf"]]);
    expect(refused).toHaveLength(1);
    expect(input.value).toBe("");
  });

  it("takes what is pasted", () => {
    const { zone, taken } = setup();
    fireEvent.paste(zone, { clipboardData: transfer({ files: [file("image.png", 5, "image/png")] }) });
    fireEvent.paste(zone, {
      clipboardData: { types: ["text/plain"], files: [], items: [{ kind: "string" }] },
    });
    expect(taken).toEqual([["image.png"]]);
  });

  it("takes nothing while disabled, and keeps the browser from leaving the page for a dropped file", async () => {
    const user = userEvent.setup();
    const { zone, input, opened, taken } = setup({ disabled: true });
    const event = createEvent.drop(zone, { dataTransfer: transfer({ files: [pdf] }) });
    act(() => void fireEvent(zone, event));
    expect(event.defaultPrevented).toBe(true);
    fireEvent.dragEnter(zone, { dataTransfer: transfer({ files: [pdf] }) });
    expect(screen.getByText("drop here")).toBeTruthy();
    await user.click(screen.getByText("drop here"));
    fireEvent.paste(zone, { clipboardData: transfer({ files: [pdf] }) });
    expect(opened).not.toHaveBeenCalled();
    expect(input.disabled).toBe(true);
    expect(taken).toEqual([]);
  });

  it("renders on a server, with plain children too", () => {
    const html = renderToString(<UploadDropzone onFiles={() => {}}>Drop it</UploadDropzone>);
    expect(html).toMatch(/<input type="file"[^>]*aria-label="Choose files"/);
    expect(html).toContain("Drop it");
  });

  it("writes no style attributes on a server, which a strict Content-Security-Policy refuses", () => {
    const dropzone = <UploadDropzone onFiles={() => {}}>Drop it</UploadDropzone>;
    const html = renderToString(dropzone);
    expect(html).not.toContain("style=");
    const container = document.createElement("div");
    container.innerHTML = html;
    const input = () => container.querySelector("input") as HTMLInputElement;
    expect(input().hidden).toBe(true);
    const { unmount } = render(dropzone, { container, hydrate: true });
    expect(input().hidden).toBe(false);
    expect(input().style.position).toBe("absolute");
    unmount();
  });
});
