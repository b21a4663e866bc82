import "../../styles/values.css";
import "../../styles/usage.css";
import { Title } from "../../shell/title.tsx";
import { UsageRoom } from "../../usage/usage-room.tsx";

export default function Page() {
  return (
    <>
      <Title of="Usage" />
      <UsageRoom />
    </>
  );
}
