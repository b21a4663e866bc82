"use client";
import type { Element } from "@headwater/client";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { type BoxPlace, boxPlaces } from "./box-places.ts";

/** The props of `PageWithBoxes`. */
export type PageWithBoxesProps = {
  /** The page's image, such as `src` of `usePageScreenshot`. Without it `alt` is shown; the boxes are drawn all the same. */
  src?: string | undefined;
  alt: string;
  /** Size of the image, or any size with the same proportion. The page keeps this space while the image loads. */
  width: number;
  height: number;
  /** Elements of this page. An element without `bounding_box` and `page_layout` has no box. */
  elements: readonly Element[];
  /** The highlighted element, by `element_id`. Several when one is chosen and another is under the pointer. */
  activeElementId?: string | readonly (string | undefined)[] | undefined;
  /** Called when pointer or focus enters a box, and with undefined when they leave. */
  onActiveChange?: ((elementId: string | undefined) => void) | undefined;
  onElementPress?: ((element: Element) => void) | undefined;
  /** What a screen reader says for a box. Default: the element's type and the beginning of its text. */
  boxLabel?: ((element: Element) => string) | undefined;
  /** Name of the group of boxes. Default "Elements of the page". */
  label?: string | undefined;
  className?: string | undefined;
  /** Drawn above the page and below the boxes. */
  children?: ReactNode;
};

/** How many boxes a key moves by, in reading order. */
const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

const labelOf = ({ element_type, text }: Element): string =>
  `${element_type ?? "Element"}: ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;

/**
 * Shows a page with a box on each of its elements. For the keyboard all boxes are one tab stop: arrow keys, Home and
 * End move through them in reading order. Pressing a box calls `onElementPress`; pointer and focus call
 * `onActiveChange`. A highlighted box has `data-active`.
 *
 * @example <PageWithBoxes src={src} alt="Page 6" width={900} height={1273} elements={elements} activeElementId={lit} onActiveChange={setLit} />
 */
export function PageWithBoxes({
  activeElementId,
  onActiveChange,
  onElementPress,
  boxLabel = labelOf,
  label = "Elements of the page",
  ...page
}: PageWithBoxesProps): ReactNode {
  const [stop, setStop] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const places = boxPlaces(page.elements);
  const active = [activeElementId].flat();
  const has = (id: string | undefined) => places.some((place) => place.id === id);
  // When a box has the focus, Tab must leave the group and not move to a highlighted box.
  const tabStop = [focused, ...active, stop].find(has) ?? places[0]?.id;

  function walk(event: KeyboardEvent<HTMLElement>, index: number): void {
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(places.length - 1, index + step));
    const box = event.currentTarget.parentElement?.children[next];
    if (box instanceof HTMLElement) box.focus();
  }

  const boxOf = ({ id, element, ...style }: BoxPlace, index: number) => (
    <button
      key={id}
      type="button"
      data-part="box"
      data-type={element.element_type ?? undefined}
      data-active={active.includes(id) || undefined}
      aria-label={boxLabel(element)}
      tabIndex={id === tabStop ? 0 : -1}
      style={{ position: "absolute", ...style }}
      onPointerEnter={() => onActiveChange?.(id)}
      onPointerLeave={() => onActiveChange?.(undefined)}
      onFocus={() => {
        setStop(id);
        setFocused(id);
        onActiveChange?.(id);
      }}
      onBlur={() => {
        setFocused(undefined);
        onActiveChange?.(undefined);
      }}
      onKeyDown={(event) => walk(event, index)}
      onClick={() => onElementPress?.(element)}
    />
  );
  return (
    <div
      className={page.className}
      data-part="page"
      style={{ position: "relative", isolation: "isolate", aspectRatio: `${page.width} / ${page.height}` }}
    >
      {!page.src && !page.children && <span data-part="missing">{page.alt}</span>}
      {page.src && (
        <img
          src={page.src}
          alt={page.alt}
          width={page.width}
          height={page.height}
          data-part="image"
          style={{ display: "block", width: "100%", height: "100%" }}
        />
      )}
      {page.children}
      {/* A toolbar, so that screen readers leave the arrow keys to it. */}
      <div role="toolbar" aria-label={label} data-part="boxes">
        {places.map(boxOf)}
      </div>
    </div>
  );
}
