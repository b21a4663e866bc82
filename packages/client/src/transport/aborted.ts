/**
 * Why a signal was aborted. In React Native, signals have neither `reason` nor `throwIfAborted`, and there is no
 * `DOMException`.
 */
export const abortReason = (signal: AbortSignal): unknown =>
  signal.reason ?? Object.assign(new Error("The call was aborted."), { name: "AbortError" });

/** Throws a signal's reason when it has aborted. */
export function throwIfAborted(signal: AbortSignal | null | undefined): void {
  if (signal?.aborted) throw abortReason(signal);
}
