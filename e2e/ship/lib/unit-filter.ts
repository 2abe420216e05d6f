import { execFileSync } from 'node:child_process'

/** Socket families by the names that units use. */
const FAMILIES: Record<string, number> = { AF_UNIX: 1, AF_INET: 2, AF_INET6: 10 }
const EPERM = 1

/**
 * The filter of system calls that systemd would make of a unit, for runc: its SystemCallFilter and its
 * RestrictAddressFamilies.
 */
export function seccompProfileOf(unit: string): string {
  const wordsOf = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.+)$`, 'gm'))].map(([, value]) => value!)
  const [allowed, ...refused] = wordsOf('SystemCallFilter')
  const names = callsIn(allowed!.split(' '))
  for (const each of callsIn(refused.flatMap((value) => value.replace('~', '').split(' ')))) {
    names.delete(each)
  }
  names.delete('socket')
  const families = wordsOf('RestrictAddressFamilies').flatMap((value) => value.split(' '))
  return JSON.stringify({
    defaultAction: 'SCMP_ACT_ERRNO',
    defaultErrnoRet: EPERM,
    syscalls: [
      { names: [...names], action: 'SCMP_ACT_ALLOW' },
      ...families.map((family) => ({
        names: ['socket'],
        action: 'SCMP_ACT_ALLOW',
        args: [{ index: 0, value: FAMILIES[family], op: 'SCMP_CMP_EQ' }],
      })),
    ],
  })
}

/** The system calls of groups such as `@system-service`, as this machine's systemd knows them. */
function callsIn(words: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const word of words) {
    const lines = word.startsWith('@')
      ? execFileSync('systemd-analyze', ['syscall-filter', word]).toString().split('\n').slice(1)
      : []
    const inner = lines.map((line) => line.trim()).filter((line) => line && !line.startsWith('#'))
    if (word.startsWith('@')) for (const each of callsIn(inner)) found.add(each)
    else found.add(word)
  }
  return found
}
