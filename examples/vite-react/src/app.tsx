import { CitedAnswer, UploadDropzone, useAsk, useIngestFiles, useSources } from "@headwater/react-hooks";
import { type FormEvent, useState } from "react";

export function App() {
  const sources = useSources();
  const { uploads, add } = useIngestFiles();
  const [chosen, setChosen] = useState<string[]>([]);
  // Without a choice the question goes to every document.
  const { messages, status, ask, stop } = useAsk(chosen.length > 0 ? { fileIds: chosen } : {});
  const isAnswering = status === "submitted" || status === "streaming";

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void ask(String(new FormData(event.currentTarget).get("question")));
    event.currentTarget.reset();
  }

  return (
    <main>
      <h1>Ask your documents</h1>
      <UploadDropzone onFiles={add}>
        {({ isOver, open }) => (
          <button type="button" onClick={open} style={{ width: "100%", padding: "2rem" }}>
            {isOver ? "Let go to add" : "Drop documents here, or press to choose"}
          </button>
        )}
      </UploadDropzone>
      <ul>
        {uploads.map((upload) => (
          <li key={upload.id}>
            {upload.fileName}: {upload.error?.message ?? upload.status}
          </li>
        ))}
      </ul>

      <fieldset>
        <legend>Documents to ask</legend>
        {sources.error && <p role="alert">{sources.error.message}</p>}
        {sources.data?.map(({ file_id, file_name, status }) => (
          <label key={file_id} style={{ display: "block" }}>
            <input
              type="checkbox"
              disabled={status !== "Completed"}
              checked={chosen.includes(file_id)}
              onChange={({ target }) =>
                setChosen(
                  target.checked ? [...chosen, file_id] : chosen.filter((fileId) => fileId !== file_id),
                )
              }
            />{" "}
            {file_name} ({status})
          </label>
        ))}
      </fieldset>

      <form onSubmit={submit}>
        <label>
          Question <input name="question" required />
        </label>{" "}
        {isAnswering ? (
          <button type="button" onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="submit">Ask</button>
        )}
      </form>
      {messages.map((message) =>
        message.role === "user" ? (
          <h2 key={message.id}>{message.text}</h2>
        ) : (
          <article key={message.id}>
            <CitedAnswer answer={message.text} citations={message.citations} />
            {message.error && <p role="alert">{message.error.message}</p>}
          </article>
        ),
      )}
    </main>
  );
}
