import type { FastifyReply } from 'fastify'

/** Answers with the head of a download, whose bytes then go to `reply.raw`. */
export function beginDownload(
  reply: FastifyReply,
  contentType: string,
  fileName: string,
  sizeBytes?: number,
): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': contentType,
    'content-disposition': `attachment; filename="${fileName}"`,
    ...(sizeBytes === undefined ? {} : { 'content-length': sizeBytes }),
  })
}
