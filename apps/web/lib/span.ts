/** From one instant to a later one, in epoch milliseconds. */
export interface Span {
  from: number
  to: number
}
