import type { Method } from "@headwater/spec";
import { type BuildId, type FileId, newId, type ProjectId } from "../kernel/ids.ts";
import type { AddFile } from "./add-file.ts";
import { type SourceAddress, toAddressNote, type WebSource } from "./source-address.ts";

export type NewAddress = SourceAddress & {
  fileSource: WebSource;
  /** The address as it is shown. */
  fileName: string;
  fileType: string;
  method: Method;
  /** False when the request left the method out: then what is fetched decides. */
  methodNamed: boolean;
  tags: string[];
};

/** Records a source that its builds fetch. Nothing is fetched before it is recorded. */
export type AddAddress = (
  projectId: ProjectId,
  address: NewAddress,
) => Promise<{ fileId: FileId; buildId: BuildId }>;

export const createAddAddress =
  ({ stage, discard, add }: AddFile): AddAddress =>
  async (projectId, { fileSource, fileName, fileType, method, methodNamed, tags, ...address }) => {
    const fileId = newId();
    const staged = await stage(oneOf(toAddressNote(fileId, address)));
    try {
      const pointsAt = { fileId, fileSource };
      const how = { method, methodNamed, tags, pointsAt };
      return await add(projectId, { fileName, extension: fileType, staged, ...how });
    } catch (error) {
      await discard(staged);
      throw error;
    }
  };

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
