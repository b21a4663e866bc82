"use client";

import { useEffect, useState } from "react";

type Properties = { contentUrl: string; fileType: string };

/** Says why the browser does not play a recording: it asks for the file, since a player gives no reason. */
export function WhySilent({ contentUrl, fileType }: Properties) {
  const [why, setWhy] = useState<string>();
  useEffect(() => {
    const asking = new AbortController();
    fetch(contentUrl, { method: "HEAD", signal: asking.signal }).then(
      ({ status, ok }) => setWhy(ok ? kindNotPlayed(fileType) : refused(status)),
      () => {
        if (!asking.signal.aborted)
          setWhy("The service does not respond. Load this page again when it does.");
      },
    );
    return () => asking.abort();
  }, [contentUrl, fileType]);
  if (why === undefined) return null;
  return (
    <p className="silent trouble" role="alert">
      <b>The recording cannot be played here.</b> {why}
    </p>
  );
}

const kindNotPlayed = (fileType: string) =>
  `This browser does not play ${fileType.toUpperCase()} files. Download it and play it with another program; what is said is written below.`;

function refused(status: number): string {
  if (status === 404) return "The service no longer has the file.";
  if (status === 401 || status === 403) return "The service does not give out the file.";
  return "The service could not send the file. Load this page again later.";
}
