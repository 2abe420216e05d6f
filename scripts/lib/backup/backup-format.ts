import type { Partition } from '@steelyard/api/administration'
import type { Entry } from './archive-writer.ts'

// What a backup is, wherever it was made and wherever it is restored:
//
//   backup.json               the format and the version that wrote it
//   files/<id>/<first byte>   bytes of a stored file; a file that grew meanwhile has several
//   tables/<name>/<number>    rows of a table, in the text format of COPY
//   contents.json             everything else, and the size and SHA-256 of each entry before it

export const FORMAT = 1
export const FIRST_ENTRY = 'backup.json'
export const LAST_ENTRY = 'contents.json'

/** The first entry, whose form no later format changes. */
export type Origin = { format: number; version: string }

export type Migration = { name: string; checksum: string }
export type Table = { name: string; columns: string[]; rows: number }
export type Message = { queue: string; data: object; retryLimit: number }

/** The last entry: a backup that has it is whole. */
export type Contents = {
  /** When everything was as it is in the backup, as ISO 8601. */
  moment: string
  migrations: Migration[]
  tables: Table[]
  partitions: Partition[]
  /** By the name of the sequence, the last number that it gave, as text. */
  sequences: Record<string, string>
  messages: Message[]
  files: { id: string; bytes: number }[]
  /** What Steelyard made for itself, by its name in `secrets`. */
  secrets: Record<string, string>
  /** By which a key that is not in the backup is known again. */
  fingerprints: Record<string, string>
  entries: Entry[]
}
