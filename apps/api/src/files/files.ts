/** What is known of a stored file without reading it. */
export interface StoredBytes {
  id: string
  bytes: number
  /** When the last of them were written. */
  writtenAt: Date
}

/** The end of a file, to which bytes are added. */
export interface Appending {
  /** @throws FilesFull, FilesAway */
  write(chunk: Uint8Array): Promise<void>
  /**
   * Stores what was written and not stored yet.
   * @returns how many bytes the file has now
   * @throws FilesFull, FilesAway
   */
  close(): Promise<number>
}

/**
 * Where the bytes of uploads and of old windows lie, each file under the id of its row: a user's file
 * name never becomes a path or a key. Any process on any machine may read what another one wrote, and
 * go on with a file that another one began.
 */
export interface Files {
  /** The place as operators know it. */
  readonly place: string
  /**
   * Tries everything that the other functions do.
   * @throws Error in words for the operator, who has to mend the settings; FilesAway
   */
  check(): Promise<void>
  /** Begins an empty file. */
  create(id: string): Promise<void>
  /**
   * Goes on where a file ends. It does not come back if it was removed meanwhile.
   * @throws NoSuchFile, FilesAway
   */
  append(id: string): Promise<Appending>
  /**
   * @param fromByte the first byte
   * @param toByte the first byte that is left out
   * @throws NoSuchFile, FilesAway
   */
  read(id: string, fromByte?: number, toByte?: number): AsyncIterable<Buffer>
  /** Null where there is no such file. */
  stat(id: string): Promise<StoredBytes | null>
  list(): AsyncIterable<StoredBytes>
  /** A missing file is no error. */
  remove(ids: readonly string[]): Promise<void>
  /** How many more bytes the place takes; infinite where nobody limits it. */
  freeBytes(): Promise<number>
}

/**
 * Writes a whole file.
 * @throws FilesFull, FilesAway; what has been written by then stays
 */
export async function putFile(
  files: Files,
  id: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  await files.create(id)
  const end = await files.append(id)
  try {
    for await (const chunk of bytes) await end.write(chunk)
  } finally {
    await end.close()
  }
}

export class NoSuchFile extends Error {
  override readonly name = 'NoSuchFile'
}

/** The place has no room for more. */
export class FilesFull extends Error {
  override readonly name = 'FilesFull'
}

/** The place does not answer: the same may succeed later. */
export class FilesAway extends Error {
  override readonly name = 'FilesAway'
}
