import "../../styles/scope.css";
import "../../styles/facsimile.css";
import "../../styles/values.css";
import "../../styles/ask.css";
import "../../styles/sidenote.css";
import "../../styles/verdict.css";
import "../../styles/compose.css";
import "../../styles/conversations.css";
import "../../styles/page.css";
import "../../styles/beside.css";
import "../../styles/question.css";
import { AskRoom } from "../../ask/ask-room.tsx";
import { Title } from "../../shell/title.tsx";

type Properties = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Properties) {
  const { file = [], question, tag = [], handed } = await searchParams;
  return (
    <>
      <Title of="Ask" />
      <AskRoom
        fileIds={[file].flat()}
        question={[question].flat()[0]}
        tags={[tag].flat().filter(Boolean)}
        isHanded={handed !== undefined}
      />
    </>
  );
}
