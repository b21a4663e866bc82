/** Passes text on at once, and joins what comes within the next `intervalMs`. */
export function throttleText(emit: (text: string) => void, intervalMs: () => number) {
  let held = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Passes on the text that is held. Afterwards nothing is passed on. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (held) emit(held);
    held = "";
  }
  function tick(): void {
    const more = held;
    flush();
    if (more) timer = setTimeout(tick, intervalMs());
  }
  return {
    flush,
    add(text: string): void {
      held += text;
      if (timer === undefined) tick();
    },
  };
}
