"use client";

import { type FormEvent, useEffect, useState } from "react";

type Properties = {
  /** What is counted: "Page", "Slide", "Section". */
  noun: string;
  page: number;
  pageCount: number;
  onPage(page: number): void;
};

/** The number of the page, and a jump to another. */
export function PageField({ noun, page, pageCount, onPage }: Properties) {
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  const go = (isAsked: boolean) => {
    const wanted = Number(typed);
    if (typed.trim() === "" || !Number.isInteger(wanted)) return setTyped(String(page));
    const there = Math.min(pageCount, Math.max(1, wanted));
    setTyped(String(there));
    // Enter also goes back to where the page begins.
    if (isAsked || there !== page) onPage(there);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go(true);
  };
  return (
    <form className="pageno strip" onSubmit={submit}>
      <label htmlFor="page-number">{noun}</label>
      <input
        className="field num"
        id="page-number"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => go(false)}
        onFocus={(event) => event.target.select()}
      />
      <span className="num">of {pageCount.toLocaleString("en")}</span>
    </form>
  );
}
