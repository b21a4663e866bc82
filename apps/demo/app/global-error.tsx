"use client";

/** Shown when the layout itself fails, so it uses no styles and no providers. */
export default function GlobalError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body
        style={{ font: "18px/29px Georgia, serif", maxWidth: 640, margin: "72px auto", padding: "0 20px" }}
      >
        <title>The workbench stopped · Headwater</title>
        <h1 style={{ fontWeight: 400 }}>The workbench stopped</h1>
        <p>{error.message}</p>
        <button type="button" onClick={reset}>
          Start it again
        </button>
      </body>
    </html>
  );
}
