"use client";

import { CitedAnswer, useAsk, useBuild, useIngestFile } from "@headwater/react-hooks";

export default function Page() {
  const { upload, ingest } = useIngestFile();
  const build = useBuild(upload?.buildId);
  const fileId = build.phase === "ready" ? build.data?.file_id : undefined;
  const { messages, status, ask } = useAsk(fileId ? { fileIds: [fileId] } : {});
  const isAnswering = status === "submitted" || status === "streaming";

  return (
    <main>
      <h1>Ask a document</h1>
      <label>
        Document{" "}
        <input
          type="file"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) ingest(file);
          }}
        />
      </label>
      <p role="status">{upload && (upload.error?.message ?? build.data?.error ?? upload.status)}</p>

      <form
        action={(fields) => {
          void ask(String(fields.get("question")));
        }}
      >
        <label>
          Question <input name="question" required disabled={!fileId} />
        </label>{" "}
        <button type="submit" disabled={!fileId || isAnswering}>
          Ask
        </button>
      </form>

      {messages.map((message) =>
        message.role === "user" ? (
          <h2 key={message.id}>{message.text}</h2>
        ) : (
          <article key={message.id}>
            <CitedAnswer answer={message.text} citations={message.citations} />
            {message.error && <p role="alert">{message.error.message}</p>}
            <ol>
              {message.citations.map((citation) => (
                <li key={citation.index}>
                  {citation.file_name}, page {citation.page_number}: {citation.text_preview}
                </li>
              ))}
            </ol>
          </article>
        ),
      )}
    </main>
  );
}
