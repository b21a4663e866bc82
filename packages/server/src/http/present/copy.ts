type Place = { fileId: string; fileName: string; pageNumber: number };

/** Another place of the same text. */
export const presentCopy = ({ fileId, fileName, pageNumber }: Place) => ({
  file_id: fileId,
  file_name: fileName,
  page_number: pageNumber,
});
