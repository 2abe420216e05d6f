/** Beside a figure that its estimator does not stand by. */
export function NotValidMark() {
  return (
    <>
      <sup aria-hidden>†</sup>
      <span className="sr-only"> (not valid)</span>
    </>
  )
}
