import type { Element } from "@headwater/client";

/** A page without a picture: the text of each element in its box, in one size, as far as it fits. */
export function DrawnText({ elements }: { elements: readonly Element[] }) {
  return (
    <div className="drawn" aria-hidden="true">
      {elements.map(({ element_id, text, bounding_box: box, page_layout: page }, index) =>
        box && page?.width && page.height ? (
          <p
            key={element_id ?? index}
            dir="auto"
            style={{
              left: `${(100 * box.left) / page.width}%`,
              top: `${(100 * box.top) / page.height}%`,
              width: `${(100 * box.width) / page.width}%`,
              height: `${(100 * box.height) / page.height}%`,
            }}
          >
            {text}
          </p>
        ) : null,
      )}
    </div>
  );
}
