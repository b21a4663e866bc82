import type { Element } from "@headwater/client";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { example } from "../../testing/example.ts";
import { PageWithBoxes, type PageWithBoxesProps } from "./page-with-boxes.tsx";

const { items } = example<{ items: Element[] }>("getElements.200");
const elementAt = (id: string | null, left: number, top: number, width: number, height: number): Element => ({
  element_id: id,
  element_type: "NarrativeText",
  text: `Text of ${id}`,
  bounding_box: { left, top, width, height },
  page_layout: { width: 200, height: 400 },
  metadata: {},
});
const three = [elementAt("a", 0, 0, 100, 40), elementAt("b", 0, 40, 100, 40), elementAt("c", 0, 80, 100, 40)];
const page = { alt: "Page 1", width: 900, height: 1165, src: "data:image/png;base64,AAAA" };
const box = (name: RegExp | string) => screen.getByRole("button", { name });

/** A page that highlights the reported element, as an application would write it. */
function Lit(props: Partial<PageWithBoxesProps>) {
  const [active, setActive] = useState<string>();
  return (
    <>
      <button type="button">before</button>
      <PageWithBoxes
        {...page}
        elements={three}
        activeElementId={active}
        onActiveChange={setActive}
        {...props}
      />
      <button type="button">after</button>
      <output>{active}</output>
    </>
  );
}

describe("PageWithBoxes", () => {
  it("draws boxes in percent of the page, whatever the image's size", () => {
    render(<PageWithBoxes {...page} elements={items} />);
    const title = box("Title: Limited warranty");
    // The box is 72, 72, 220.5 × 24 points on a page of 612 × 792.
    expect(title.style).toMatchObject({ left: "11.76%", top: "9.09%", width: "36.03%", height: "3.03%" });
    expect(title.dataset).toMatchObject({ part: "box", type: "Title" });
    expect(screen.getByRole("img", { name: "Page 1" }).getAttribute("width")).toBe("900");
    expect(screen.getByRole("img").parentElement?.style.aspectRatio).toBe("900 / 1165");
  });

  it("lights several at a time", () => {
    render(<PageWithBoxes {...page} elements={three} activeElementId={["a", undefined, "c"]} />);
    const lit = screen.getAllByRole("button").map((each) => each.dataset.active);
    expect(lit).toEqual(["true", undefined, "true"]);
  });

  it("leaves out what has no place, and cuts off what sticks out", () => {
    const elements = [
      { ...elementAt("none", 0, 0, 1, 1), bounding_box: null },
      { ...elementAt("pageless", 0, 0, 1, 1), page_layout: null },
      elementAt("out", -20, 380, 120, 40),
    ];
    render(<PageWithBoxes {...page} elements={elements} />);
    expect(screen.getAllByRole("button")).toHaveLength(1);
    expect(box(/out/).style).toMatchObject({ left: "0%", width: "50%", top: "95%", height: "5%" });
  });

  it("lays smaller boxes over larger ones", () => {
    const table = elementAt("table", 0, 0, 200, 200);
    render(<PageWithBoxes {...page} elements={[elementAt("row", 0, 0, 200, 20), table]} />);
    expect(Number(box(/row/).style.zIndex)).toBeGreaterThan(Number(box(/table/).style.zIndex));
  });

  it("lights a box from outside, and tells what the pointer is over", async () => {
    const user = userEvent.setup();
    render(<Lit />);
    await user.hover(box(/of b/));
    expect(screen.getByRole("status").textContent).toBe("b");
    expect(box(/of b/).dataset.active).toBe("true");
    expect(box(/of a/).dataset.active).toBeUndefined();
    await user.unhover(box(/of b/));
    expect(screen.getByRole("status").textContent).toBe("");
  });

  it("is one stop for the keyboard; arrows go through the boxes, Tab leaves and comes back", async () => {
    const user = userEvent.setup();
    const pressed: unknown[] = [];
    render(<Lit onElementPress={({ element_id }) => pressed.push(element_id)} />);
    const lit = () => screen.getByRole("status").textContent;
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(box(/of a/));
    expect(lit()).toBe("a");
    await user.keyboard("{ArrowDown}");
    expect(lit()).toBe("b");
    await user.keyboard("{End}{ArrowRight}");
    expect(document.activeElement).toBe(box(/of c/));
    await user.keyboard("{ArrowLeft}{Enter}");
    expect(pressed).toEqual(["b"]);
    await user.tab();
    expect(document.activeElement?.textContent).toBe("after");
    expect(lit()).toBe("");
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(box(/of b/));
    await user.keyboard("{Home}{ArrowUp}");
    expect(document.activeElement).toBe(box(/of a/));
    await user.tab({ shift: true });
    expect(document.activeElement?.textContent).toBe("before");
  });

  it("is left by Tab from any box, also while another is lit", async () => {
    const user = userEvent.setup();
    render(<Lit activeElementId="c" />);
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(box(/of c/));
    await user.keyboard("{Home}");
    expect(document.activeElement).toBe(box(/of a/));
    await user.tab();
    expect(document.activeElement?.textContent).toBe("after");
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(box(/of c/));
  });

  it("is entered at the element lit from elsewhere", async () => {
    const user = userEvent.setup();
    render(<PageWithBoxes {...page} elements={three} activeElementId="c" />);
    await user.tab();
    expect(document.activeElement).toBe(box(/of c/));
  });

  it("draws elements without an id, labels of one's own, and what is put between", () => {
    render(
      <PageWithBoxes
        {...page}
        label="Teile"
        boxLabel={({ text }) => `Kasten ${text}`}
        elements={[elementAt(null, 0, 0, 10, 10), elementAt(null, 0, 10, 10, 10)]}
      >
        <em>overlay</em>
      </PageWithBoxes>,
    );
    expect(screen.getAllByRole("button", { name: "Kasten Text of null" })).toHaveLength(2);
    expect(screen.getByRole("toolbar", { name: "Teile" })).toBeTruthy();
    expect(screen.getByText("overlay")).toBeTruthy();
  });

  it("draws the boxes before there is an image, also on a server", () => {
    const html = renderToString(<PageWithBoxes {...page} src={undefined} elements={three} />);
    expect(html).not.toContain("<img");
    expect(html).toContain("aspect-ratio:900 / 1165");
    expect(html.match(/data-part="box"/g)).toHaveLength(3);
  });
});
