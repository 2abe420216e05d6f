import type { AuditEvent } from '@steelyard/contract'

/** "Log audit" of RFC 5424, section 6.2.1. */
const FACILITY = 13
const severities: Record<AuditEvent['outcome'], number> = { succeeded: 6, refused: 4, failed: 3 }

/**
 * An audit event in the format of RFC 5424, with the event as JSON for its text, after its length in
 * bytes (RFC 6587, section 3.4.1), so that no content can look like another message.
 */
export function syslogMessage(event: AuditEvent, hostname: string): Buffer {
  const priority = FACILITY * 8 + severities[event.outcome]
  const header = `<${priority}>1 ${event.at} ${part(hostname, 255)} steelyard - ${part(event.action, 32)} -`
  const message = Buffer.from(`${header} ${JSON.stringify(event)}`)
  return Buffer.concat([Buffer.from(`${message.length} `), message])
}

/** Fields of the header are printable ASCII without spaces; `-` stands for none. */
function part(text: string, most: number): string {
  return text.replace(/[^!-~]/g, '').slice(0, most) || '-'
}
