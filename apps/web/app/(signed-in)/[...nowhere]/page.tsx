import { notFound } from 'next/navigation'

/** Catches unknown addresses, so that the page that says so keeps the navigation. */
export default function Page() {
  notFound()
}
