"use client";

import { PageField } from "./page-field.tsx";
import { type PageSize, SizeChoice } from "./page-size.tsx";

type Properties = {
  /** What a page is called: "Page", "Slide". */
  noun: string;
  page: number;
  pageCount: number;
  onPage(page: number): void;
  size: PageSize;
  onSize(size: PageSize): void;
  isPrinted: boolean;
  onPrinted(isPrinted: boolean): void;
};

export function PageBar(properties: Properties) {
  const { noun, page, pageCount, onPage, size, onSize, isPrinted, onPrinted } = properties;
  return (
    <div className="bar strip">
      <PageField noun={noun} page={page} pageCount={pageCount} onPage={onPage} />
      <StepButton label="Previous" to={page - 1} pageCount={pageCount} onPage={onPage} />
      <StepButton label="Next" to={page + 1} pageCount={pageCount} onPage={onPage} />
      <span className="sp" />
      <SizeChoice size={size} onSize={onSize} />
      <button
        type="button"
        className="btn bare onlywide onlydark"
        aria-pressed={isPrinted}
        onClick={() => onPrinted(!isPrinted)}
      >
        As printed
      </button>
    </div>
  );
}

/** Do not use `disabled` at the ends: the focus would be lost. */
export function StepButton({
  label,
  to,
  pageCount,
  onPage,
}: {
  label: string;
  to: number;
  pageCount: number;
  onPage(page: number): void;
}) {
  const isPossible = to >= 1 && to <= pageCount;
  return (
    <button
      type="button"
      className="btn bare"
      aria-disabled={!isPossible}
      onClick={() => isPossible && onPage(to)}
    >
      {label}
    </button>
  );
}
