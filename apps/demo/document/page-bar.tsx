"use client";

import { type FormEvent, useEffect, useState } from "react";

type Properties = {
  /** What a page is called: "Page", "Slide". */
  noun: string;
  page: number;
  pageCount: number;
  onPage(page: number): void;
  isPrinted: boolean;
  onPrinted(isPrinted: boolean): void;
};

export function PageBar({ noun, page, pageCount, onPage, isPrinted, onPrinted }: Properties) {
  return (
    <div className="bar">
      <PageField noun={noun} page={page} pageCount={pageCount} onPage={onPage} />
      <span className="sp" />
      <StepButton label="Previous" to={page - 1} pageCount={pageCount} onPage={onPage} />
      <StepButton label="Next" to={page + 1} pageCount={pageCount} onPage={onPage} />
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

function PageField({
  noun,
  page,
  pageCount,
  onPage,
}: Pick<Properties, "noun" | "page" | "pageCount" | "onPage">) {
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  const go = (event?: FormEvent) => {
    event?.preventDefault();
    const wanted = Number(typed);
    if (typed.trim() === "" || !Number.isInteger(wanted)) return setTyped(String(page));
    const there = Math.min(pageCount, Math.max(1, wanted));
    setTyped(String(there));
    if (there !== page) onPage(there);
  };
  return (
    <form className="pageno" onSubmit={go}>
      <label htmlFor="page-number">{noun}</label>
      <input
        className="field num"
        id="page-number"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => go()}
        onFocus={(event) => event.target.select()}
      />
      <span className="num">of {pageCount.toLocaleString("en")}</span>
    </form>
  );
}

/** Do not use `disabled` at the ends: the focus would be lost. */
function StepButton({
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
