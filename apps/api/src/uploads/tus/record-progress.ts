import type { Db } from '../../db.ts'

/** Only ever raises the number of bytes, because reports may overtake each other. */
export async function recordProgress(db: Db, fileId: string, receivedBytes: number): Promise<void> {
  await db.$executeRaw`
    UPDATE "UploadFile"
       SET "writtenAt" = now(),
           "receivedBytes" = GREATEST("receivedBytes", ${BigInt(receivedBytes)}),
           "state" = CASE WHEN ${BigInt(receivedBytes)} >= "sizeBytes" THEN 'complete' ELSE "state" END
     WHERE "id" = ${fileId}::uuid`
}
