/** Marks a figure that its own estimator declares invalid. */
export function NotValidMark() {
  return (
    <>
      <sup aria-hidden>†</sup>
      <span className="sr-only"> (not valid)</span>
    </>
  )
}
