"use client";

import { Title } from "../shell/title.tsx";

export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <main className="sheet">
      <Title of="This page could not be shown" />
      <h1 className="room">This page could not be shown</h1>
      <p className="lead">Nothing that was added is lost.</p>
      <div className="back-link">
        <p className="silent trouble">
          <b>The page stopped with an error.</b> {error.message}
        </p>
        <button type="button" className="btn trouble-action" onClick={reset}>
          Show it again
        </button>
      </div>
    </main>
  );
}
