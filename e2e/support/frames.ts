import type { Page } from "playwright-core";

/** Milliseconds between the frames that the page draws meanwhile. */
export async function framesOf(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const note = (now: number) => {
      frames.push(now - last);
      last = now;
      (globalThis as { frameTimer?: number }).frameTimer = requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    Object.assign(globalThis, { frames });
  });
  await work();
  return page.evaluate(() => {
    const { frames, frameTimer } = globalThis as unknown as { frames: number[]; frameTimer: number };
    cancelAnimationFrame(frameTimer);
    return frames.slice(1);
  });
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
