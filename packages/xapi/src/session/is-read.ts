const READS =
  /\.(?:get_\w+|assert_can_boot_here|compute_free_memory)$|^event\.(?:from|inject)$|^system\.listMethods$/

/** Whether a call changes nothing, and so may be made again. */
export function isRead(method: string): boolean {
  return READS.test(method) && !method.startsWith('Async.')
}
