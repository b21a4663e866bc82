import "../../../styles/page.css";
import "../../../styles/thumbs.css";
import "../../../styles/reader.css";
import "../../../styles/long.css";
import "../../../styles/verdict.css";
import "../../../styles/sheet.css";
import "../../../styles/recording.css";
import "../../../styles/question.css";
import { DocumentRoom } from "../../../document/document-room.tsx";

export default async function Page({ params }: { params: Promise<{ fileId: string }> }) {
  const fileId = decodeURIComponent((await params).fileId);
  return <DocumentRoom key={fileId} fileId={fileId} />;
}
