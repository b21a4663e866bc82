import type { KeyboardEvent } from "react";

type Acts = {
  /** All rows in order, also those that are not drawn. */
  ids: readonly string[];
  /** Moves to the name of a row. */
  onGo(fileId: string): void;
  onToggle(fileId: string): void;
  /** Chooses on from the last row that was touched. */
  onExtend(fileId: string): void;
};

/**
 * The keys of the list. Each row is one stop of Tab, its name. Up and Down walk rows, Right and Left what can be done
 * with one, Space chooses it, and Shift with Up and Down chooses on.
 */
export function rowKeys(event: KeyboardEvent<HTMLElement>, { ids, onGo, onToggle, onExtend }: Acts): void {
  const at = event.target as HTMLElement;
  const row = at.closest<HTMLElement>("li[data-file]");
  // Questions below a row have keys of their own.
  if (!row || at.closest(".question") || event.altKey || event.ctrlKey || event.metaKey) return;
  const fileId = row.dataset.file ?? "";
  const index = Number(row.dataset.index);
  const isTitle = at.matches("a.title");
  switch (event.key) {
    case " ":
      if (!isTitle) return;
      onToggle(fileId);
      break;
    case "ArrowDown":
    case "ArrowUp": {
      const next = ids[index + (event.key === "ArrowDown" ? 1 : -1)];
      if (next === undefined) break;
      if (event.shiftKey) {
        onExtend(fileId);
        onExtend(next);
      }
      onGo(next);
      break;
    }
    case "Home":
    case "End":
      onGo(ids.at(event.key === "Home" ? 0 : -1) ?? fileId);
      break;
    case "ArrowRight":
    case "ArrowLeft": {
      const stops = [...row.querySelectorAll<HTMLElement>("a, button, input")].filter(isShown);
      stops[stops.indexOf(at) + (event.key === "ArrowRight" ? 1 : -1)]?.focus();
      break;
    }
    default:
      return;
  }
  event.preventDefault();
}

const isShown = (element: HTMLElement): boolean => element.offsetParent !== null;
