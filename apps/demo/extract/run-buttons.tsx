type Properties = {
  /** Number of sources that the extraction would read. */
  count: number;
  isReady: boolean;
  isBusy: boolean;
  onStop(): void;
};

/**
 * Starts and stops an extraction. The two buttons never share a position: a quick second press must not stop a new run
 * or discard a new result.
 */
export function RunButtons({ count, isReady, isBusy, onStop }: Properties) {
  const canStart = isReady && !isBusy;
  return (
    <>
      <button
        type="submit"
        className={`btn whole${canStart ? " main" : ""}`}
        // `disabled` would take the focus away from a button that was pressed.
        aria-disabled={!canStart}
        // A run may end before the second click of a double-click.
        onClick={(event) => (event.detail > 1 || !canStart ? event.preventDefault() : undefined)}
      >
        {count === 0 ? "Extract" : `Extract from ${count} ${count === 1 ? "source" : "sources"}`}
      </button>
      {isBusy ? (
        <button type="button" className="btn whole" onClick={onStop}>
          Stop
        </button>
      ) : null}
    </>
  );
}
