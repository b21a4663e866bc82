/**
 * Moves the focus out of a line that is about to go: to the next one, else to the one before, else to the heading of the
 * room. It would fall to the page otherwise, and whoever works with the keyboard would begin anew.
 */
export function focusNeighbour(row: HTMLElement | null): void {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const target =
    neighbour?.querySelector<HTMLElement>("a.title, .way button") ??
    row?.closest("main")?.querySelector<HTMLElement>("h1");
  target?.focus();
}
