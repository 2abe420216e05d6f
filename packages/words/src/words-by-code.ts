/** A sentence for each code. */
export type WordsByCode<C extends { code: string }> = {
  [K in C['code']]: (because: Extract<C, { code: K }>) => string
}
