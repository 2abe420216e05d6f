/** Where a KVM host's domains should run: libvirt's names, pCPUs by vCPU. */
interface VirshPins {
  domains: readonly { name: string; affinity: readonly (readonly number[])[] }[]
  /**
   * Where QEMU's own threads should run. They do for each guest what Domain-0 does on Xen, and
   * libvirt can pin them, which paper 4 held to be impossible. They stay unchanged when absent.
   */
  emulators?: readonly number[]
}

/** Steelyard never reads or changes KVM hosts: the operator judges and runs these lines. */
const NOT_APPLIED =
  '# Not applied by Steelyard, which changes Xen hosts only. Review each line first.'

const MOST_PCPU = 4095

/**
 * The `virsh` lines that pin a KVM host's vCPUs, both now (`--live`) and permanently (`--config`).
 * They are printed, never run.
 * @throws RangeError for a name or a pCPU that libvirt would reject
 */
export function virshPinCommands({ domains, emulators }: VirshPins): string[] {
  return [
    NOT_APPLIED,
    ...domains.flatMap(({ name, affinity }) => {
      const domain = shellWord(name)
      return [
        ...affinity.map(
          (pCpus, vCpu) => `virsh vcpupin ${domain} ${vCpu} ${cpuList(pCpus)} --live --config`,
        ),
        ...(emulators ? [`virsh emulatorpin ${domain} ${cpuList(emulators)} --live --config`] : []),
      ]
    }),
  ]
}

/** Formats ranges as libvirt writes them: 0-2,5. */
function cpuList(pCpus: readonly number[]): string {
  const sorted = [...new Set(pCpus)].sort((a, b) => a - b)
  const wrong = sorted.find((p) => !Number.isInteger(p) || p < 0 || p > MOST_PCPU)
  if (sorted.length === 0 || wrong !== undefined) {
    throw new RangeError(`Not a list of pCPUs: ${JSON.stringify(pCpus)}.`)
  }
  const ranges: [first: number, last: number][] = []
  for (const p of sorted) {
    const open = ranges.at(-1)
    if (open && p === open[1] + 1) open[1] = p
    else ranges.push([p, p])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',')
}

/** Puts the name in single quotes, in which a shell interprets nothing but the closing one. */
function shellWord(name: string): string {
  // A leading dash would make it an option; control characters could hide the effect of a pasted
  // line.
  if (!/^[^-/\p{Cc}\p{Cf}\p{Zl}\p{Zp}][^/\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u.test(name)) {
    throw new RangeError(`Not a libvirt domain name: ${JSON.stringify(name)}.`)
  }
  return /^[A-Za-z0-9_.:+-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`
}
