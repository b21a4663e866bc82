import type { Metadata } from "next";
import { AddByAddress } from "../../../addresses/add-by-address.tsx";
import "../../../styles/source-list.css";
import "../../../styles/addresses.css";

export const metadata: Metadata = { title: "Add by address" };

export default function AddPage() {
  return <AddByAddress />;
}
