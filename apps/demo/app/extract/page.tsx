import "../../styles/scope.css";
import "../../styles/facsimile.css";
import "../../styles/values.css";
import "../../styles/extract.css";
import "../../styles/verdict.css";
import { ExtractRoom } from "../../extract/extract-room.tsx";
import { Title } from "../../shell/title.tsx";

export default function Page() {
  return (
    <>
      <Title of="Extract" />
      <ExtractRoom />
    </>
  );
}
