/** The clipboard API exists on https and localhost only; the older way serves plain LAN addresses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Permission refused: fall through to the older way.
  }
  const holder = document.createElement('textarea')
  holder.value = text
  holder.style.position = 'fixed'
  holder.style.opacity = '0'
  // Inside an open dialog the focus may not leave it, so the holder goes there.
  const parent = document.querySelector('[role="dialog"]') ?? document.body
  parent.append(holder)
  holder.select()
  const copied = document.execCommand('copy')
  holder.remove()
  return copied
}
