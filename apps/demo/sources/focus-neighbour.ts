/**
 * Moves the focus out of a line that will disappear: to the next line, otherwise to the previous one, otherwise to the
 * heading of the room. Without this the focus would go to the page, and keyboard users would have to start again.
 */
export function focusNeighbour(row: HTMLElement | null): void {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const target =
    neighbour?.querySelector<HTMLElement>("a.title, .way button") ??
    row?.closest("main")?.querySelector<HTMLElement>("h1");
  target?.focus();
}
