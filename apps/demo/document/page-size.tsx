"use client";

/** How large a page is shown: as wide as the room allows, or by the size of its paper. */
export type PageSize = "fit" | "100" | "150";

const sizes: readonly { value: PageSize; label: string }[] = [
  { value: "fit", label: "Fit" },
  { value: "100", label: "100%" },
  { value: "150", label: "150%" },
];

/** CSS pixels of a point of the page. */
const pixelsPerPoint = 96 / 72;

/** Width of a page in CSS pixels at a size. Undefined where it goes by the room. */
export const widthAt = (size: PageSize, points: number): number | undefined =>
  size === "fit" ? undefined : Math.round((points * pixelsPerPoint * Number(size)) / 100);

export function SizeChoice({ size, onSize }: { size: PageSize; onSize(size: PageSize): void }) {
  return (
    <span className="pick onlywide" role="radiogroup" aria-label="Size">
      {sizes.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name="page-size" checked={size === value} onChange={() => onSize(value)} />
          {label}
        </label>
      ))}
    </span>
  );
}
