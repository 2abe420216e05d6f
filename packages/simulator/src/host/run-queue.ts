import type { VCpu } from './v-cpu.ts'

/**
 * vCPUs in the order in which one or several pCPUs will take them. Short, so a plain array
 * suffices.
 */
export class RunQueue {
  size = 0
  readonly items: VCpu[] = []

  /** Inserts before the entry at `position`. */
  insert(position: number, v: VCpu): void {
    const { items } = this
    for (let index = this.size; index > position; index--) items[index] = items[index - 1]!
    items[position] = v
    this.size++
  }

  remove(v: VCpu): void {
    const { items } = this
    let index = 0
    while (items[index] !== v) index++
    this.size--
    for (; index < this.size; index++) items[index] = items[index + 1]!
  }

  head(): VCpu | null {
    return this.size === 0 ? null : this.items[0]!
  }
}
