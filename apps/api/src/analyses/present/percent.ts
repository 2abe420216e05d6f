/** Formats a share to three significant digits, such as "12.3 %". */
export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`
}
