import path from 'node:path'
import { KeptLines } from '../../../bench/index.ts'
import type { HostResult } from './assess-host.ts'

/** The results of the hosts by which the present product is shown; `README.md` says how to renew them. */
export function shownHosts(): readonly HostResult[] {
  return new KeptLines<HostResult>(path.join(import.meta.dirname, 'kept', 'shown.jsonl')).all
}
