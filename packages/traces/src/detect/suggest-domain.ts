import type { MemberInfo } from '../members/member.ts'

const ROTATION =
  /(\.(gz|xz|bz2|zst|zip|log|csv|txt|old|bak|\d{1,4}|\d{8}(-\d+)?|\d{4}-\d\d-\d\d(-\d+)?)|[-_.](\d{8}|\d{10}|\d{4}-\d\d-\d\d)([-_T]?\d{2,6})?)$/i
const GENERIC = /^(access|apache2?|nginx|httpd|ssl|other|vhosts?|client|times?|logs?)$/i

/**
 * 'logs/vm1-access.log.1.gz' -> 'vm1', 'vm1/access.log' -> 'vm1'; undefined when nothing remains.
 */
export function suggestDomain({ path }: Pick<MemberInfo, 'path'>): string | undefined {
  for (const part of path.split(/[!/\\]/).reverse()) {
    let name = part
    while (ROTATION.test(name)) name = name.replace(ROTATION, '')
    const words = name.split(/[-_. ]+/).filter((word) => word !== '' && !GENERIC.test(word))
    if (words.length > 0) return words.join('-')
  }
  return undefined
}
