/** Path inside the dropped folder, `access/vm1.log.gz`, or the plain name of a picked file. */
export function fileNameOf(file: File): string {
  const dropped = (file as File & { path?: string }).path
  const path = file.webkitRelativePath || dropped || file.name
  return path.replace(/^(\.?\/)+/, '')
}

/** Files a system puts into folders by itself; nobody means to upload them. */
export function isClutter(name: string): boolean {
  return /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX\/.*|\._.*)$/.test(name)
}
