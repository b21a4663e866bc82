/** Hands text on at once, and what comes within `intervalMs` after that together. */
export function throttleText(emit: (text: string) => void, intervalMs: () => number) {
  let held = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Hands on what is held; nothing is handed on later. */
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
