import type { FamilyId } from './families.ts'
import type { HostKind } from './host-kinds.ts'
export async function drawDay(_f: FamilyId, _k: HostKind, _s: number): Promise<string> {
  return ''
}
