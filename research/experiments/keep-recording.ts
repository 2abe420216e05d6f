import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Laboratory } from './laboratory.ts'
import type { RecordedLoad } from './record-load.ts'

/** Keeps what the product recorded and what the clients measured. */
export function keepRecording(
  { product }: Laboratory,
  { upload, clientTables }: RecordedLoad,
  directory: string,
): void {
  const place = (name: string) => {
    const file = path.join(directory, name)
    mkdirSync(path.dirname(file), { recursive: true })
    return file
  }
  for (const { id, name } of upload.files) {
    copyFileSync(path.join(product.uploadDir, id), place(name))
  }
  for (const [guest, table] of clientTables) {
    writeFileSync(place(`client/${guest}.csv.gz`), gzipSync(table, { level: 9 }))
  }
}
