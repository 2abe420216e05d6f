/**
 * The path inside the dropped folder, such as `access/vm1.log.gz`, or the name of a picked file.
 */
export function fileNameOf(file: File): string {
  const dropped = (file as File & { path?: string }).path
  const path = file.webkitRelativePath || dropped || file.name
  return path.replace(/^(\.?\/)+/, '')
}

/** Files that an operating system adds to folders by itself, which users do not mean to upload. */
export function isClutter(name: string): boolean {
  return /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX\/.*|\._.*)$/.test(name)
}
