type Properties = {
  /** Sources the extraction would read. */
  count: number;
  isReady: boolean;
  isBusy: boolean;
  onStop(): void;
};

/**
 * Begins an extraction, and stops it. The two never take each other's place: a second press in a hurry must neither stop
 * what has just begun nor throw away what has just been found.
 */
export function RunButtons({ count, isReady, isBusy, onStop }: Properties) {
  const canStart = isReady && !isBusy;
  return (
    <>
      <button
        type="submit"
        className={`btn whole${canStart ? " main" : ""}`}
        disabled={!canStart}
        // A run can be over before the second click of a double-click.
        onClick={(event) => (event.detail > 1 ? event.preventDefault() : undefined)}
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
