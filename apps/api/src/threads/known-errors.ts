import { TwinError } from '@steelyard/simulator'
import { TraceError } from '@steelyard/traces'
import { AppError } from '../errors.ts'
import { FilesAway, FilesFull, NoSuchFile } from '../files/files.ts'

/** What an error said in a thread: its own fields, its name and its message. */
export interface Said {
  name: string
}

type Fields<E extends Error> = E & Said

/** Makes the errors that are thrown on purpose again, of what they said in a thread. */
const REVIVE: Record<string, (said: never) => Error> = {
  AppError: ({ kind, message, code, options }: Fields<AppError>) =>
    new AppError(kind, message, { ...options, code }),
  TraceError: ({ code, message, ...detail }: Fields<TraceError>) =>
    new TraceError(code, message, detail as ConstructorParameters<typeof TraceError>[2]),
  FilesAway: ({ message }: Fields<FilesAway>) => new FilesAway(message),
  FilesFull: ({ message }: Fields<FilesFull>) => new FilesFull(message),
  NoSuchFile: ({ message }: Fields<NoSuchFile>) => new NoSuchFile(message),
  TwinError: ({ code, message, details }: Fields<TwinError>) =>
    new TwinError(code, message, details),
}

export const KNOWN_ERRORS = Object.keys(REVIVE)

export function revive(said: Said): Error {
  return REVIVE[said.name]!(said as never)
}
