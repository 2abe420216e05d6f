let waiting: File[] = []

/** Keeps files that were dropped on another page until the page for new recordings takes them. */
export function leaveFiles(files: File[]): void {
  waiting = files
}

/** The files that were left, once: whoever takes them is responsible for them. */
export function takeFiles(): File[] {
  const taken = waiting
  waiting = []
  return taken
}
