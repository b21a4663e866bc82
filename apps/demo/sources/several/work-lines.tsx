"use client";

import { failureReasons, isTold, type Work, workProgress, workWords } from "./work.ts";
import { useWorks } from "./works-provider.tsx";

/**
 * How far the works on many sources are, and what of them failed and why. The line of the one that runs stays in sight,
 * however long the list below it is.
 */
export function WorkLines() {
  const { works, stop, again, clear } = useWorks();
  const told = works.filter(isTold);
  if (told.length === 0) return null;
  return (
    <section className="works" aria-label="Under way">
      {told.map((work) => (
        <WorkLine
          key={work.id}
          work={work}
          onStop={() => stop(work.id)}
          onAgain={() => again(work.id)}
          onClear={() => clear(work.id)}
        />
      ))}
    </section>
  );
}

type Properties = { work: Work; onStop(): void; onAgain(): void; onClear(): void };

function WorkLine({ work, onStop, onAgain, onClear }: Properties) {
  const { kind, sources, done, failures, state } = work;
  const { label, more } = workWords[kind];
  const isOver = state === "over" || state === "stopped";
  return (
    <div className="lgroup columns work" ref={state === "running" ? setHeight : undefined} data-state={state}>
      <span className="label">{label}</span>
      <div>
        <p className="num">{state === "waiting" ? "Waits for what was begun before." : workProgress(work)}</p>
        {isOver
          ? failureReasons(work).map(({ names, reason }) => (
              <p className="why" key={reason} role="alert">
                <bdi>{names}</bdi>: {reason}
              </p>
            ))
          : null}
      </div>
      <div className="way cluster">
        {isOver ? null : (
          <button type="button" className="link" onClick={onStop}>
            Stop the rest
          </button>
        )}
        {isOver && failures.size > 0 ? (
          <button type="button" className="link" onClick={onAgain}>
            {more}
          </button>
        ) : null}
        {isOver ? (
          <button type="button" className="link" onClick={onClear}>
            Clear this
          </button>
        ) : null}
      </div>
      {isOver ? null : <span className="prog" style={{ width: `${(100 * done) / sources.length}%` }} />}
    </div>
  );
}

/** Gives the styles the height of the line that stays in sight: the rest that stays there begins below it. */
function setHeight(line: HTMLElement | null) {
  const room = line?.closest<HTMLElement>(".many");
  if (!line || !room) return;
  const observer = new ResizeObserver(() =>
    room.style.setProperty("--under-way", `${line.getBoundingClientRect().height}px`),
  );
  observer.observe(line);
  return () => {
    observer.disconnect();
    room.style.removeProperty("--under-way");
  };
}
