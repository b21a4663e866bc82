import { AddByAddress } from "../../../addresses/add-by-address.tsx";
import { Title } from "../../../shell/title.tsx";
import "../../../styles/source-list.css";
import "../../../styles/addresses.css";

export default function AddPage() {
  return (
    <>
      <Title of="Add by address" />
      <AddByAddress />
    </>
  );
}
